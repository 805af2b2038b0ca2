/**
 * Shows what the model would say if a row attended to one position alone. Every row is made to attend to every position in turn;
 * each cell shows the answer, and its color the probability. It also counts how often this answer belongs to that position.
 */

import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { buttonTemplate } from '../parts/button.js';
import { formatFixed, formatPercent, getErrorMessage, showInvisibleCharacters } from '../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../parts/legend.js';
import { panelStyles } from '../parts/panel-styles.js';
import { getCellStyle } from '../plots/palette.js';
import { createRowStudy } from './row-study.js';

export const styles = /* css */ `${panelStyles}
.what-if { overflow: auto; max-inline-size: 100%; }
.what-if table { min-inline-size: 75%; border-collapse: separate; border-spacing: 2px; }
.what-if th { font-weight: 400; white-space: pre; padding-inline: var(--attento-gap-small); }
.what-if tbody th { text-align: end; position: sticky; inset-inline-start: 0; background: var(--attento-paper); }
.what-if td, .what-if thead th { box-sizing: border-box; min-inline-size: clamp(2em, (100cqi - 8em) / var(--columns), 4.4em); }
.what-if td { max-inline-size: calc(var(--letters) * 0.7em + 1em); overflow: hidden; text-overflow: ellipsis; text-align: center; white-space: pre; padding: var(--attento-gap-small); border-radius: 2px; border: 2px solid transparent; }
.what-if tbody td { border-color: var(--attento-rule); }
.main .what-if tbody td { block-size: min(52cqb / var(--rows), 6em); }
.what-if tbody .own { border-color: var(--attento-ink); outline: 1px solid var(--attento-paper); outline-offset: -3px; }
`;

/** @import { Counterfactual, Obedience } from '../engine/shapes.js' */
/** @import { View, ViewOptions } from '../engine/view-types.js' */

const kExplanation = markText(
  'Each row is made to look at one position alone, the one of its column: the cell shows what the model says then. An outline marks the answer that belongs to that position.',
);

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { run } = options;
  /** @type {Obedience | null} */
  let obedience = null;

  const study = createRowStudy(options, {
    title: translate('What if it looked elsewhere?'),
    className: 'panel',
    hasRows: false,
    refreshMs: 1000,
    ask: (_map, _values, request) => run.counterfactual(request),
    onChoose() {
      obedience = null;
    },
    template: ({ choice, answer, status }) => html`
      <p>${translate(kExplanation)}</p>
      ${choice.template()}
      ${answer && tableTemplate(answer)}
      <p class="panel-status" role="status">${status}</p>
      ${legendTemplate([translate('probability'), ...createLegendRamp()], [legendMarkTemplate('truth'), translate('the answer that belongs to that position')])}
      <div class="panel-row">
        ${buttonTemplate(translate('Measure how often the answer follows'), measure)}
        <p class="panel-status" role="status">${obedience && describeObedience(obedience)}</p>
      </div>
    `,
    summary: () => (obedience ? describeObedience(obedience) : ''),
  });

  async function measure() {
    const { isChosen, choice, view } = study;
    const { example: _, ...place } = choice.createRequest();
    try {
      const answer = await run.whilePaused(() => run.obedience(place));
      if (isChosen()) obedience = answer;
    } catch (cause) {
      if (isChosen()) study.status = getErrorMessage(cause);
    }
    view.draw();
  }

  return study.view;
}

/** @param {Counterfactual} counterfactual */
const tableTemplate = ({ rowLabels, columnLabels, labels, probabilities, expected }) => html`
  <div class="what-if" tabindex="0" role="group" aria-label=${translate('What if it looked elsewhere?')}>
    <table .style=${`--rows: ${rowLabels.length}; --columns: ${columnLabels.length}; --letters: ${countLetters(labels)}`}>
      <thead><tr><td></td>${columnLabels.map((label) => html`<th scope="col">${showInvisibleCharacters(label)}</th>`)}</tr></thead>
      <tbody>
        ${rowLabels.map(
          (label, row) =>
            html`<tr><th scope="row">${showInvisibleCharacters(translateRowLabel(label))}</th>${labels[
              row
            ]?.map((word, column) => {
              const probability = probabilities[row]?.[column] ?? 0;
              const isOwn = word !== null && word === expected[row]?.[column];
              return html`<td class=${isOwn ? 'own' : ''} title=${`${word ?? ''} ${formatFixed(probability, 2)}`} .style=${getCellStyle(probability)}>${showInvisibleCharacters(word ?? '')}</td>`;
            })}</tr>`,
        )}
      </tbody>
    </table>
  </div>
`;

/** Returns the number of letters of the longest word. A row that answers nothing itself has the whole answer as its label. @param {Counterfactual['labels']} labels */
const countLetters = (labels) =>
  Math.max(
    ...labels
      .flat()
      .flatMap((label) => label?.split(' ') ?? [])
      .map(({ length }) => length),
  );

/** @param {Obedience} obedience */
const describeObedience = ({ atTruth, atBrightest, elsewhere, unchanged, pairs, examples }) =>
  translate(
    'Over {examples} test examples ({pairs} pairs of a row and a position): made to look at its true position, the model gives the right answer in {atTruth}; at the largest weight of its own row, in {atBrightest}. Made to look elsewhere, it gives the answer that belongs there in {elsewhere}, and still its old answer in {unchanged}.',
    {
      examples,
      pairs,
      atTruth: formatPercent(atTruth),
      atBrightest: formatPercent(atBrightest),
      elsewhere: formatPercent(elsewhere),
      unchanged: formatPercent(unchanged),
    },
  );
