/**
 * Exact match by the length of the answer, measured with the present model on every held-out example.
 * @module
 */
import { html, svg } from 'lit';
import { translate } from '../language/translate.js';
import { formatDecimal, formatDecimalPercent } from './number-format.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { ProbeResult } from './question.js' */
/** Share of right answers of one length. @typedef {{ length: number, share: number, count: number }} LengthShare */
/** @typedef {{ label: string, shares: readonly LengthShare[] }} Series */

/** Pixels of the figure. */
const kBar = { width: 120, height: 12, row: 20 };

/**
 * @param {Scope} scope
 * @returns {Promise<LengthShare[]>} shortest first
 */
async function measureByLength(scope) {
  /** @type {Map<number, { right: number, count: number }>} */
  const resultsByLength = new Map();
  for (let example = 0; example < Number(scope.manifest.heldOut); example++) {
    const { correct, target } = /** @type {{ correct: boolean, target: number[] }} */ (
      /** @type {unknown} */ (await scope.predict({ example }))
    );
    // The target includes the end token.
    const length = target.length - 1;
    const { right, count } = resultsByLength.get(length) ?? { right: 0, count: 0 };
    resultsByLength.set(length, { right: right + Number(correct), count: count + 1 });
  }
  return [...resultsByLength]
    .map(([length, { right, count }]) => ({ length, share: right / count, count }))
    .sort((a, b) => a.length - b.length);
}

/** @param {Scope} scope @returns {Promise<Series>} shares, and a label that describes the model */
export async function measureSeries(scope) {
  const shares = await measureByLength(scope);
  const { score, hidden } = scope.configuration.parameters;
  const name = score === 'none' ? translate('Without attention') : translate('With attention');
  const label = translate('{name}, width {width}, step {step}: all {count} held-out numbers', {
    name,
    width: Number(hidden),
    step: scope.step,
    count: formatDecimal(Number(scope.manifest.heldOut), 0),
  });
  return { label, shares };
}

/** @param {readonly LengthShare[]} shares shortest first @returns {ProbeResult | null} shortest minus longest */
export function computeLengthGap(shares) {
  const [first, last] = [shares[0], shares.at(-1)];
  if (!first || !last) return null;
  return {
    values: { gap: first.share - last.share },
    text: translate('With {first} digits {high} were right, with {last} digits {low}', {
      first: first.length,
      high: formatDecimalPercent(first.share),
      last: last.length,
      low: formatDecimalPercent(last.share),
    }),
  };
}

/** The measurements of a chapter. */
export class LengthMeasurement {
  /** The last two, newest last. @type {readonly Series[]} */
  series = [];
  isRunning = false;
  #page;

  /** @param {{ element: () => { scope: Scope | null }, onChange: () => void }} page */
  constructor(page) {
    this.#page = page;
  }

  /** @returns {Promise<readonly LengthShare[] | null>} null if there is no network, or another one meanwhile */
  async measure() {
    const { scope } = this.#page.element();
    if (!scope || this.isRunning) return null;
    this.isRunning = true;
    this.#page.onChange();
    try {
      const series = await measureSeries(scope);
      this.series = [...this.series.filter(({ label }) => label !== series.label), series].slice(-2);
      return series.shares;
    } catch {
      // The instrument has been reconfigured meanwhile, so the answer is out of date.
      return null;
    } finally {
      this.isRunning = false;
      this.#page.onChange();
    }
  }
}

/** @param {LengthMeasurement} measurement */
export const byLengthTemplate = (measurement) => html`
  <figure class="by-length">
    <figcaption>${translate('Exact match by length')}</figcaption>
    ${measurement.series.map(seriesTemplate)}
    <button type="button" class="measure" ?disabled=${measurement.isRunning} @click=${() => measurement.measure()}>
      ${measurement.isRunning ? translate('Measuring …') : translate('Measure')}
    </button>
  </figure>
`;

/** @param {Series} series */
function seriesTemplate({ label, shares }) {
  return html`
    <table>
      <caption>${label}</caption>
      <thead class="visually-hidden">
        <tr><th scope="col">${translate('digits')}</th><th scope="col">${translate('Exact match')}</th></tr>
      </thead>
      <tbody>
        ${shares.map(
          ({ length, share }) => html`
            <tr>
              <th scope="row">${length}</th>
              <td>
                <svg width=${kBar.width} height=${kBar.height} aria-hidden="true">
                  ${svg`<rect class="slot" width=${kBar.width} height=${kBar.height} /><rect class="fill" width=${kBar.width * share} height=${kBar.height} />`}
                </svg>
                ${formatDecimalPercent(share)}
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
