/**
 * The reply of a scene to a row of weights that the reader holds: the word that the row gives now, whether the word is right, and
 * how often words follow the attention.
 * @module
 */
import { markText, translate } from '../language/translate.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { formatDecimalPercent } from './number-format.js';

/** @import { HeldAnswer, Obedience } from '../engine/shapes.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

/** Labels of the sentence classes, the same as in the view of sentences. @type {Readonly<Record<string, string>>} */
const kClassNames = { good: markText('positive'), bad: markText('negative') };

/** Shares of rows that differ by less than this count as equal. */
const kClearDifference = 0.1;

/** Number of held-out examples on which obedience is measured. */
const kExamples = 32;

const quote = (text = '') => translate('“{text}”', { text });

/** Names a position: a token, or a region of a picture. @param {string} [label] */
function describePosition(label = '') {
  const [, row, column] = /^(\d+),(\d+)$/.exec(label) ?? [];
  return row ? translate('row {row}, column {column}', { row, column }) : quote(label);
}

/** The last measurement of each run, with a key of its map, head and step. @type {WeakMap<Scope, { key: string, obedience: Promise<Obedience> }>} */
const measurements = new WeakMap();

/** @param {Scope} scope @param {HeldAnswer} heldAnswer */
function requestObedience(scope, { map, layer, head }) {
  // JSON leaves out what is undefined.
  const place = JSON.stringify({ examples: kExamples, map, layer, head });
  const key = place + scope.step;
  const last = measurements.get(scope);
  if (last?.key === key) return last.obedience;
  const obedience = scope.obedience(JSON.parse(place));
  measurements.set(scope, { key, obedience });
  return obedience;
}

/**
 * Yields sentences: the word of the held row, the right word for its position, and how often rows of held-out examples give the
 * right word for theirs.
 * @type {NonNullable<Scene['replyToHold']>}
 */
export async function* replyToHeldRow(heldAnswer, scope) {
  const { input, map, row, column, learned, held } = heldAnswer;
  const [best] = held;
  if (!best) return;
  const { step } = scope;
  const request = /** @type {Record<string, any>} */ ({ ...input, ...(map && { map }), row });
  const { expected, columnLabels } = await scope.counterfactual(request);
  const label = expected[0]?.[column] ?? '';
  const className = kClassNames[label];
  const right = className ? translate(className) : label;
  const values = {
    token: describePosition(columnLabels[column]),
    answer: quote(best.token),
    share: formatDecimalPercent(best.probability),
    learned: quote(learned[0]?.token),
    right: quote(right),
  };
  yield best.token === learned[0]?.token
    ? translate('Held on {token}, it still says {answer} ({share}).', values)
    : translate('Held on {token}, it says {answer} ({share}) in place of {learned}.', values);
  if (right) yield translate('Right for that position would be {right}.', values);
  if (scope.running) yield translate('This was after step {step}; the table follows the run.', { step });
  const obedience = await requestObedience(scope, heldAnswer);
  if (Number.isNaN(obedience.atTruth)) return;
  yield translate(
    'On unseen examples, a row that must look at its true position gives the right answer in {atTruth}, at its own largest weight in {atBrightest}. Made to look elsewhere, {elsewhere} give the answer of that position.',
    Object.fromEntries(Object.entries(obedience).map(([name, share]) => [name, formatDecimalPercent(share)])),
  );
  const { atTruth, elsewhere, unchanged } = obedience;
  if (Math.max(atTruth, elsewhere) < kClearDifference && unchanged < 0.5)
    yield translate(
      'A single position hardly ever gives its answer here: the network needs several at once.',
    );
  else if (obedience.atBrightest < obedience.atTruth - kClearDifference)
    yield translate('The position of the largest weight is not where the answer is.');
}

/** The reply of the present scene. */
export class HoldReply {
  /** @type {readonly string[]} */
  sentences = [];
  #onChange;
  /** @type {PlacedScene | null} */
  #scene = null;
  /** The held rows and the answer to which `sentences` reply. */
  #key = '';
  #startRequest = createRequestStarter();

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
    const key = hold + JSON.stringify(held[0]);
    // During training only newly held rows get a reply, but not every new answer.
    if (scope.running ? this.#key.startsWith(hold) : key === this.#key) return;
    this.#key = key;
    const isLatest = this.#startRequest();
    this.#show([]);
    try {
      for await (const sentence of reply(detail, scope)) {
        if (!isLatest()) return;
        this.#show([...this.sentences, sentence]);
        const place = element.closest('article')?.querySelector('[data-name=hold-reply]');
        place?.scrollIntoView({ block: 'nearest' });
      }
    } catch {
      // The instrument has been reconfigured meanwhile, or the right word for this position is not known.
    }
  };

  #clear() {
    this.#startRequest();
    this.#key = '';
    if (this.sentences.length > 0) this.#show([]);
  }

  /** @param {readonly string[]} sentences */
  #show(sentences) {
    this.sentences = sentences;
    this.#onChange();
  }
}
