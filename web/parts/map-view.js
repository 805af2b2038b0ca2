/**
 * A view of the watched example in each frame of the training. It records the frames as a film, and begins a new film when the
 * example changes.
 */

import { createFilmHistory } from './film-history.js';
import { createTemplateView } from './view.js';

/** @import { Frame } from '../engine/view-types.js' */
/** @import { Holding } from './holding.js' */
/** @import { ThrottledPart, TemplateViewOptions } from './view.js' */

/**
 * @template Snapshot
 * @typedef {object} MapViewOptions
 * @property {TemplateViewOptions['attributes']} attributes
 * @property {(frame: Frame) => Snapshot | null} extract what is shown of a frame; a copy, because it is kept
 * @property {(snapshot: Snapshot, before: Snapshot) => boolean} [isOther] whether two snapshots show
 *   different examples, which must not be in one film
 * @property {(snapshot: Snapshot | null, throttled: ThrottledPart) => unknown} template null: before the first frame
 * @property {(snapshot: Snapshot | null, throttled: ThrottledPart) => unknown} [readout]
 * @property {(snapshot: Snapshot) => string} summary
 * @property {TemplateViewOptions['panels']} [panels]
 * @property {boolean} [wide]
 * @property {number} [frameIntervalMs]
 * @property {Holding<Snapshot>} [holding] what the reader holds in the map; it follows the frames and ends with the view
 * @property {(snapshot: Snapshot) => Snapshot} [applyHeld] returns what is shown: the snapshot with what the reader holds
 * @property {(frame: Frame, snapshot: Snapshot) => void} [onFrame] called before a new frame is drawn
 * @property {TemplateViewOptions['disposables']} [disposables]
 */

/**
 * @template Snapshot
 * @param {MapViewOptions<Snapshot>} options
 */
export function createMapView({
  extract,
  isOther = () => false,
  template,
  readout,
  summary,
  holding,
  applyHeld = (snapshot) => snapshot,
  onFrame,
  disposables = [],
  ...others
}) {
  const history =
    /** @type {ReturnType<typeof createFilmHistory<{ step: number, loss: number, snapshot: Snapshot }>>} */ (
      createFilmHistory({ onShow: () => view.drawFrame() })
    );
  const getSnapshot = () => history.getFrame()?.snapshot ?? null;
  const getShown = () => {
    const snapshot = getSnapshot();
    return snapshot && applyHeld(snapshot);
  };
  const view = createTemplateView({
    ...others,
    disposables: [holding, ...disposables],
    template: (throttled) => template(getShown(), throttled),
    ...(readout && {
      readout: (/** @type {ThrottledPart} */ throttled) => readout(getShown(), throttled),
    }),
    film: history.film,
    update(frame) {
      const snapshot = extract(frame);
      if (!snapshot) return;
      const before = history.getPresent();
      const isNew = !before || isOther(snapshot, before.snapshot);
      if (isNew) history.clear();
      history.record({ step: frame.step, loss: frame.loss, snapshot });
      holding?.follow(snapshot, frame.step);
      onFrame?.(frame, snapshot);
      if (isNew) view.draw();
      else view.drawFrame();
    },
    summary() {
      const snapshot = getSnapshot();
      return snapshot ? summary(snapshot) : '';
    },
  });
  return { ...view, getSnapshot };
}
