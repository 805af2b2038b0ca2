/**
 * The watched picture with the places of glimpses that the reader holds fixed. Rows are glimpses, columns pixels.
 */

import { translate } from '../../language/translate.js';
import { formatRegion } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { createGlimpseData, sliceRow } from './glimpse-data.js';
import { getGlyphName } from './glimpse-text.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */

/** @param {ViewOptions} options @param {Sizes} sizes @param {() => void} draw */
export function createHeldGlimpses({ rowLabels, columnLabels, ...options }, sizes, draw) {
  const { side, names } = sizes;
  const labels = {
    rows: rowLabels.map((number) => `${translate('Glimpse')} ${number}`),
    columns: columnLabels.map(formatRegion),
  };
  /** @type {Holding<GlimpseData>} */
  const holding = new Holding(
    {
      isOther: ({ example }, before) => example !== before.example,
      getInput: () => holding.present && { example: holding.present.example },
      getLearnedRow: (_, t) => (holding.present ? sliceRow(holding.present.places, t, 2) : []),
      placeRow: (_, pixel) => [pixel % side, Math.floor(pixel / side)].map((at) => (2 * at + 1) / side - 1),
      getLabels: () => labels,
      // Only the answer after the last glimpse counts.
      getCandidates: (answer) => {
        const { confidence } = createGlimpseData(answer, 0, names);
        return sliceRow(confidence, rowLabels.length - 1, names.length)
          .map((probability, glyph) => ({ token: getGlyphName(sizes, glyph), probability }))
          .sort((a, b) => b.probability - a.probability);
      },
      onChange: draw,
    },
    options,
  );
  return {
    holding,
    /**
     * Returns the picture with the held places, if it is of the current model; else unchanged. @template {GlimpseData | null} Snapshot
     * @param {Snapshot} snapshot
     * @returns {Snapshot}
     */
    apply(snapshot) {
      const { answers, present, rows } = holding;
      if (!snapshot || !answers || snapshot !== present) return snapshot;
      const learned = createGlimpseData(answers.before, snapshot.step, names);
      const { picture, places, patches, confidence } = createGlimpseData(answers.after, snapshot.step, names);
      const held = rows.map(({ row }) => row);
      return { ...snapshot, picture, places, patches, confidence, learned, held };
    },
  };
}
