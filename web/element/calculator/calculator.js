/**
 * The live calculator behind the tag: the reader's numbers go to `attend`, and everything that is shown comes back from it.
 * @module
 */

import { html } from 'lit';
import { attend, calculator, mechanisms } from '../../index.js';
import { say } from '../../language/say.js';
import { saySchema } from '../../language/say-schema.js';
import { writeLink } from '../../outline.js';
import { sharedStyles } from '../../views/shared-styles.js';
import { throttle } from '../../views/throttle.js';
import { extrasOf, ownSchemas } from '../attributes.js';
import { watchColours } from '../colours.js';
import { liveStyles } from '../live-styles.js';
import { forgetRadios } from '../radios.js';
import { shareTemplate } from '../share.js';
import { codeTemplate, headTemplate, kFeatureSchema, settingsTemplate } from './chooser.js';
import { pythonCode } from './code.js';
import { inputsTemplate } from './inputs.js';
import { linesTemplate } from './lines.js';
import {
  configurationOf,
  extentsOf,
  kMostNumbers,
  optionsOf,
  presentInputs,
  stateOf,
  tokensOf,
} from './state.js';
import { calculatorStyles } from './styles.js';
import { summaryOf } from './text.js';
import { lessons, overlaid, withExample } from './worked.js';

/** @typedef {import('../live.js').Host} Host */
/** @typedef {import('../settings.js').Settings} Settings */
/** @typedef {import('../../engine/attend.js').AttendedMore} Attended */
/** @typedef {import('../../engine/schema.js').Value} Value */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./worked.js').Lesson} Lesson */
/** @typedef {import('./worked.js').Numbers} Numbers */
/** @typedef {{ of: string, at: number[] }} Place */

/** The query that is shown first: "chasing". */
const kFirstQuery = 3;

const kLinkEveryMs = 400;

export class Live {
  #host;
  /** @type {State} */
  #state;
  /** Numbers of this seed, under what the reader has edited. @type {ReadonlyMap<string, Numbers>} */
  #base = new Map();
  /** @type {Attended | null} */
  #result = null;
  /** @type {Place | null} */
  #place = null;
  /** @type {string} what is wrong with the present numbers or options */
  #error = '';
  #query = kFirstQuery;
  #head = 0;
  /** The position under the pointer or the focus. @type {number | null} */
  #hot = null;
  /** Counts computations, so that one that was overtaken knows. */
  #turn = 0;
  #spoken = '';
  #disposed = false;
  #link = throttle(() => this.#tellLink(), kLinkEveryMs);
  #unwatch = watchColours(() => this.repaint());

  // What the tag asks of every live part. Here nothing is trained.
  scope = null;
  own = null;
  rows = 1;
  run = async () => undefined;
  pause = async () => undefined;
  setInSight = () => undefined;

  /**
   * @param {Host} host
   * @param {Settings} settings
   * @returns {Promise<Live>}
   */
  static async open(host, { configuration }) {
    const { state, notices } = stateOf(configuration, mechanisms());
    for (const notice of notices) host.notify(notice);
    const live = new Live(host, state);
    try {
      await live.#start();
    } catch (error) {
      live.dispose();
      throw error;
    }
    return live;
  }

  /** @param {Host} host @param {State} state @private */
  constructor(host, state) {
    this.#host = host;
    this.#state = state;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([liveStyles, sharedStyles, calculatorStyles].join('\n'));
    host.root().adoptedStyleSheets = [...host.root().adoptedStyleSheets, sheet];
  }

  repaint() {
    this.#host.refresh();
  }

  /** The language has changed. */
  relabel() {
    this.#spoken = this.#summary();
    this.#host.refresh();
  }

  dispose() {
    this.#disposed = true;
    this.#turn++;
    this.#link.cancel();
    this.#unwatch();
    const root = this.#host.root();
    forgetRadios(root);
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -1);
  }

  /** @returns {string} */
  link() {
    return writeLink(configurationOf(this.#state), extrasOf(this.#host.element), ownSchemas);
  }

  /** @param {Settings} settings @returns {boolean} whether they ask for something else than what is shown */
  differs({ configuration }) {
    return writeLink(configuration) !== writeLink(configurationOf(this.#state));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = event.composedPath()[0];
    if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.matches('input:not([type=checkbox]), select')) return;
    event.preventDefault();
    this.#reset();
  }

  /** @param {string} controls 'all', 'run' or 'none' */
  template(controls) {
    const state = { ...this.#state, mechanism: saySchema(this.#state.mechanism) };
    const shown = { state, result: this.#result, query: this.#row(), head: this.#head };
    return html`
      <div class="calc">
        ${
          controls === 'none'
            ? null
            : headTemplate({
                state,
                mechanisms: mechanisms().map(saySchema),
                lesson: this.#lesson(),
                onMechanism: (name) => this.#choose(name),
                onLesson: (lesson) => this.#teach(lesson),
              })
        }
        ${
          controls === 'all'
            ? settingsTemplate({
                state,
                options: optionsOf(state),
                error: this.#error,
                onTokens: (text) => this.#change({ tokens: tokensOf(text) }, true),
                onFeatures: (features) => this.#setFeatures(features),
                onOption: (name, value) => this.#setOption(name, value),
                onReset: () => this.#reset(),
                onRandom: () => this.#change({ seed: (state.seed + 1) % 2 ** 32, edited: new Map() }, true),
                onToggle: (name) => this.#toggle(name),
              })
            : null
        }
        <div class="calc-body">
          ${inputsTemplate({
            state,
            inputs: this.#inputs(),
            query: this.#row(),
            place: this.#place,
            gradients: this.#place ? this.#result?.gradients : undefined,
            onCell: (name, index, value) => this.#edit(name, index, value),
            onClear: () => this.#differentiate(null),
          })}
          ${linesTemplate({
            ...shown,
            place: this.#place,
            hot: this.#hot,
            onPlace: (place) => this.#differentiate(place),
            onQuery: (query) => this.#show({ query }),
            onHead: (head) => this.#show({ head }),
            onHot: (hot) => this.#show({ hot }),
          })}
        </div>
        ${
          controls === 'all'
            ? html`
          <div class="more calc-more">
            ${codeTemplate((library) => this.#code(library))}
            ${shareTemplate(this.#host, { title: say(calculator.title), linkOf: () => this.link() })}
          </div>`
            : null
        }
        <p class="visually-hidden" role="status">${this.#spoken}</p>
      </div>
    `;
  }

  /** The query that is shown, of those that there are. */
  #row() {
    return Math.min(this.#query, this.#state.tokens.length - 1);
  }

  /** The lesson that these numbers are, if any. */
  #lesson() {
    const present = writeLink(configurationOf(this.#state));
    return lessons.find((lesson) => writeLink(configurationOf(this.#lessonState(lesson))) === present);
  }

  /** @param {Lesson} lesson @returns {State} */
  #lessonState({ mechanism = '', options = {}, numbers = {} }) {
    const { state } = stateOf({ experiment: 'calculator', seed: 7, parameters: { mechanism } }, mechanisms());
    return { ...state, options, edited: new Map(Object.entries(numbers)) };
  }

  /** Everything that the mechanism is given. @returns {Map<string, Numbers>} */
  #inputs() {
    return new Map(
      presentInputs(this.#state).flatMap(({ name }) => {
        const numbers = this.#state.edited.get(name) ?? this.#base.get(name);
        return numbers ? [/** @type {[string, Numbers]} */ ([name, numbers])] : [];
      }),
    );
  }

  /** The numbers of this seed in the present shapes; what was edited keeps its place in them. */
  async #lay() {
    const state = this.#state;
    const given = presentInputs(state).map(({ name, shape, type }) => {
      const extents = extentsOf(state, shape);
      const size = extents.reduce((product, extent) => product * extent, 1);
      return { name, type, numbers: { shape: extents, data: new Array(size).fill(name === 'mask' ? 1 : 0) } };
    });
    const inputs = Object.fromEntries(given.map(({ name, numbers }) => [name, numbers]));
    const drawn = await attend(
      state.mechanism.name,
      { ...inputs, ...optionsOf(state) },
      { draw: state.seed },
    );
    const base = new Map(
      given.map(({ name, numbers }) => {
        const random = drawn.inputs?.[name];
        const short = random ? [...random.data].map((value) => Number(value.toPrecision(7))) : numbers.data;
        const laid = { shape: numbers.shape, data: short };
        return [name, state.seed === 7 ? withExample(name, laid) : laid];
      }),
    );
    const edited = [...state.edited].flatMap(([name, numbers]) => {
      const under = base.get(name);
      return under ? [/** @type {[string, Numbers]} */ ([name, overlaid(numbers, under)])] : [];
    });
    return { base, edited: new Map(edited) };
  }

  /** What a link asks for; options that the mechanism refuses are left out and told. */
  async #start() {
    try {
      await this.#lays();
      this.#result = await this.#attend();
      this.#spoken = this.#summary();
    } catch (error) {
      const { options } = this.#state;
      if (Object.keys(options).length === 0) throw error;
      const { parameter = '', message } = /** @type {{ parameter?: string, message: string }} */ (error);
      this.#host.notify(say('Link: {message}. Ignored.', { message }));
      const { [parameter]: refused, ...others } = options;
      this.#state = { ...this.#state, options: refused === undefined ? {} : others };
      await this.#start();
    }
  }

  async #lays() {
    const { base, edited } = await this.#lay();
    this.#base = base;
    this.#state = { ...this.#state, edited };
  }

  #attend() {
    const inputs = Object.fromEntries(this.#inputs());
    const gradient = this.#place ?? undefined;
    return attend(
      this.#state.mechanism.name,
      { ...inputs, ...optionsOf(this.#state) },
      { steps: true, gradient },
    );
  }

  /** Computes anew; the last of several counts. @param {boolean} [resized] whether other numbers lie below the edited ones @returns {Promise<void>} */
  async #compute(resized = false) {
    const turn = ++this.#turn;
    const before = this.#place;
    try {
      if (resized) {
        const { base, edited } = await this.#lay();
        if (turn !== this.#turn) return;
        this.#base = base;
        this.#state = { ...this.#state, edited };
      }
      const result = await this.#attend();
      if (turn !== this.#turn) return;
      this.#result = result;
      this.#error = '';
      this.#spoken = this.#summary();
      this.#link.call();
    } catch (error) {
      if (turn !== this.#turn) return;
      const { parameter, message } = /** @type {{ parameter?: string, message: string }} */ (error);
      // A place that was there in other sizes.
      if (before && parameter?.startsWith('gradient')) {
        this.#place = null;
        return this.#compute();
      }
      this.#error = message;
    }
    this.#host.refresh();
  }

  /** @param {Partial<State>} change @param {boolean} [resized] */
  #change(change, resized = false) {
    this.#state = { ...this.#state, ...change };
    return this.#compute(resized);
  }

  /** @param {string} name of a mechanism */
  #choose(name) {
    const { mechanism } = this.#state;
    const next = mechanisms().find((one) => one.name === name) ?? mechanism;
    const kept = Object.entries(this.#state.options).filter(([option]) =>
      next.options.some((schema) => schema.name === option),
    );
    this.#place = null;
    this.#result = null;
    this.#head = 0;
    return this.#change({ mechanism: next, options: Object.fromEntries(kept), edited: new Map() }, true);
  }

  /** @param {Lesson} lesson */
  #teach(lesson) {
    this.#place = null;
    this.#result = null;
    this.#query = kFirstQuery;
    this.#state = this.#lessonState(lesson);
    return this.#compute(true);
  }

  #reset() {
    this.#place = null;
    return this.#change({ seed: 7, options: {}, edited: new Map() }, true);
  }

  /** Every number of this size is a cell of the page: what does not fit on it is not even computed. @param {number} features */
  #setFeatures(features) {
    const { label, minimum, maximum } = kFeatureSchema;
    if (Number.isInteger(features) && features >= minimum && features <= maximum)
      return this.#change({ features }, true);
    this.#error = say('{label}: expected an integer from {minimum} to {maximum}', {
      label: say(label),
      minimum,
      maximum,
    });
    this.#host.refresh();
  }

  /** @param {string} name @param {Value} value */
  #setOption(name, value) {
    const standard = this.#state.mechanism.options.find((option) => option.name === name)?.default;
    const { [name]: _, ...others } = this.#state.options;
    const options = value === standard && name !== 'grid' ? others : { ...others, [name]: value };
    return this.#change({ options }, name === 'grid');
  }

  /** Adds or leaves out an optional input. @param {string} name */
  async #toggle(name) {
    const edited = new Map(this.#state.edited);
    const input = this.#state.mechanism.inputs.find((one) => one.name === name);
    if (!edited.delete(name) && input) {
      edited.set(name, { shape: extentsOf(this.#state, input.shape), data: [] });
    }
    await this.#change({ edited }, true);
  }

  /** @param {string} name @param {number} index @param {number} value */
  #edit(name, index, value) {
    const numbers = this.#inputs().get(name);
    if (!numbers || numbers.data[index] === value) return;
    const data = numbers.data.map((old, i) => (i === index ? value : old));
    return this.#change({ edited: new Map([...this.#state.edited, [name, { shape: numbers.shape, data }]]) });
  }

  /** @param {Place | null} place */
  #differentiate(place) {
    this.#place = place;
    return this.#compute();
  }

  /** @param {{ query?: number, head?: number, hot?: number | null }} what */
  #show({ query, head, hot }) {
    if (query !== undefined) {
      this.#query = query;
      this.#spoken = this.#summary();
    }
    if (head !== undefined) this.#head = head;
    if (hot !== undefined) {
      if (hot === this.#hot) return;
      this.#hot = hot;
    }
    this.#host.refresh();
  }

  #summary() {
    return this.#result ? summaryOf(this.#state, this.#result, this.#row(), this.#head) : '';
  }

  /** @param {import('./code.js').Library} library */
  #code(library) {
    const { mechanism } = this.#state;
    return pythonCode(library, mechanism, this.#inputs(), optionsOf(this.#state), this.#result?.['choice']);
  }

  #tellLink() {
    if (this.#disposed) return;
    const { numbers = '' } = configurationOf(this.#state).parameters;
    if (String(numbers).length > kMostNumbers)
      this.#host.notify(say('So many numbers of your own do not fit into a link.'));
    else this.#host.changed(this.link());
  }
}
