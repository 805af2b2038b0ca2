/** One curve, or two, as a table of at most twenty-four lines. */

import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatNumber } from '../../parts/format.js';

const kLines = 24;

/** @import { CurvePoint } from '../../engine/view-types.js' */

/**
 * @param {readonly { name: string, points: readonly CurvePoint[] }[]} curves with points at the same steps
 * @param {readonly { step: number, label: string }[]} marks
 * @param {boolean} whole whether all points are listed
 */
export function createCurveTable(curves, marks, whole) {
  const points = curves[0]?.points ?? [];
  const stride = whole ? 1 : Math.ceil(points.length / kLines) || 1;
  const lines = [
    ...points
      .map(({ step }, i) => ({
        step,
        cells: curves.map((curve) => exactNumberTemplate(curve.points[i]?.value ?? Number.NaN, formatNumber)),
      }))
      .filter((_, i) => (points.length - 1 - i) % stride === 0),
    ...marks.map(({ step, label }) => ({ step, cells: [label] })),
  ].sort((a, b) => a.step - b.step);
  return {
    head: [translate('step'), ...curves.map(({ name }) => name)],
    rows: lines.map(({ step, cells }) => [exactNumberTemplate(step, formatCount), ...cells]),
  };
}
