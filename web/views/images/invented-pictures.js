/**
 * Pictures that are generated from random latent variables. The variables stay the same during training, so the pictures become
 * digits step by step. Beside them are the pictures that the baseline without windows generates from the same variables.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable, exactNumberTemplate } from '../../parts/disclosure-table.js';
import { capitalize, formatCount, formatFixed, formatShare } from '../../parts/format.js';
import { createMapView } from '../../parts/map-view.js';
import { getModelNames } from '../../parts/model-names.js';
import { drawImage, getImage, kImagePixels, sumInk } from './draw-image.js';
import { drawStyles } from './draw-styles.js';

export const styles = drawStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** The pictures of a network. @typedef {{ name: string, values: ArrayLike<number> }} Sheet */

const kColumns = 6;

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const names = getModelNames(options);
  const hasBaseline = options.parameters()['baseline'] !== 'none';
  const tensorNames = ['invented', ...(hasBaseline ? ['baselineInvented'] : [])];
  return createMapView({
    attributes: { class: 'panel draw-wall', 'aria-label': translate('Invented pictures') },
    wide: true,
    frameIntervalMs: 100,
    extract: ({ step, tensors }) => ({
      step,
      sheets: tensorNames.map((tensor, i) => ({
        name: names[i] ?? '',
        values: tensors[tensor]?.slice() ?? [],
      })),
    }),
    template(snapshot) {
      const { step, sheets } = snapshot ?? { step: 0, sheets: names.map((name) => ({ name, values: [] })) };
      return html`
        <h2>${translate('Invented pictures')}</h2>
        <p class="panel-note">${translate('The decoder draws from random latent numbers alone; nothing is read. The numbers stay the same while it learns.')}</p>
        <div class="draw-sheets">${sheets.map((sheet) => sheetTemplate(sheet, step))}</div>
        ${disclosureTable(translate('Invented pictures as a table'), (whole) => createTableText(sheets, whole))}
      `;
    },
    summary: () => '',
  });
}

/** @param {Sheet} sheet @param {number} step */
function sheetTemplate({ name, values }, step) {
  const count = values.length / kImagePixels;
  const label = translate(
    '{count} pictures invented by {name} after step {step}, with {ink} pixels of ink on average',
    { count, name, step: formatCount(step), ink: formatFixed(sumInk(values) / count, 1) },
  );
  return html`
    <figure>
      <figcaption>${capitalize(name)}</figcaption>
      ${drawImage(count > 0 ? { values } : null, { columns: kColumns, label })}
    </figure>
  `;
}

/** @param {readonly Sheet[]} sheets @param {boolean} whole whether to list every pixel instead of the ink of each picture */
function createTableText(sheets, whole) {
  const pixels = Array.from({ length: kImagePixels }, (_, i) => String(i + 1));
  return {
    caption: whole ? translate('ink of each pixel, row by row') : translate('pixels of ink'),
    head: [translate('picture'), ...(whole ? pixels : [translate('ink')])],
    rows: sheets.flatMap(({ name, values }) =>
      Array.from({ length: values.length / kImagePixels }, (_, i) => {
        const ink = getImage(values, i);
        const sum = exactNumberTemplate(sumInk(ink), (value) => formatFixed(value, 1));
        return [
          `${name} ${i + 1}`,
          ...(whole ? ink.map((value) => exactNumberTemplate(value, formatShare)) : [sum]),
        ];
      }),
    ),
  };
}
