/**
 * The reply of a scene to a row of weights that the reader holds: the word that the row gives now, whether the word is right, and
 * what that means for the map. Also its reply to a text that the reader types.
 */
import { markText, translate } from '../language/translate.js';
import { formatPercent, formatRegion, quoteToken } from '../parts/format.js';
import { createRequestStarter } from '../parts/latest-request.js';

/** @import { HeldAnswer, Obedience } from '../engine/shapes.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

/** Labels of the sentence classes, the same as in the view of sentences. @type {Readonly<Record<string, string>>} */
const kClassNames = { good: markText('positive'), bad: markText('negative') };

/** Shares of rows that differ by less than this count as equal. */
const kClearDifference = 0.1;

/** Number of held-out examples on which obedience is measured. */
const kExamples = 32;

/** Names a position: a token, or a region of a picture. @param {string} [label] */
const describePosition = (label = '') => (/^\d+,\d+$/.test(label) ? formatRegion(label) : quoteToken(label));

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
 * Yields sentences: the word of the held row and the right word for its position; then what held rows of unseen examples have in
 * common.
 * @type {NonNullable<Scene['replyToHold']>}
 */
export async function* replyToHeldRow(heldAnswer, scope) {
  const { input, map, row, column, answer, learned, held } = heldAnswer;
  const [best] = held;
  if (!best) return;
  const request = /** @type {Record<string, any>} */ ({ ...input, ...(map && { map }), row });
  const { expected, rowLabels, columnLabels } = await scope.counterfactual(request);
  const label = expected[0]?.[column] ?? '';
  const className = kClassNames[label];
  const right = className ? translate(className) : label;
  const values = {
    row: quoteToken(rowLabels[0]),
    token: describePosition(columnLabels[column]),
    answer: quoteToken(best.token),
    share: formatPercent(best.probability),
    right: quoteToken(right),
  };
  const isSame = best.token === learned[0]?.token;
  const isOnlyRow = answer.attention.rowLabels.length < 2;
  if (isOnlyRow && isSame) yield translate('Held on {token}, it still says {answer}, {share}.', values);
  else if (isOnlyRow) yield translate('Held on {token}, it now says {answer}, {share}.', values);
  else if (isSame) yield translate('Row {row}, held on {token}, still says {answer}, {share}.', values);
  else yield translate('Row {row}, held on {token}, now says {answer}, {share}.', values);
  if (best.token === right) yield translate('Looking there, it should say just that.');
  else if (right) yield translate('Looking there, it should say {right}.', values);
  if (scope.running) yield translate('The run goes on, and the table with it; this reply stays.');
  const { atTruth, elsewhere, unchanged, atBrightest } = await requestObedience(scope, heldAnswer);
  if (Math.max(atTruth, elsewhere) < kClearDifference && unchanged < 0.5)
    yield translate(
      'A single position hardly ever gives its answer here: the network needs several at once.',
    );
  else if (atBrightest < atTruth - kClearDifference)
    yield translate(
      'On unseen examples, the true position gives the right answer in {atTruth}, the largest weight only in {atBrightest}.',
      { atTruth: formatPercent(atTruth), atBrightest: formatPercent(atBrightest) },
    );
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
        // On a phone the page would scroll, and move the map under the finger; the reply is at the lower edge instead.
        if (place?.parentElement && getComputedStyle(place.parentElement).overflowY !== 'visible')
          place.scrollIntoView({ block: 'nearest' });
      }
    } catch {
      // The instrument has been reconfigured meanwhile, or the right word for this position is not known.
    }
  };

  /** Replies to another text than the scene's. @param {string | undefined} text that the model reads; '' for none @param {Scope | null} scope */
  async followText(text = '', scope) {
    const { replyToText, typedText } = this.#scene ?? {};
    if (!replyToText || !scope || text === this.#key) return;
    this.#clear();
    this.#key = text;
    if (text === '' || text === typedText) return;
    const isLatest = this.#startRequest();
    // Without a reply: the instrument has been reconfigured meanwhile.
    const reply = await replyToText(text, scope).catch(() => '');
    if (isLatest() && reply) this.#show([reply]);
  }

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
