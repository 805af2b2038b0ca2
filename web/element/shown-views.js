/**
 * The views of the run that is shown, and the lesson around them.
 * @module
 */
import { LiveViews } from './live-views.js';
import { createRunContext } from './view-options.js';

/** @import { Lesson } from '../classroom/lesson.js' */

/**
 * @typedef {object} Surroundings
 * @property {import('../instrument/host.js').Host} host
 * @property {import('./live-run.js').LiveRun} run
 * @property {import('../instrument/part-access.js').PartAccess} partAccess
 * @property {import('./view-modules.js').ViewModules} modules
 * @property {typeof Lesson | null} Lesson loaded only in lesson and quiz mode
 * @property {string | undefined} mapName name of the first map
 * @property {import('../save/save-view.js').SaveContext} saving
 * @property {(parameter: string, row: number, column: number) => void} onMove the reader has moved the truth
 * @property {(step: number | null) => void} onStep the reader has chosen a step
 * @property {() => void} onMap the reader has chosen another map
 */

export class ShownViews {
  #surroundings;
  /** @type {LiveViews} */
  current;
  /** @type {Lesson | null} */
  lesson = null;
  /** Name of the map, if the reader or the page has chosen one. */
  mapName;

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    this.mapName = surroundings.mapName;
    this.current = this.#create();
  }

  /** Replaces the views, which keep this memory. @param {LiveViews['memory']} memory */
  recreate(memory) {
    this.current = this.#create(memory).createAll();
  }

  repaint() {
    this.current.repaint();
    this.lesson?.repaint();
  }

  dispose() {
    this.lesson?.dispose();
    this.current.dispose();
  }

  /** @param {LiveViews['memory']} [memory] of the previous views @returns {LiveViews} */
  #create(memory) {
    const { host, run, partAccess, modules, Lesson, saving, onMove, onStep, onMap } = this.#surroundings;
    const truthParameter = run.experiment.parameters.find(
      ({ name, restart }) => name === 'map' && !restart && partAccess.isAvailable(name),
    );
    const views = new LiveViews(
      modules,
      createRunContext(run),
      {
        initialMap: this.mapName,
        events: {
          onMove: truthParameter && ((row, column) => onMove(truthParameter.name, row, column)),
          onMap: (map, head) => {
            this.mapName = map;
            onMap();
            host.emit('attento-map', { map, ...head });
          },
          onRow: (row) => host.emit('attento-row', { row }),
          onStep,
        },
      },
      // A lesson has its own prediction map.
      (name) => partAccess.isVisible(name) && !(name === 'prediction' && Lesson),
      saving,
      memory,
    );
    const mode = partAccess.mode === 'quiz' ? 'quiz' : 'lesson';
    this.lesson = Lesson && new Lesson({ mode, of: views.options, host });
    return views;
  }
}
