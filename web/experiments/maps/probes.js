/** Measures the sample file of attention maps; loaded once the reader has made a prediction. */
import { openMaps } from '../../index.js';
import { formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';
import { sample } from '../../maps/sample.js';

/** @import { OwnMap } from '../../engine/own-maps.js' */

/** Measures in how many rows each head has most of its weight on the true positions. @returns {Promise<import('../../lab/question.js').ProbeResult>} */
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
  const isFalling =
    (/** @type {number} */ step) => (/** @type {number} */ share, /** @type {number} */ head) =>
      share > Number(rows[step + 1]?.[head]);
  const at = rows.findIndex((shares, step) => shares.some(isFalling(step)));
  const head = rows[at]?.findIndex(isFalling(at)) ?? 0;
  return {
    values: { falls: at >= 0 },
    text: translate('{head}: {before} of the rows at step {step}, {after} at step {next}', {
      head: names[head],
      before: formatDecimalPercent(rows[at]?.[head]),
      step: steps[at],
      after: formatDecimalPercent(rows[at + 1]?.[head]),
      next: steps[at + 1],
    }),
  };
}
