/**
 * The calculator as one screen: the mechanism at the top, the formula line by line, the reader's numbers beside it, lessons
 * and explorations at the bottom.
 */
import { html } from 'lit';
import { calculator, mechanisms } from '../index.js';
import { barTemplate, explorationPanelTemplate } from '../instrument/screen-frame.js';
import { translate } from '../language/translate.js';
import { translateSchema } from '../language/translate-schema.js';
import { choices } from '../parts/choices.js';
import { shareTemplate } from '../share/share.js';
import { arrowsTemplate, hasArrows, readingTemplate } from './arrows.js';
import { headTemplate, lessonTemplate } from './controls.js';
import { inputsTemplate } from './inputs.js';
import { linesTemplate } from './lines.js';
import { projectionsTemplate } from './projections.js';
import { isSingleHead } from './state.js';

/** @typedef {Omit<Parameters<typeof headTemplate>[0], 'mechanisms'> & Parameters<typeof lessonTemplate>[0]} Chosen */

/**
 * @typedef {object} Parts
 * @property {import('../instrument/host.js').Host} host
 * @property {string} error message about the current numbers or options; '' for none
 * @property {string} announcement text for screen readers
 * @property {readonly { name: string, label: string, content: () => unknown }[]} explorations
 * @property {() => string} getLink
 * @property {unknown} formula field for the reader's own formula
 * @property {Parameters<typeof linesTemplate>[0] & Parameters<typeof inputsTemplate>[0] & Parameters<typeof arrowsTemplate>[0]} numbers
 * @property {Parameters<typeof arrowsTemplate>[0] | null} projected numbers of the arrows, where they are computed from embeddings
 * @property {'arrows' | 'table'} form of the numbers, where they can be drawn
 * @property {(form: Form) => void} onForm
 */

/** @typedef {'arrows' | 'table' | 'origin'} Form of the numbers */

/** @param {import('../instrument/screen-frame.js').ScreenOptions & Chosen & Parts} options */
export function calculatorTemplate(options) {
  const { controls, explore, foot, host, tab, error, explorations, numbers, projected, form } = options;
  const canDraw = hasArrows(numbers.state);
  const drawn = projected ? { ...projected, origin: projectionsTemplate(numbers, projected) } : numbers;
  const [lines, inputs] =
    canDraw && form === 'arrows'
      ? [arrowsTemplate(drawn), readingTemplate(drawn)]
      : [linesTemplate(numbers), inputsTemplate(numbers)];
  const parts = controls === 'all' ? options.parts : [];
  const side = parts.includes('inspector');
  const open = explorations.find(({ name }) => name === explore);
  return html`
    <div class="screen calc" data-tab=${tab} ?data-aside=${open}>
      ${controls === 'none' ? null : headTemplate({ ...options, mechanisms: mechanisms().map(translateSchema) })}
      ${error ? html`<p class="notice bad" role="alert">${error}</p>` : null}
      <div class="desk ${side ? '' : 'alone'}">
        <div class="main calc-main" part="map">${options.formula} ${canDraw ? formTemplate(form === 'arrows' && isSingleHead(numbers.state) ? 'origin' : form, options.onForm) : null} ${lines} ${side ? null : inputs}</div>
        ${side ? html`<div class="side" part="numbers">${open ? explorationPanelTemplate(open, host) : inputs}</div>` : null}
      </div>
      ${barTemplate(parts, {
        ...{ explorations, explore, foot, host, tab },
        start: lessonTemplate(options),
        end: shareTemplate(host, { title: translate(calculator.title), getLink: options.getLink }),
      })}
      <p class="visually-hidden" role="status">${options.announcement}</p>
    </div>
  `;
}

/** @param {string} [shown] value of the field `shown` in a link @returns {'arrows' | 'table'} */
export const readForm = (shown) => (shown === 'table' ? shown : 'arrows');

/** @param {Form} form @returns {Map<string, string>} the fields of a link */
export const writeForm = (form) => new Map(form === 'table' ? [['shown', form]] : []);

/** @param {Form} form @param {(form: Form) => void} onForm */
const formTemplate = (form, onForm) => html`
  <div class="calc-form">${choices(
    translate('Numbers'),
    { arrows: translate('Arrows'), table: translate('Table'), origin: translate('Origin') },
    form,
    (chosen) => onForm(/** @type {Form} */ (chosen)),
  )}</div>
`;
