/** A map saved as CSV. */
import { describe, expect, test } from 'vitest';
import { createCsvFile, formatCsvField, formatExcelField } from '../../web/save/csv.js';
import { formatMapCsv } from '../../web/save/map-table.js';

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
    const lines = formatMapCsv(map).trimEnd().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe('map,layer,head,row,column,rowLabel,columnLabel,weight,score,truth');
    expect(lines[2]).toBe('weights,1,1,1,2,the,zone,0.5,2,1');
  });

  test('does not escape fields that are not formulas', () => {
    const plain = ['-', '+', '=', '@', '@-@', '--', '->', '\t-', -1.5, '-1.5', '-1e5', '1-2', '7'];
    expect(plain.map(formatCsvField)).toEqual(plain.map(String));
    const formulas = [
      "=cmd|' /C calc'!A0",
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '=""',
      '＝1+1',
      '\t=1',
      '\r\t@x',
      '-\nA1',
    ];
    for (const formula of formulas) {
      expect(formatCsvField(formula)).toMatch(/^"?'/);
      expect(formatExcelField(formula)).toMatch(/^"?'/);
    }
  });

  test('for Excel: a byte order mark, semicolons, decimal commas, and texts that Excel does not convert', async () => {
    const fields = [0.25, -1.5, 1e-7, 3, 40_000].map(formatExcelField);
    expect(fields).toEqual(['0,25', '-1,5', '1e-7', '3', '40000']);
    const unchanged = ['the', '-', '@-@', '7', '0', '-12', '', 'a,b', 'é'];
    expect(unchanged.map(formatExcelField)).toEqual(unchanged);
    const dates = ['1-2', '3/4', '12:30', 'Mar 1', '1.5.'];
    const numbers = ['1e5', '007', '1.5', '1,5', '5 %', '-0.5', '9'.repeat(16), 'Wahr'];
    for (const text of [...dates, ...numbers]) expect(formatExcelField(text)).toBe(`"=""${text}"""`);
    expect(formatExcelField('2"')).toBe('"=""2"""""""');
    expect(formatExcelField('a;b')).toBe('"a;b"');
    const lines = formatMapCsv({ ...map, rowLabels: ['1-2', 'é'] }, 'excel').split('\r\n');
    expect(lines[1]).toBe('weights;1;1;1;1;"=""1-2""";la;0,25;1;0');
    const file = createCsvFile('é', 'excel');
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
    expect(createCsvFile('é').size).toBe(2);
  });

  test('numbers heads and layers', () => {
    const many = {
      ...map,
      shape: [2, 2, 1, 3],
      weights: new Float32Array(12),
      scores: undefined,
      truth: undefined,
    };
    expect(formatMapCsv(many).trimEnd().split('\r\n').at(-1)).toBe('weights,2,2,1,3,the,<end>,0,,');
  });
});
