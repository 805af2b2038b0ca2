/** The curves as a table of at most twenty-four lines. */

import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatCount, formatNumber } from '../../parts/format.js';

/** @import { Curves } from './curves.js' */

const kLines = 24;

/** @param {Curves} curves with points at the same steps @param {boolean} whole whether all points are listed */
export function createCurveTable({ visibleCurves, endLabels, past }, whole) {
  const points = visibleCurves[0]?.points ?? [];
  const stride = whole ? 1 : Math.ceil(points.length / kLines) || 1;
  const lines = [
    ...points
      .map(({ step }, i) => ({
        step,
        cells: visibleCurves.map((curve) =>
          exactNumberTemplate(curve.points[i]?.value ?? Number.NaN, formatNumber),
        ),
      }))
      .filter((_, i) => (points.length - 1 - i) % stride === 0),
    ...past.marks.map(({ step, label }) => ({ step, cells: [label] })),
  ].sort((a, b) => a.step - b.step);
  return {
    head: [translate('step'), ...visibleCurves.map((_, index) => endLabels?.[index] ?? translate('loss'))],
    rows: lines.map(({ step, cells }) => [exactNumberTemplate(step, formatCount), ...cells]),
  };
}
