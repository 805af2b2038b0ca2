/** The layout of a grid's labels: widths by the longest tokens, and the text, ARIA label, size and slant of each column header. */

/** Width of a letter in ems. */
const kLetter = 0.6;
/** Maximum number of letters that a row label has room for. */
const kMaximumLetters = 12;
/** Maximum width of a cell in ems. */
const kMaximumCellWidth = 12;
/** Maximum number of letters of an output on a narrow screen. */
const kMaximumOutput = 8;
/** Special tokens, and the signs of two of them. */
const kSpecialToken = /^<.+>$/;
/** @type {Readonly<Record<string, string>>} */
const kSigns = { '<start>': '▸', '<end>': '■' };
/** Upright labels are scaled down to this at most; labels that need less are slanted instead, by 30° or more. */
const kMinimumScale = 0.8;
const kMinimumSine = 0.5;
/** Distance between slanted labels, in font sizes. */
const kLineHeight = 1.1;
/** Minimum height of a row with a label in pixels. */
const kMinimumRowHeight = 12;
/** Minimum font size of slanted labels in pixels. */
const kMinimumFontSize = 12;

/** The widths of cells, row labels and asides, as styles. @param {readonly string[]} rows @param {readonly string[]} columns @param {string} aside */
export function formatWidths(rows, columns, aside) {
  const letters = Math.min(
    kMaximumLetters,
    Math.max(4, ...rows.map((token) => token.length + (kSpecialToken.test(token) ? 2 : 0))),
  );
  const widest = Math.max(3.5, ...columns.map((token) => token.length));
  // There is room for the output `<padding>`, which may be longer than all labels.
  const asideWidth = aside ? Math.max(9, letters) * kLetter + 2.8 : 0;
  // On a narrow screen the outputs are shown beside their signs if the cells keep enough room; the special tokens may be cut off.
  const words = rows.filter((token) => !kSpecialToken.test(token));
  const [output = 0] = [rows, words]
    .map((shown) => Math.min(kMaximumOutput, Math.max(2, ...shown.map(({ length }) => length))))
    .filter((length) => length * columns.length <= kMaximumOutput ** 2);
  return [
    `--align-cell: ${Math.min(kMaximumCellWidth, widest * kLetter + 1.2).toFixed(2)}em`,
    `--align-columns: ${columns.length}`,
    `--align-label: ${(letters * kLetter + 1.2).toFixed(2)}em`,
    `--align-aside: ${asideWidth.toFixed(2)}em`,
    `--align-output: ${(output * kLetter).toFixed(2)}em`,
  ].join('; ');
}

/**
 * Makes the labels of columns fit: smaller type first, then a slant that is as steep as the width requires. A special token
 * that does not fit among upright labels becomes a sign, which its row explains.
 * @param {HTMLElement} element
 * @param {{ width: number, height: number }} box of a row
 * @param {readonly Element[]} columnHeaders
 * @param {readonly string[]} columns their labels
 * @param {CanvasRenderingContext2D} context that measures
 * @param {number} size of the font
 * @returns {ReadonlyMap<string, string>} sign of each token that has become one
 */
export function fitColumnLabels(element, { width, height }, columnHeaders, columns, context, size) {
  const cell = width / Math.max(1, columns.length);
  context.font = `${size}px system-ui, sans-serif`;
  const lengths = columns.map((label) => context.measureText(label).width);
  const words = lengths.filter(
    (_, i) => Number(columns[i]?.length) > 1 && !kSpecialToken.test(columns[i] ?? ''),
  );
  const scale = Math.min(1, (cell - 4) / Math.max(1, ...words));
  const isSlanted = scale < kMinimumScale;
  const font = isSlanted ? Math.max(kMinimumFontSize, Math.min(size, cell / kLineHeight)) : size * scale;
  const sine = Math.max(kMinimumSine, Math.min(1, (kLineHeight * font) / cell));
  const labelHeight = isSlanted ? (sine * Math.max(...lengths) * font) / size + font : 0;
  element.style.setProperty('--label-angle', `${Math.asin(sine).toFixed(2)}rad`);
  element.style.setProperty('--label-size', `${font.toFixed(1)}px`);
  element.style.setProperty('--label-height', `${labelHeight.toFixed()}px`);
  element.toggleAttribute('data-slanted', isSlanted);
  // Rows that are too low for their labels are shown without, and without the header, until there is room for both.
  const header = Math.max(1.6 * size, words.length > 0 ? Math.max(...lengths) + size : 0);
  const rowHeight = element.hasAttribute('data-dense')
    ? (element.offsetHeight - header) / (element.childElementCount - 1)
    : height;
  element.toggleAttribute('data-dense', rowHeight < kMinimumRowHeight);
  const signs = new Map(
    columns.flatMap((label, i) =>
      !isSlanted && kSpecialToken.test(label) && Number(lengths[i]) * kMinimumScale > cell
        ? [[label, kSigns[label] ?? '◆']]
        : [],
    ),
  );
  columnHeaders.forEach((node, i) => {
    const label = columns[i] ?? '';
    node.textContent = signs.get(label) ?? label;
    node.ariaLabel = label;
  });
  return signs;
}
