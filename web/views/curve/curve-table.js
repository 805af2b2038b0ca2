/**
 * One curve, or two, as a table of at most twenty-four lines.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { formatCount, formatNumber } from '../../parts/format.js';

const kLines = 24;

/** @import { CurvePoint } from '../../engine/shapes.js' */

export function createCurveTable() {
  const table = createDisclosureTable(translate('Loss as a table'));
  return {
    element: table.element,
    /**
     * @param {readonly { name: string, points: readonly CurvePoint[] }[]} curves with points at the same steps
     * @param {readonly { step: number, label: string }[]} marks
     */
    write(curves, marks) {
      table.write((whole) => {
        const points = curves[0]?.points ?? [];
        const stride = whole ? 1 : Math.ceil(points.length / kLines) || 1;
        const lines = [
          ...points.flatMap(({ step }, i) => {
            if ((points.length - 1 - i) % stride !== 0) return [];
            return [
              {
                step,
                cells: curves.map((curve) => exactNumber(curve.points[i]?.value ?? Number.NaN, formatNumber)),
              },
            ];
          }),
          ...marks.map(({ step, label }) => ({ step, cells: [label] })),
        ].sort((a, b) => a.step - b.step);
        return {
          head: [translate('step'), ...curves.map(({ name }) => name)],
          rows: lines.map(({ step, cells }) => [exactNumber(step, formatCount), ...cells]),
        };
      });
    },
  };
}
