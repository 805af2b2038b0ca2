/** Saves a figure as a file: its image as SVG or PNG, its numbers as CSV or JSON. Loaded on demand. */
import { AttentoscopeError } from '../index.js';
import { translate } from '../language/translate.js';
import { formatCount } from '../parts/format.js';
import { flushThrottled } from '../parts/throttle.js';
import { createCsvFile } from './csv.js';
import { download } from './download.js';
import { findTables, formatTables } from './saved-table.js';
import { renderSvg } from './vector.js';

/** @import { Figure, SaveContext } from './save-view.js' */

/** Pixels per CSS pixel: enough for print. */
const kScale = 3;
/** Number of pixels that every browser can paint. */
const kMaxPixels = 16_000_000;

/**
 * @param {Figure} figure
 * @param {import('./save-view.js').SaveFormat} kind
 * @param {SaveContext} saving
 */
export async function saveFigure(figure, kind, saving) {
  flushThrottled();
  const step = figure.view.film?.step() ?? saving.step();
  if (kind === 'copy') return copyPicture(encoders.png(figure, step, saving));
  const { experiment } = saving.configuration();
  const name = [experiment, figure.name, ...(step === null ? [] : ['step', step])]
    .filter((part) => part !== '')
    .join('-');
  const ending = kind === 'excel' ? 'csv' : kind;
  download(await encoders[kind](figure, step, saving), `${name}.${ending}`, saving.notify);
}

/** @param {Blob | Promise<Blob>} picture which may be pending, since Safari must know of it before the click is over */
async function copyPicture(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  } catch (cause) {
    await picture; // an error of the picture takes precedence
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: translate('This page may not use the clipboard. Save the picture instead.'),
      recoverable: true,
      cause,
    });
  }
}

/** @type {Record<Exclude<import('./save-view.js').SaveFormat, 'copy'>, (figure: Figure, step: number | null, saving: SaveContext) => Blob | Promise<Blob>>} */
const encoders = {
  svg: (figure, step, { title }) =>
    new Blob([drawFigure(figure.element, formatTitle(title(), step)).svg], { type: 'image/svg+xml' }),
  png: async (figure, step, { title }) => {
    const drawing = drawFigure(figure.element, formatTitle(title(), step));
    const { width, height } = drawing;
    const scale = Math.min(kScale, Math.sqrt(kMaxPixels / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(width * scale);
    canvas.height = Math.floor(height * scale);
    const image = await loadImage(drawing.svg);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return encodePng(canvas);
  },
  csv: (figure) => createCsvFile(formatTables(requireTables(figure))),
  excel: (figure) => createCsvFile(formatTables(requireTables(figure), 'excel'), 'excel'),
  json: (figure, step, { configuration }) => {
    const content = {
      configuration: configuration(),
      view: figure.name,
      step,
      tables: requireTables(figure),
    };
    return new Blob([`${JSON.stringify(content, null, 1)}\n`], { type: 'application/json' });
  },
};

/** @param {Figure} figure */
function requireTables({ element }) {
  const tables = findTables(element);
  if (tables.length === 0)
    throw new AttentoscopeError('BAD_STATE', { message: translate('There are no numbers here yet.') });
  return tables;
}

/**
 * Draws a figure on a white background, independent of the theme, so that it can be printed.
 * @param {HTMLElement} element
 * @param {string} title
 */
export function drawFigure(element, title) {
  const root = element.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  host?.toggleAttribute('data-paper', true);
  try {
    return renderSvg(element, title);
  } finally {
    host?.toggleAttribute('data-paper', false);
  }
}

/** @param {string} svg @returns {Promise<HTMLImageElement>} */
export async function loadImage(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.src = address;
  try {
    await image.decode();
  } catch (cause) {
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: translate(
        'The policy of this page (img-src) does not allow images from blob: addresses. Save the picture as SVG.',
      ),
      recoverable: true,
      cause,
    });
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function encodePng(canvas) {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      new AttentoscopeError('OUT_OF_MEMORY', {
        message: translate('This browser could not make a picture of that size.'),
      });
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(tooLarge())), 'image/png');
  });
}

/** @param {string} title @param {number | null} step */
function formatTitle(title, step) {
  return step === null ? title : `${title} · ${translate('step {step}', { step: formatCount(step) })}`;
}
