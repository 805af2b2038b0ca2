/**
 * A view of the watched example in each frame of the training. It records the frames as a film, and begins a new film when the
 * example changes.
 * @module
 */

import { createFilmHistory } from './film-history.js';
import { createTemplateView } from './view.js';

/** @import { Frame } from '../engine/shapes.js' */
/** @import { ThrottledPart, TemplateViewOptions } from './view.js' */

/**
 * @template Scene
 * @typedef {object} MapViewOptions
 * @property {TemplateViewOptions['attributes']} attributes
 * @property {(frame: Frame) => Scene | null} extract what is shown of a frame; a copy, because it is kept
 * @property {(scene: Scene, before: Scene) => boolean} [isOther] whether two scenes show different examples, which must not be
 *   in one film
 * @property {(scene: Scene | null, throttled: ThrottledPart) => unknown} template null: before the first frame
 * @property {(scene: Scene | null, throttled: ThrottledPart) => unknown} [readout]
 * @property {(scene: Scene) => string} summary
 * @property {TemplateViewOptions['panels']} [panels]
 * @property {boolean} [wide]
 * @property {number} [frameIntervalMs]
 * @property {(frame: Frame, scene: Scene) => void} [onFrame] called before a new frame is drawn
 * @property {() => void} [dispose]
 */

/**
 * @template Scene
 * @param {MapViewOptions<Scene>} options
 */
export function createMapView({
  extract,
  isOther = () => false,
  template,
  readout,
  summary,
  onFrame,
  ...others
}) {
  const history =
    /** @type {ReturnType<typeof createFilmHistory<{ step: number, loss: number, scene: Scene }>>} */ (
      createFilmHistory({ onShow: () => view.drawFrame() })
    );
  const getScene = () => history.getFrame()?.scene ?? null;
  const view = createTemplateView({
    ...others,
    template: (throttled) => template(getScene(), throttled),
    ...(readout && { readout: (/** @type {ThrottledPart} */ throttled) => readout(getScene(), throttled) }),
    film: history.film,
    update(frame) {
      const scene = extract(frame);
      if (!scene) return;
      const before = history.getPresent();
      const isNew = !before || isOther(scene, before.scene);
      if (isNew) history.clear();
      history.record({ step: frame.step, loss: frame.loss, scene });
      onFrame?.(frame, scene);
      if (isNew) view.draw();
      else view.drawFrame();
    },
    summary() {
      const scene = getScene();
      return scene ? summary(scene) : '';
    },
  });
  return { ...view, getScene };
}
