/** SVG output of the replacement for a 2D context. */
import { expect, test } from 'vitest';
import { paintHatching } from '../../web/plots/alignment-paint.js';
import { createColorAttributes, createTag, escapeXml, isTransparent } from '../../web/plots/svg.js';
import { createVectorContext } from '../../web/plots/vector-context.js';
import { formatTables } from '../../web/save/saved-table.js';

const drawing = () =>
  createVectorContext((text, _font, baseline) => ({
    width: 7 * text.length,
    ascent: baseline === 'middle' ? 5 : 10,
    descent: 3,
  }));

test('text has the same position as on a canvas, and is escaped', () => {
  const { context, marks } = drawing();
  context.font = '12px serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText('<a>&"', 10, 20);
  expect(marks()).toContain('x="10" y="25" font-size="12" font-family="serif" text-anchor="end"');
  expect(marks()).toContain('>&#60;a&#62;&#38;&#34;</text>');
});

test('the hatching of held weights stays inside its box', () => {
  const { context, marks } = drawing();
  paintHatching(context, { left: 10, top: 20, width: 30, height: 8 }, { accent: '#112233' });
  const points = [...marks().matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(points.length).toBeGreaterThan(4);
  expect(points.every(([x = 0, y = 0]) => x >= 10 && x <= 40 && y >= 20 && y <= 28)).toBe(true);
  expect(context.globalAlpha).toBe(1);
});

test('attributes and colors are written in portable notation', () => {
  expect(createTag('g', { a: 'x"<', b: '', c: null, d: 1.006 })).toBe('<g a="x&#34;&#60;" d="1.01"/>');
  expect(createColorAttributes('fill', 'rgba(0, 0, 255, 0.5)')).toEqual({
    fill: '#0000ff',
    'fill-opacity': 0.5,
  });
  expect(createColorAttributes('fill', 'color(srgb 1 0 0 / 0.3)')).toEqual({
    fill: '#ff0000',
    'fill-opacity': 0.3,
  });
  expect(['transparent', 'rgba(0, 0, 0, 0)', 'rgb(0, 0, 0)'].map(isTransparent)).toEqual([true, true, false]);
  expect(escapeXml('a\u0000\ud800b')).toBe('a\ufffd\ufffdb');
});

test('several tables are preceded by their captions, and special characters of CSV are quoted', () => {
  const one = { caption: 'first', head: [['a', 'b']], rows: [['x,"y"', 0.1]] };
  expect(formatTables([one])).toBe('a,b\r\n"x,""y""",0.1\r\n');
  expect(formatTables([one, { ...one, caption: 'second' }]).split('\r\n\r\n')).toHaveLength(2);
});
