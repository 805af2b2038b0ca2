/**
 * One curve, or two, as a table of at most twenty-four lines.
 * @module
 */

import { say } from '../language/say.js';
import { createDisclosureTable } from './disclosure-table.js';
import { formatCount, formatNumber } from './format.js';

const kLines = 24;

/** @typedef {import('./curve-history.js').CurvePoint} CurvePoint */

export function createCurveTable() {
  const table = createDisclosureTable(say('Loss as a table'));
  return {
    element: table.element,
    /**
     * @param {readonly { name: string, points: readonly CurvePoint[] }[]} curves with points at the same steps
     * @param {readonly { step: number, label: string }[]} marks
     */
    write(curves, marks) {
      table.write(() => {
        const points = curves[0]?.points ?? [];
        const stride = Math.ceil(points.length / kLines) || 1;
        const lines = [
          ...points.flatMap(({ step }, i) => {
            if ((points.length - 1 - i) % stride !== 0) return [];
            return [
              { step, cells: curves.map((curve) => formatNumber(curve.points[i]?.value ?? Number.NaN)) },
            ];
          }),
          ...marks.map(({ step, label }) => ({ step, cells: [label] })),
        ].sort((a, b) => a.step - b.step);
        return {
          head: [say('step'), ...curves.map(({ name }) => name)],
          rows: lines.map(({ step, cells }) => [formatCount(step), ...cells]),
        };
      });
    },
  };
}
