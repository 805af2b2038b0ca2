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

export class HeldGlimpses {
  /** The latest picture, which is of the current model. @type {GlimpseData | null} */
  #present = null;
  #names;

  /** @param {ViewOptions} options @param {Sizes} sizes @param {() => void} draw */
  constructor({ rowLabels, columnLabels, ...options }, sizes, draw) {
    const { side, names } = sizes;
    this.#names = names;
    const labels = {
      rows: rowLabels.map((number) => `${translate('Glimpse')} ${number}`),
      columns: columnLabels.map(formatRegion),
    };
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      getInput: () => this.#present && { example: this.#present.example },
      getLearnedRow: (_, t) => (this.#present ? sliceRow(this.#present.places, t, 2) : []),
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
    };
    this.holding = new Holding(map, options);
  }

  /** @param {GlimpseData} snapshot of the current model */
  follow(snapshot) {
    if (this.#present && this.#present.example !== snapshot.example) this.holding.releaseAll();
    this.#present = snapshot;
    this.holding.update(snapshot.step);
  }

  /**
   * Returns the picture with the held places, if it is of the current model. @template {GlimpseData | null} Snapshot
   * @param {Snapshot} snapshot
   * @returns {Snapshot}
   */
  apply(snapshot) {
    const { before, after } = this.holding.answers ?? {};
    if (!snapshot || !before || !after || snapshot !== this.#present) return snapshot;
    const [learned, now] = [before, after].map((answer) =>
      createGlimpseData(answer, snapshot.step, this.#names),
    );
    const { picture, places, patches, confidence } = now;
    const held = this.holding.rows.map(({ row }) => row);
    return { ...snapshot, picture, places, patches, confidence, learned, held };
  }

  /** The watched picture in the current model, with the held places. */
  get present() {
    return this.apply(this.#present);
  }
}
