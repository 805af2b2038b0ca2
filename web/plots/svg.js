/** Builds SVG as text, without a document. */

/** @typedef {Readonly<Record<string, string | number | null | undefined | false>>} Attributes */

/** @param {string} text @returns {string} safe in XML text and attribute values */
export function escapeXml(text) {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * @param {string} name
 * @param {Attributes} attributes null, undefined, false and '' are left out; numbers are rounded to hundredths
 * @param {string} [content] markup
 */
export function createTag(name, attributes, content = '') {
  const attributeTexts = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null || value === undefined || value === false || value === '') return [];
    return ` ${key}="${typeof value === 'number' ? formatRounded(value) : escapeXml(value)}"`;
  });
  return content
    ? `<${name}${attributeTexts.join('')}>${content}</${name}>`
    : `<${name}${attributeTexts.join('')}/>`;
}

/** @param {number} value */
export function formatRounded(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * Converts a CSS color to attributes that every drawing program reads.
 * @param {string} name 'fill' or 'stroke'
 * @param {string} color computed by the browser: rgb(), rgba(), color(srgb …), or hexadecimal
 * @returns {Attributes}
 */
export function createColorAttributes(name, color) {
  const numbers = (color.match(/\d*\.?\d+(e-?\d+)?/g) ?? []).map(Number);
  if (!/^(rgb|color\(srgb)/.test(color)) return { [name]: color };
  const scale = color.startsWith('color') ? 255 : 1;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  const hex = [red, green, blue].map((part) =>
    Math.round(part * scale)
      .toString(16)
      .padStart(2, '0'),
  );
  return { [name]: `#${hex.join('')}`, [`${name}-opacity`]: alpha < 1 && alpha };
}

/** @param {string} color computed by the browser */
export function isTransparent(color) {
  return color === 'transparent' || /^(rgba|color)\(.*[,/] ?0\)$/.test(color);
}

/**
 * Converts a canvas of pixels to one square path per pixel.
 * @param {HTMLCanvasElement} canvas
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function createPixelPaths(canvas, x, y, width, height) {
  const { width: columns, height: rows } = canvas;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, columns, rows) ?? { data: [] };
  let drawn = '';
  for (let i = 0; i < data.length; i += 4) {
    const at = i / 4;
    drawn += createTag('path', {
      d: `M${at % columns} ${Math.floor(at / columns)}h1v1h-1z`,
      ...createColorAttributes(
        'fill',
        `rgba(${data[i]}, ${data[i + 1]}, ${data[i + 2]}, ${(data[i + 3] ?? 0) / 255})`,
      ),
    });
  }
  const place = `translate(${formatRounded(x)} ${formatRounded(y)}) scale(${width / columns} ${height / rows})`;
  return createTag('g', { transform: place, 'shape-rendering': 'crispEdges' }, drawn);
}
