/**
 * The watched picture, looked at glimpse by glimpse, while the network learns where to look; and many pictures at once.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { getPictureTexts, getWatchedExample, watchedExampleTemplate } from '../../parts/watched-example.js';
import { extractGlimpseData, readSizes } from './glimpse-data.js';
import { galleryTemplate, samplesTemplate } from './glimpse-gallery.js';
import { createGlimpsePlayer } from './glimpse-player.js';
import { glimpseStyles } from './glimpse-styles.js';
import { createGlimpseTable, describeVerdict, summarizeGlimpses } from './glimpse-text.js';
import { createHeldGlimpses } from './held-glimpses.js';

export const styles = glimpseStyles;
export { createPaintedMap as createBoard } from './painted-map.js';

/** @import { Frame, View, ViewOptions } from '../../engine/view-types.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { maps, rowLabels, manifest, parameters } = options;
  const [sizes, count] = [readSizes(manifest.details, parameters()), rowLabels.length];
  /** @type {Frame | null} */
  let present = null;
  const draw = () => view.draw();
  const held = createHeldGlimpses(options, sizes, draw);
  const { holding } = held;
  const glimpses = createGlimpsePlayer({ sizes, count, draw, holding });
  const view = createMapView({
    attributes: { class: 'bars glimpse', 'aria-label': translate('Path of the glimpses') },
    extract: (frame) => extractGlimpseData(frame, getWatchedExample(options)),
    isOther: (snapshot, before) => snapshot.example !== before.example,
    applyHeld: held.apply,
    template: (snapshot, throttled) => html`
      <div class="align-head">${watchedExampleTemplate(options, getWatchedExample(options), getPictureTexts())}</div>
      ${glimpses.template(snapshot, snapshot ? summarizeGlimpses(snapshot, sizes) : translate('Path of the glimpses'))}
      ${legendTemplate(
        [legendMarkTemplate('truth'), translate('glyph')],
        [legendMarkTemplate('place'), translate('places, in their order')],
        [legendMarkTemplate('eye'), translate('what the glimpse sees, at each scale')],
        [legendMarkTemplate('spread'), translate('σ: how wide places scatter in training')],
      )}
      ${throttled(() => disclosureTable(translate('Glimpses as a table'), snapshot && (() => createGlimpseTable(snapshot, sizes))))}
    `,
    readout: (snapshot) => [mapHelpTemplate(maps[0]), holdingTemplate(holding), glimpses.readout(snapshot)],
    panels: [
      {
        name: 'many-pictures',
        label: translate('many pictures at once'),
        attributes: { class: 'bars', 'aria-label': translate('Many pictures at once') },
        template: () => galleryTemplate(present, sizes, count, held.apply(holding.present)),
      },
      {
        name: 'looks',
        label: translate('samples of the last step'),
        attributes: { class: 'bars', 'aria-label': translate('Samples of the last step') },
        template: () => samplesTemplate(present, sizes, count),
      },
    ],
    holding,
    onFrame(frame) {
      present = frame;
      if (frame.step > 0) glimpses.player.startOnce();
    },
    summary: (snapshot) =>
      `${summarizeGlimpses(snapshot, sizes)} ${describeVerdict(snapshot.metrics)}`.trim(),
    disposables: [glimpses.player],
  });
  return view;
}
