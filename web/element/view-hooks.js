/**
 * What a live instrument gives to its views: painting of its map, the initial map, hold and text, and handlers of their events,
 * which also emit events of the element and scroll the tab of the views to a new hold.
 */

import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { capitalize } from '../parts/format.js';
import { elementSchemas } from './attributes.js';

/** @import { ViewOptions } from '../engine/view-types.js' */
/** @import { LiveInstrument } from './live.js' */

/** Length of the longest text that a link stores. */
const kMaxTextLength = Number(elementSchemas.find(({ name }) => name === 'text')?.maximumLength);

/** @param {LiveInstrument} live @returns {Pick<ViewOptions, 'createBoard' | 'createThumbnail' | 'initialMap' | 'initialHold' | 'initialText' | 'events'>} */
export function createViewHooks(live) {
  const { host, liveRun, partAccess } = live;
  const truthParameter = liveRun.experiment.parameters.find(
    ({ name, restart }) => name === 'map' && !restart && partAccess.isAvailable(name),
  );
  // The module of the first view paints the map.
  const { createBoard, createThumbnail } = live.modules.get(liveRun.experiment.views[0] ?? '') ?? {};
  let shownHold = live.hold;
  return {
    createBoard,
    createThumbnail,
    initialMap: live.mapName,
    initialHold: live.hold,
    initialText: live.text,
    events: {
      onMove: truthParameter && ((row, column) => moveTruth(live, truthParameter.name, row, column)),
      onMap: (map, head) => {
        live.mapName = map;
        live.reportChange();
        host.emit('attento-map', { map, ...head });
      },
      onHold: (text, held) => {
        if (live.hold !== text) {
          live.hold = text;
          live.reportChange();
        }
        if (held === undefined) return;
        if (text && !shownHold) {
          // On a narrow screen the predictions are at the top of the tab.
          host.element.tab = 'side';
          host.getRoot().querySelector('.side')?.scrollTo(0, 0);
        }
        shownHold = text;
        host.emit('attento-hold', { hold: text, ...held });
      },
      onText: (text) => {
        live.text = text.length <= kMaxTextLength ? text : '';
        live.reportChange();
      },
      onRow: (row) => host.emit('attento-row', { row }),
      onStep: (step) => live.display.timeline.choose(step),
    },
  };
}

/** Handles a change of the true attention by the reader. @param {LiveInstrument} live @param {string} parameter @param {number} row @param {number} column */
async function moveTruth({ liveRun, views, display }, parameter, row, column) {
  const { scope, training } = liveRun;
  const truth = [.../** @type {readonly number[]} */ (scope.configuration.parameters[parameter])];
  truth[row] = column;
  await liveRun.change(parameter, truth);
  const { rowLabels, columnLabels } = scope.manifest;
  const label = translate('truth of {row} moved to {column}', {
    row: translateRowLabel(rowLabels[row] ?? ''),
    column: columnLabels[column],
  });
  display.announce(`${capitalize(label)}.`);
  if (scope.step === 0) return;
  views.mark(scope.step, label);
  // The reader wants to see the network learn the new truth: extend the plan and start.
  training.plan.extend();
  await liveRun.perform(() => training.run());
}
