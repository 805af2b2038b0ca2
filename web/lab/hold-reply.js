/**
 * The reply of a scene to a row of weights that the reader holds: what the row says now, whether that is right, and how often
 * the answers follow what they look at.
 * @module
 */
import { translate } from '../language/translate.js';
import { formatDecimalPercent } from './number-format.js';

/** @import { HeldAnswer, Obedience } from '../engine/shapes.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

/** Held-out examples in which a scene measures obedience. */
const kExamples = 32;

const quote = (text = '') => translate('“{text}”', { text });

/** A token, or the place of a region of a picture. @param {string} [label] */
function formatPosition(label = '') {
  const [, row, column] = /^(\d+),(\d+)$/.exec(label) ?? [];
  return row ? translate('row {row}, column {column}', { row, column }) : quote(label);
}

/** The last measurement of each run, and the step that it belongs to. @type {WeakMap<Scope, { step: number, obedience: Promise<Obedience> }>} */
const measurements = new WeakMap();

/** @param {Scope} scope */
function measureObedience(scope) {
  const last = measurements.get(scope);
  if (last?.step === scope.step) return last.obedience;
  const obedience = scope.obedience({ examples: Math.min(kExamples, scope.manifest.heldOut ?? kExamples) });
  measurements.set(scope, { step: scope.step, obedience });
  return obedience;
}

/** The names that a view gives to the classes of a model. @typedef {Readonly<Record<string, string>>} ClassNames */

/**
 * @param {HeldAnswer} heldAnswer
 * @param {Scope} scope
 * @param {ClassNames} names
 * @returns {Promise<string>} what the row says, and the right answer of its position
 */
async function describeAnswer({ input, map, row, column, learned, held }, scope, names) {
  const [best] = held;
  if (!best) return translate('This row writes nothing.');
  const request = /** @type {Record<string, any>} */ ({ ...input, ...(map && { map }), row });
  const { expected: rows, columnLabels } = await scope.counterfactual(request);
  const label = rows[0]?.[column];
  const expected = label && (names[label] ?? label);
  const values = {
    token: formatPosition(columnLabels[column]),
    answer: quote(best.token),
    share: formatDecimalPercent(best.probability),
    learned: quote(learned[0]?.token),
    expected: quote(expected ?? ''),
  };
  const sentences = [
    best.token === learned[0]?.token
      ? translate('Held on {token}, it says {answer} ({share}), as with its own weights.', values)
      : translate('Held on {token}, it says {answer} ({share}) in place of {learned}.', values),
    expected === best.token && translate('That is the answer of this position.'),
    expected && expected !== best.token && translate('The answer of this position is {expected}.', values),
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * @param {(shares: Record<keyof Obedience, string>, obedience: Obedience) => string} [formatShares] a sentence with shares of
 *   held-out rows, as percentages and as numbers
 * @param {() => ClassNames} [getNames]
 * @returns {NonNullable<Scene['replyToHold']>}
 */
export const createHoldReply = (formatShares, getNames = () => ({})) =>
  async function* (heldAnswer, scope) {
    yield await describeAnswer(heldAnswer, scope, getNames());
    if (!formatShares) return;
    const obedience = await measureObedience(scope);
    const shares = Object.entries(obedience).map(([name, share]) => [name, formatDecimalPercent(share)]);
    yield formatShares(Object.fromEntries(shares), obedience);
  };

/** The reply of the present scene. */
export class HoldReply {
  /** @type {readonly string[]} */
  sentences = [];
  #onChange;
  /** @type {PlacedScene | null} */
  #scene = null;
  /** What is held, and what it says, when the text was written. */
  #replied = { hold: '', says: '' };
  /** Counts what was held, to ignore stale replies. */
  #requestId = 0;

  /** @param {() => void} onChange redraws the page */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {PlacedScene} scene */
  openScene(scene) {
    this.#scene = scene;
    this.#clear();
  }

  /** @param {CustomEvent<{ hold: string } & (HeldAnswer | { row?: undefined })>} event of an instrument */
  follow = async ({ detail, target }) => {
    const element = /** @type {import('../element/attento-scope.js').AttentoScope} */ (target);
    const { scope } = element;
    const reply = this.#scene?.replyToHold;
    if (!reply || !scope) return;
    if (detail.row === undefined) return this.#clear();
    const { input, row, column, layer, head, held } = detail;
    const hold = JSON.stringify([detail.hold, input, row, column, layer, head]);
    const says = JSON.stringify(held[0]);
    // While the model is trained, only new gestures are replied to.
    if (hold === this.#replied.hold && (scope.running || says === this.#replied.says)) return;
    this.#replied = { hold, says };
    const requestId = ++this.#requestId;
    this.#show([]);
    try {
      for await (const sentence of reply(detail, scope)) {
        if (requestId !== this.#requestId) return;
        this.#show([...this.sentences, sentence]);
        const place = element.closest('article')?.querySelector('[data-name=hold-reply]');
        place?.scrollIntoView({ block: 'nearest' });
      }
    } catch {
      // The instrument has been reconfigured meanwhile, or the answer of this position is not known.
    }
  };

  #clear() {
    this.#requestId++;
    this.#replied = { hold: '', says: '' };
    if (this.sentences.length > 0) this.#show([]);
  }

  /** @param {readonly string[]} sentences */
  #show(sentences) {
    this.sentences = sentences;
    this.#onChange();
  }
}
