/**
 * The start page: a translation model in training, the path of chapters, the table of all attention, and the glossary.
 * @module
 */
import { html } from 'lit';
import { experiments, maps, writeLink } from '../index.js';
import { listPartNames } from '../instrument/part-access.js';
import { getLanguage, translate } from '../language/translate.js';
import { writeAddress } from './address.js';
import { buildTable } from './all-of-attention.js';
import { glossary } from './glossary.js';
import { renderFormula } from './prose-template.js';

/** @import { PlacedChapter } from './chapters.js' */

/** The experiment on the start page, and the parts of the instrument that stay visible. */
const kHero = { experiment: 'translation', visibleParts: ['run', 'alignment-matrix'] };

/** Names of all other parts of the hero. @returns {string} separated by commas */
function listHiddenParts() {
  const schema = experiments().find(({ name }) => name === kHero.experiment);
  if (!schema) return '';
  const settings = new Set(schema.parameters.map(({ name }) => name));
  return listPartNames(schema)
    .map(({ name }) => name)
    .filter((name) => !kHero.visibleParts.includes(name) && !settings.has(name))
    .join(',');
}

/**
 * @param {object} options
 * @param {readonly PlacedChapter[]} options.all
 * @param {string} options.theme
 * @param {string} options.linkBase base of the links that are shared
 * @param {boolean} options.isSingleFile whether the lab is a single file, so that the reference page is missing
 * @param {boolean} options.isLesson whether students predict maps; then no network is shown, since it would give one away
 */
export function homeTemplate({ all, theme, linkBase, isSingleFile, isLesson }) {
  return html`
    <div class="home">
      <section class="hero" id="story" tabindex="-1">
        <div class="hero-text">
          <h1>${translate('Watch attention being learned')}</h1>
          <p class="what">
            ${translate(
              'Attention is a weighted average inside a neural network, and the weights are learned. Watch small networks learn them in your browser, on tasks where the right place to look is known.',
            )}
          </p>
          <p class="hero-caption">
            ${
              isLesson
                ? translate(
                    'This visit asks for predictions, so no network learns here: every scene asks before it shows the answer.',
                  )
                : translate(
                    'This network learns to translate French. Each row is an English word, colors are its attention weights, and outlines mark the true French word.',
                  )
            }
          </p>
          <p>
            <a class="start" href=${writeAddress({ chapter: all[0]?.number ?? 0, scene: 1 })}>
              ${translate('Start')} ›
            </a>
          </p>
        </div>
        ${isLesson ? null : heroTemplate(theme, linkBase)}
      </section>
      <nav class="cards" aria-label=${translate('Path')}>
        <ol>
          ${all.map(
            ({ number, title, claim }) => html`
              <li>
                <a href=${writeAddress({ chapter: number, scene: 1 })}>
                  <span class="card-title"><span class="chapter-number">${number}</span> ${translate(title)}</span>
                  <span class="card-claim">${translate(claim)}</span>
                </a>
              </li>
            `,
          )}
        </ol>
      </nav>
      <p class="own-maps">
        ${translate('Do you have attention weights of a model of your own?')}
        <a href=${writeAddress({ link: writeLink({ experiment: maps.name, parameters: {} }) })}>${translate('Open them from a file')} ›</a>
      </p>
      ${tableTemplate(isSingleFile)} ${glossaryTemplate()}
    </div>
  `;
}

/** @param {string} theme @param {string} linkBase base of the links that are shared */
const heroTemplate = (theme, linkBase) => html`
  <attento-scope
    experiment=${kHero.experiment}
    preset="french"
    controls="run"
    hide=${listHiddenParts()}
    link-base=${linkBase}
    theme=${theme}
    fit
    eager
  ></attento-scope>
`;

/** @param {boolean} isSingleFile */
function tableTemplate(isSingleFile) {
  const { columns, rows } = buildTable();
  return html`
    <section class="all-of-attention" aria-labelledby="all-of-attention">
      <h2 id="all-of-attention">${translate('All of attention')}</h2>
      <p>
        ${translate('One row for each way to compute weights, one column for each reach. Every link opens that model, running.')}
      </p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="all-of-attention">
        <table>
          <thead>
            <tr>
              <th scope="col">${translate('Mechanism')}</th>
              ${columns.map(
                ({ label, help }) =>
                  html`<th scope="col">${translate(label)}<small>${translate(help)}</small></th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ name, title, cells }) => html`
                <tr>
                  <th scope="row">${isSingleFile ? translate(title) : html`<a href="./reference.html#${name}">${translate(title)}</a>`}</th>
                  ${cells.map(
                    (cell) => html`
                      <td>
                        ${cell.map(
                          ({ chapterName, link }) =>
                            html`<a href=${writeAddress({ link })} aria-label="${translate(title)}: ${translate(chapterName)}">${translate(chapterName)}</a>`,
                        )}
                      </td>
                    `,
                  )}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `;
}

function glossaryTemplate() {
  const terms = glossary
    .map((one) => ({ ...one, translatedTitle: translate(one.title) }))
    .sort((a, b) => a.translatedTitle.localeCompare(b.translatedTitle, getLanguage()));
  return html`
    <section class="glossary" aria-labelledby="glossary">
      <h2 id="glossary">${translate('Glossary')}</h2>
      <dl>
        ${terms.map(
          ({ translatedTitle, definition, formula: line }) => html`
            <div>
              <dt>${translatedTitle}</dt>
              <dd>${translate(definition)} ${line ? renderFormula(line) : null}</dd>
            </div>
          `,
        )}
      </dl>
    </section>
  `;
}
