/** A map to take along as a table. */
import { describe, expect, test } from 'vitest';
import { csvField } from '../../web/save/csv.js';
import { csvOf } from '../../web/save/map-table.js';

/** @type {import('../../web/save/map-table.js').SavedMap} */
const map = {
  name: 'weights',
  shape: [2, 3],
  weights: Float32Array.of(0.25, 0.5, 0.25, 0, 1, 0),
  scores: Float32Array.of(1, 2, 3, 4, 5, 6),
  truth: Float32Array.of(0, 1, 0, 0, 1, 0),
  rowLabels: ['the', 'area'],
  columnLabels: ['la', 'zone', '<end>'],
};

describe('as a table', () => {
  test('one line for each cell, with names, weight, score and truth', () => {
    const lines = csvOf(map).trimEnd().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe('map,layer,head,row,column,rowLabel,columnLabel,weight,score,truth');
    expect(lines[2]).toBe('weights,1,1,1,2,the,zone,0.5,2,1');
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
    expect(csvOf(many).trimEnd().split('\r\n').at(-1)).toBe('weights,2,2,1,3,the,<end>,0,,');
  });
});
