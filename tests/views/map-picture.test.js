/** A map to take along: as a picture, as a table. */
import { describe, expect, test } from 'vitest';
import { csvField } from '../../web/views/csv.js';
import { csvOf, layOut, svgOf } from '../../web/views/map-picture.js';

/** @type {import('../../web/views/map-picture.js').SavedMap} */
const map = {
  name: 'weights',
  shape: [2, 3],
  weights: Float32Array.of(0.25, 0.5, 0.25, 0, 1, 0),
  scores: Float32Array.of(1, 2, 3, 4, 5, 6),
  truth: Float32Array.of(0, 1, 0, 0, 1, 0),
  rowLabels: ['the', 'area'],
  columnLabels: ['la', 'zone', '<end>'],
};

describe('as a picture', () => {
  const picture = layOut(map, 'Where it looks');

  test('each weight is a cell of its colour, each truth an outline', () => {
    const cells = picture.boxes.filter(({ width, stroke }) => width > 20 && !stroke);
    expect(cells).toHaveLength(6);
    expect(cells[4]?.fill).toBe('#fee838');
    expect(cells[3]?.fill).toBe('#00224e');
    expect(picture.boxes.filter(({ stroke }) => stroke)).toHaveLength(2);
    for (const { x, y, width, height } of picture.boxes) {
      expect(x + width).toBeLessThanOrEqual(picture.width);
      expect(y + height).toBeLessThanOrEqual(picture.height);
    }
    expect(picture.labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Where it looks', 'the', 'area', 'la', 'zone', '<end>']),
    );
  });

  test('SVG holds the same, and whatever is typed stays text', () => {
    const svg = svgOf(layOut({ ...map, columnLabels: ['<script>', '"&\'', 'a\u0000\ud800b'] }, ']]> & co'));
    expect(svg.match(/<rect /g)).toHaveLength(1 + picture.boxes.length);
    for (const bad of ['<script', '\u0000', '\ud800']) expect(svg.includes(bad)).toBe(false);
    expect(svg).toContain('&#60;script&#62;');
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    // Every tag is closed: a strict parser would take it.
    const tags = [...svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)];
    const open = tags.filter(([, end, , alone]) => !end && !alone).length;
    expect(open).toBe(tags.filter(([, end]) => end).length);
  });

  test('heads stand side by side, layers below one another', () => {
    const many = { ...map, shape: [2, 2, 2, 3], weights: new Float32Array(24), truth: undefined };
    const { labels, width } = layOut(many, 'Heads');
    expect(labels.filter(({ text }) => /^layer \d, head \d$/.test(text))).toHaveLength(4);
    expect(width).toBeGreaterThan(picture.width);
  });

  test('sentences have their words in the cells, and nothing beyond their ends', () => {
    const cellLabels = [
      ['good', 'film'],
      ['it', 'was', 'bad'],
    ];
    const { boxes, labels } = layOut({ ...map, cellLabels }, 'Sentences');
    expect(boxes.filter(({ width, stroke }) => width > 20 && !stroke)).toHaveLength(5);
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['good', 'film', 'bad']));
  });
});

describe('as a table', () => {
  test('one line for each cell, with names, weight, score and truth', () => {
    const lines = csvOf(map).trimEnd().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe('layer,head,row,column,rowLabel,columnLabel,weight,score,truth');
    expect(lines[2]).toBe('1,1,1,2,the,zone,0.5,2,1');
  });

  test('quotes what has to be quoted', () => {
    expect(csvOf({ ...map, rowLabels: ['a,b', 'say "no"'] })).toContain('"say ""no"""');
    // No label is a formula; a number stays one.
    const formulas = ['=1+1', '@SUM(A1)', '+x', '-x', '\t=1'];
    expect(formulas.map(csvField)).toEqual(formulas.map((text) => `'${text}`));
    expect(csvField('=a,b')).toBe('"\'=a,b"');
    expect([-0.5, '-0.5', '+1', 'a-b', ''].map(csvField)).toEqual(['-0.5', '-0.5', '+1', 'a-b', '']);
  });

  test('numbers heads and layers', () => {
    const many = {
      ...map,
      shape: [2, 2, 1, 3],
      weights: new Float32Array(12),
      scores: undefined,
      truth: undefined,
    };
    expect(csvOf(many).trimEnd().split('\r\n').at(-1)).toBe('2,2,1,3,the,<end>,0,,');
  });
});
