/** Snippets for other pages configure the same as the link that they were made from. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementSchemas } from '../../web/element/attributes.js';
import { isSettingAttribute, readSettings } from '../../web/element/settings.js';
import { calculator, experiments, writeLink } from '../../web/index.js';
import { convertLinkToAttributes, createSnippets } from '../../web/share/share-snippets.js';

/** @param {string} link */
const fromLink = (link) => readSettings({ attributes: new Map(), link });
/** @param {string} link */
const fromTag = (link) =>
  readSettings({ attributes: new Map(Object.entries(convertLinkToAttributes(link))), link: null });

const base = 'https://example.org/attentoscope/';
/** @param {string} fragment @param {string} [title] */
const shared = (fragment, title = 'A title') => ({
  title,
  fragment,
  link: `https://example.org/#${fragment}`,
  base,
});

describe('the attributes of the tag', () => {
  test('are read by the element, for every parameter', () => {
    for (const { name, parameters } of [...experiments(), calculator]) {
      for (const { name: parameter } of parameters) {
        const attributes = convertLinkToAttributes(`v1;experiment=${name};${parameter}=1`);
        const [, attribute = ''] = Object.keys(attributes);
        expect([parameter, isSettingAttribute(attribute)]).toEqual([parameter, true]);
        // An attribute of HTML with the same name must keep its meaning.
        expect(['hidden', 'title', 'id', 'class', 'style', 'lang', 'dir']).not.toContain(attribute);
      }
    }
  });

  test.each(
    experiments().flatMap(({ name, presets = [] }) =>
      presets.map((preset) => /** @type {const} */ ([name, preset.name, preset.parameters])),
    ),
  )('say the same as the link: %s, %s', (experiment, _, parameters) => {
    const extras = new Map([
      ['speed', '100'],
      ['shown', 'other'],
    ]);
    const link = writeLink({ experiment, seed: 42, parameters: { ...parameters } }, extras, elementSchemas);
    expect(fromTag(link)).toEqual(fromLink(link));
    expect(fromTag(link).notices).toEqual([]);
  });
});

describe('the snippets', () => {
  test('frames may save files and open the lab, and the layout does not shift when the instrument loads', () => {
    const text = (/** @type {string} */ fragment, /** @type {string} */ label) =>
      createSnippets(shared(fragment)).find((snippet) => snippet.label === label)?.text ?? '';
    for (const label of ['Frame', 'Ghost, WordPress', 'MDX, React'])
      expect(text('v1;experiment=translation', label)).toContain(
        'sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox" allow="clipboard-write"',
      );
    expect(text('v1;experiment=translation', 'MDX, React')).toContain('height: 560,');
    expect(text('v1;experiment=translation', 'Frame')).toContain('height="560"');
    const height = (/** @type {string} */ most) =>
      `style="display:block;min-height:var(--attento-block-size,max(560px,${most}))"`;
    for (const label of ['One tag', 'Quarto'])
      expect(text('v1;experiment=translation;theme=dark', label)).toContain(height('min(26rem,572px)'));
    for (const projector of ['mode=projector', 'theme=projector'])
      expect(text(`v1;experiment=translation;${projector}`, 'One tag')).toContain(
        height('clamp(26rem,min(34.84vw,62.4vh),52rem)'),
      );
  });

  test('have no links if the page does not allow any, and no embeds without a public address', () => {
    const fragment = 'v1;experiment=context-lookup';
    const labels = (/** @type {object} */ overrides) =>
      createSnippets({ ...shared(fragment), ...overrides }).map(({ label }) => label);
    expect(labels({ link: null })).not.toContain('Link');
    expect(labels({ link: null })).not.toContain('Markdown');
    expect(labels({ link: null })).toContain('One tag');
    expect(labels({ base: null })).toEqual(['Link', 'Markdown', 'Medium, Substack, Notion']);
    expect(labels({ base: null, link: null })).toEqual([]);
  });

  test('keep every text inside its quotation marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (tokens, title) => {
        const fragment = writeLink({ experiment: calculator.name, seed: 7, parameters: { tokens } });
        const snippets = createSnippets(shared(fragment, title));
        const of = Object.fromEntries(snippets.map(({ label, text }) => [label, text]));
        expect(of['Hugo'] ?? '{{< attentoscope >}}').toMatch(
          /^\{\{< attentoscope( [a-z-]+=("[^"\\\r\n]*"|`[^`]*`))* >\}\}$/,
        );
        expect(of['MyST, Jupyter']?.split('\n')).toHaveLength(3);
        expect(JSON.parse(of['MyST, Jupyter']?.split('\n')[1] ?? '')).toEqual({ base, link: fragment });
        expect(of['Markdown']).toMatch(/^\[!\[(\\[^\n]|[^\\[\]\n])*\]\(picture\.png\)\]\([^()<>\s]+\)$/u);
        // One line for the script and one for the tag; an empty line would end the block.
        expect(of['One tag']?.split(/[\n\r]/)).toHaveLength(2);
        expect(of['Frame']?.split(/[\n\r]/)).toHaveLength(2);
        expect(of['Quarto']?.split(/[\n\r]/)).toHaveLength(4);
      }),
    );
  });

  test('have no shortcode if a value cannot be quoted in it', () => {
    /** @param {string} tokens */
    const hugo = (tokens) => {
      const fragment = writeLink({ experiment: calculator.name, seed: 7, parameters: { tokens } });
      return createSnippets(shared(fragment)).find(({ label }) => label === 'Hugo')?.text;
    };
    expect(hugo('a b')).toBe('{{< attentoscope experiment="calculator" tokens="a b" >}}');
    expect(hugo('say "a"')).toBe('{{< attentoscope experiment="calculator" tokens=`say "a"` seed="7" >}}');
    expect(hugo('"`')).toBeUndefined();
  });
});
