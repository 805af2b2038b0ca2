/**
 * Measures the sample of maps; loaded when the reader has made a prediction.
 * @module
 */
import { openMaps } from '../../index.js';
import { translate } from '../../language/translate.js';
import { sample } from '../../maps/sample.js';

/** @import { OwnMap } from '../../engine/own-maps.js' */

/** Measures in how many rows each head looks mostly at the truth. @returns {Promise<import('../../lab/question.js').ProbeResult>} */
export async function readSample() {
  const file = await openMaps(sample);
  const [{ steps, layers, heads }] = /** @type {[OwnMap]} */ (file.maps);
  const names = Array.from(
    { length: layers * heads },
    (_, i) => `L${Math.floor(i / heads) + 1}·H${(i % heads) + 1}`,
  );
  const rows = steps.map((_step, step) =>
    names.map((_, i) => {
      const place = { map: 0, step, layer: Math.floor(i / heads), head: i % heads };
      return file.measures(place).alignmentAccuracy;
    }),
  );
  return {
    values: {
      falls: rows.some((shares, k) => shares.some((share, i) => share < Number(rows[k - 1]?.[i]))),
    },
    text: translate('Share of rows, by step'),
    table: { columns: names, rows: steps.map((step, k) => [String(step), ...(rows[k] ?? [])]) },
  };
}
