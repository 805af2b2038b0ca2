/**
 * What is read from the sample; loaded when a prediction has been made.
 * @module
 */
import { openMaps } from '../../index.js';
import { say } from '../../language/say.js';
import { sample } from '../../maps/sample.js';

/** @import { OwnMap } from '../../engine/own-maps.js' */

/** In how many rows each head looks mostly at the truth. @returns {Promise<import('../../lab/question.js').Findings>} */
export async function readSample() {
  const file = await openMaps(sample);
  const [{ steps, layers, heads }] = /** @type {[OwnMap]} */ (file.maps);
  const rows = Array.from({ length: layers * heads }, (_, i) => {
    const place = { map: 0, layer: Math.floor(i / heads), head: i % heads };
    return steps.map((_step, step) => file.measures({ ...place, step }).alignmentAccuracy);
  });
  return {
    values: { falls: rows.some((shares) => shares.some((share, i) => share < Number(shares[i - 1]))) },
    told: say('Share of rows, by step'),
    table: {
      columns: steps.map(String),
      rows: rows.map((shares, i) => [`L${Math.floor(i / heads) + 1}·H${(i % heads) + 1}`, ...shares]),
    },
  };
}
