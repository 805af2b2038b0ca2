/**
 * The interactive calculator of the element: `attend` computes everything that is shown from the reader's numbers.
 */

import { createStarter } from '../instrument/host.js';
import { liveStyles } from '../instrument/live-styles.js';
import { screenStyles } from '../instrument/screen-styles.js';
import { StaticInstrument } from '../instrument/static-instrument.js';
import { translate } from '../language/translate.js';
import { translateSchema } from '../language/translate-schema.js';
import { isSameConfiguration } from '../outline.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { sharedStyles } from '../parts/shared-styles.js';
import { throttle } from '../parts/throttle.js';
import { formatPython } from './code.js';
import {
  applyFormula,
  applyTrainedInputs,
  chooseMechanism,
  collectInputs,
  computeAttention,
  computeConfiguration,
  createLessonState,
  findLesson,
  kDefaultSeed,
  sampleInputs,
  setOption,
  toggleInput,
} from './computation.js';
import { formulaTemplate, listExplorations, validateFeatures } from './controls.js';
import { AttentionTrainer } from './descent.js';
import { getOriginSwitch } from './origin-switch.js';
import { calculatorTemplate, readForm, writeForm } from './screen.js';
import { createConfiguration, isLinkTooLong, isSingleHead, resolveOptions, splitTokens } from './state.js';
import { calculatorStyles } from './styles.js';
import { summarizeWeights } from './text.js';
import { weightsMapTemplate } from './weights-map.js';

/** @import { Host } from '../instrument/host.js' */
/** @import { AttendExtendedResult as Attended } from '../engine/attend.js' */
/** @import { Value } from '../engine/schema.js' */
/** @import { Projected } from './computation.js' */
/** @import { TensorEntry, Shown, State } from './state.js' */
/** @import { Lesson, Numbers } from './worked-example.js' */

/** Index of the query that is shown first: "chasing". */
const kFirstQuery = 3;
const kLinkEveryMs = 400;

export class LiveCalculator extends StaticInstrument {
  #host;
  #origin;
  /** Whether vectors are shown as arrows or as tables of numbers. @type {'arrows' | 'table'} */
  #form;
  /** @type {State} */
  #state;
  /** Input tensors that are sampled from the seed; the reader's edits override them. @type {ReadonlyMap<string, Numbers>} */
  #base;
  /** @type {Attended | null} */
  #result = null;
  /** @type {Projected | null} */
  #projected = null;
  /** @type {TensorEntry | null} */
  #place = null;
  /** @type {string} error message about the current numbers or options; '' for none */
  #error = '';
  /** @type {string | undefined} error message about the formula that was typed last */
  #formulaError;
  #query = kFirstQuery;
  #head = 0;
  /** The position that has the pointer or the focus. @type {number | null} */
  #hoveredPosition = null;
  #startRequest = createRequestStarter();
  #announcement = '';
  #isDisposed = false;
  styles = [liveStyles, sharedStyles, screenStyles, calculatorStyles];
  #descent = new AttentionTrainer({
    compute: (descent) => {
      this.#place = null;
      return this.#compute(false, descent);
    },
    refresh: () => this.#host.refresh(),
  });
  #linkThrottle = throttle(() => this.#announceLink(), kLinkEveryMs);

  repaint = () => this.#host.refresh();

  /** @param {Host} host @param {Shown} settings @returns {Promise<LiveCalculator>} */
  static async open(host, { configuration, shown }) {
    const { notices, ...calculated } = await computeConfiguration(configuration);
    for (const notice of notices) host.notify(notice);
    return new LiveCalculator(host, calculated, readForm(shown));
  }

  /** @param {Host} host @param {Omit<Awaited<ReturnType<typeof computeConfiguration>>, 'notices'>} calculated @param {'arrows' | 'table'} form @private */
  constructor(host, { state, base, result, projected }, form) {
    super();
    this.#host = host;
    this.#origin = getOriginSwitch(host.element);
    this.#form = form;
    this.#state = state;
    this.#base = base;
    this.#result = result;
    this.#projected = projected;
    this.#announcement = this.#summary();
  }

  relabel = () => this.#updateView({ query: this.#query });

  dispose() {
    this.#isDisposed = true;
    this.#origin.keep(this.#state);
    this.#descent.stop();
    this.#startRequest();
    this.#linkThrottle.cancel();
  }

  /** @returns {string} */
  link() {
    return this.#host.writeLink(createConfiguration(this.#state), writeForm(this.#form));
  }

  /** Returns the configuration of "Arrows", also while "Origin" is shown; undefined if the reader has not seen it. */
  readArrows = () => this.#origin.readArrows(this.#state);

  /** @param {Shown} settings @returns {boolean} whether the settings have the current numbers; if so, only their form (arrows or table) is applied */
  applySettings({ configuration, shown }) {
    if (!isSameConfiguration(configuration, createConfiguration(this.#state))) return false;
    this.#form = readForm(shown);
    this.#host.refresh();
    return true;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === 'Escape') this.#host.element.explore = '';
    const target = event.composedPath()[0];
    if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.matches('input:not([type=checkbox]), select')) return;
    event.preventDefault();
    this.#reset();
  }

  /** @param {import('../instrument/screen-frame.js').ScreenOptions} options */
  template(options) {
    if (options.explore !== 'train') this.#descent.stop();
    const place = this.#place;
    const { mechanism } = this.#state;
    const state = { ...this.#state, mechanism: translateSchema(mechanism) };
    const shared = {
      ...{ state, place, result: this.#result, query: this.#getQuery(), head: this.#head },
      hoveredPosition: this.#hoveredPosition,
      inputs: this.#inputs(),
      options: resolveOptions(state),
      gradients: place ? this.#result?.gradients : undefined,
      /** @param {number} query */
      onQuery: (query) => this.#updateView({ query }),
      /** @param {number} head */
      onHead: (head) => this.#updateView({ head }),
      /** @param {number | null} hovered */
      onHover: (hovered) => this.#updateView({ hovered }),
      /** @param {TensorEntry | null} next */
      onPlace: (next) => this.#differentiate(next),
      /** @param {string} name @param {number} index @param {number[]} values */
      onNumbers: (name, index, values) => this.#edit(name, index, values),
      /** @param {string} name @param {Value} value */
      onOption: (name, value) => this.#change({ options: setOption(state, name, value) }, name === 'grid'),
    };
    return calculatorTemplate({
      ...options,
      host: this.#host,
      state,
      lesson: findLesson(this.#state),
      error: this.#error,
      announcement: this.#announcement,
      explorations: listExplorations({
        state,
        map: weightsMapTemplate(shared),
        training: this.#descent.template({ ...shared, onEdited: (edited) => this.#change({ edited }) }),
        options: shared.options,
        onFeatures: (features) => this.#setFeatures(features),
        onOption: shared.onOption,
        onToggle: (name) => this.#change({ edited: toggleInput(state, name) }, true),
        onCode: (library) =>
          formatPython(library, mechanism, shared.inputs, shared.options, this.#result?.['choice']),
      }),
      getLink: () => this.link(),
      formula: formulaTemplate({
        state,
        formulaError: this.#formulaError,
        host: this.#host,
        onFormula: this.#setFormula,
      }),
      numbers: shared,
      projected: this.#projected && { ...shared, ...this.#projected },
      form: this.#form,
      onForm: (form) => this.#showForm(form),
      onMechanism: (name) => this.#chooseMechanism(name),
      onReset: () => this.#reset(),
      onRandom: () => this.#change({ seed: (state.seed + 1) % 2 ** 32, edited: new Map() }, true),
      onLesson: (lesson) => this.#showLesson(lesson),
      onTokens: (text) => this.#change({ tokens: splitTokens(text) }, true),
    });
  }

  /** Index of the shown query, at most that of the last token. */
  #getQuery = () => Math.min(this.#query, this.#state.tokens.length - 1);

  #inputs = () => collectInputs(this.#state, this.#base);

  /**
   * Computes the result again. Results of earlier calls are ignored.
   * @param {boolean} [resized] whether the input tensors have to be sampled again
   * @param {import('../engine/attend.js').AttendRequest['descent']} [descent]
   * @returns {Promise<Attended | undefined>} undefined if it failed or a later call has started
   */
  async #compute(resized = false, descent) {
    const isLatest = this.#startRequest();
    const before = this.#place;
    try {
      if (resized) {
        const numbers = await sampleInputs(this.#state);
        if (!isLatest()) return undefined;
        this.#base = numbers.base;
        this.#state = { ...this.#state, edited: numbers.edited };
      }
      const { result, projected } = await computeAttention(this.#state, this.#inputs(), this.#place, descent);
      if (!isLatest()) return undefined;
      if (descent) this.#state = applyTrainedInputs(this.#state, result);
      this.#result = result;
      this.#projected = projected;
      this.#error = '';
      this.#announcement = this.#summary();
      this.#linkThrottle.call();
      this.#host.refresh();
      return result;
    } catch (error) {
      if (!isLatest()) return undefined;
      const { parameter, message } = /** @type {{ parameter?: string, message: string }} */ (error);
      // The chosen entry no longer exists, because the sizes of the tensors have changed.
      if (before && parameter?.startsWith('gradient')) {
        this.#place = null;
        return this.#compute();
      }
      this.#error = message;
    }
    this.#host.refresh();
    return undefined;
  }

  /** @param {Partial<State>} change @param {boolean} [resized] */
  #change(change, resized = false) {
    this.#state = { ...this.#state, ...change };
    this.#descent.reset();
    return this.#compute(resized);
  }

  /** Changes the state, and drops the result, the chosen entry and the training of the old state. @param {Partial<State>} change */
  #startOver(change) {
    this.#place = null;
    this.#result = null;
    this.#projected = null;
    this.#formulaError = undefined;
    this.#descent.resetTargets();
    return this.#change(change, true);
  }

  /** @param {string} name of a mechanism */
  #chooseMechanism(name) {
    this.#head = 0;
    return this.#startOver(chooseMechanism(this.#state, name));
  }

  /** @param {import('./screen.js').Form} form */
  #showForm(form) {
    this.#form = readForm(form);
    this.#linkThrottle.call();
    if (form === 'table' || (form === 'origin') === isSingleHead(this.#state)) return this.#host.refresh();
    return this.#startOver(this.#origin.toggle(this.#state));
  }

  /** Sets the formula. An invalid formula stays in the text field, and the numbers remain unchanged. @param {string} formula */
  #setFormula = async (formula) => {
    const isLatest = this.#startRequest();
    const { change, error } = await applyFormula(this.#state, formula);
    if (!isLatest()) return;
    this.#formulaError = error;
    return change ? this.#change(change, true) : this.#host.refresh();
  };

  /** @param {Lesson} lesson */
  #showLesson(lesson) {
    this.#query = kFirstQuery;
    return this.#startOver(createLessonState(lesson));
  }

  #reset() {
    const { mechanism } = chooseMechanism(this.#state, this.#state.mechanism.name);
    return this.#startOver({ mechanism, seed: kDefaultSeed, options: {}, edited: new Map() });
  }

  /** Sets the width, limited by the number of cells that fit on the page. @param {number} features */
  #setFeatures(features) {
    this.#error = validateFeatures(features);
    if (!this.#error) return this.#change({ features }, true);
    this.#host.refresh();
  }

  /** @param {string} name @param {number} index of the first number @param {number[]} values */
  #edit(name, index, values) {
    const numbers = this.#inputs().get(name);
    const data = numbers?.data.map((old, i) => values[i - index] ?? old);
    if (!numbers || !data || String(data) === String(numbers.data)) return;
    return this.#change({ edited: new Map([...this.#state.edited, [name, { shape: numbers.shape, data }]]) });
  }

  /** @param {TensorEntry | null} place */
  #differentiate(place) {
    this.#place = place;
    return this.#compute();
  }

  /** @param {{ query?: number, head?: number, hovered?: number | null }} what */
  #updateView({ query, head, hovered }) {
    if (query !== undefined) {
      this.#query = query;
      this.#announcement = this.#summary();
    }
    if (head !== undefined) this.#head = head;
    if (hovered !== undefined) {
      if (hovered === this.#hoveredPosition) return;
      this.#hoveredPosition = hovered;
    }
    this.#host.refresh();
  }

  #summary() {
    return this.#result ? summarizeWeights(this.#state, this.#result, this.#getQuery(), this.#head) : '';
  }

  #announceLink() {
    if (this.#isDisposed) return;
    if (isLinkTooLong(this.#state))
      this.#host.notify(translate('You have changed more numbers than fit into a link.'));
    else this.#host.reportChange(this.link());
  }
}

export const start = createStarter(LiveCalculator);
