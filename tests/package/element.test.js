/** Compares the documentation of the element, from which its manifest is derived, with its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  attributes,
  createAttributeTable,
  events,
  fields,
  listParameterAttributes,
  parts,
  properties,
  publicMethods,
  slots,
} from '../../.tools/element-manifest.js';
import { root } from '../../.tools/shell.js';
import { AttentoScope } from '../../web/element/attento-scope.js';
import { elementSchemas } from '../../web/element/attributes.js';
import { experiments } from '../../web/index.js';
import { toParameterName } from '../../web/instrument/attribute-names.js';

const folder = join(root, 'web/element');
/** Sources of everything inside the element; the lab and the embeds have their own attributes and parts. */
const sources = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?!lab|embed|generated).*\.js$/.test(name))
  .map((name) => readFileSync(join(root, 'web', name), 'utf8'))
  .join('\n');

/** @param {RegExp} pattern with one group @param {string} [text] */
const findMatches = (pattern, text = sources) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
/** @param {readonly { name: string }[]} list */
const names = (list) => list.map(({ name }) => name).sort();

it('the manifest of the element names every event that it emits', () => {
  expect(names(events)).toEqual(findMatches(/emit\('(attento-[a-z-]+)'/g));
});

it('the manifest of the element names every part and slot', () => {
  expect(names(parts)).toEqual(findMatches(/ part="([a-z-]+)"/g));
  expect(names(slots)).toEqual(findMatches(/<slot name="([a-z-]+)"/g));
});

it('the manifest of the element names every custom property that a page may set', () => {
  // Those of the running instrument are set when it is loaded.
  const files = ['theme-styles.js', '../instrument/live-styles.js'];
  const styles = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  expect(names(properties)).toEqual(findMatches(/(--attento-[a-z-]+):/g, styles));
});

it('the manifest of the element names every attribute that is read', () => {
  // `lang`, `aria-…` and `data-…` are attributes of every element.
  const read = findMatches(/(?:get|has)Attribute\('([a-z-]+)'\)/g).filter(
    (name) => !/^(lang|aria-.*|data-(?!src$).*)$/.test(name),
  );
  // Attributes that lit reads.
  const reactive = Object.entries(AttentoScope.properties).flatMap(([name, { state, attribute }]) =>
    state || attribute === false ? [] : [name],
  );
  const own = [...read, ...reactive, ...names(elementSchemas), 'experiment', 'seed', 'preset'];
  expect(names(attributes)).toEqual([...new Set(own)].sort());
});

it('the manifest of the element names every parameter of every experiment once, as the element reads it', () => {
  const parameters = names(listParameterAttributes(experiments()));
  expect(parameters).toContain('learning-rate');
  expect(new Set(parameters).size).toBe(parameters.length);
  const expected = experiments().flatMap((experiment) => names(experiment.parameters));
  expect(parameters.map(toParameterName).sort()).toEqual([...new Set(expected)].sort());
});

it('the manifest of the element is the table in the README', () => {
  const readme = readFileSync(join(root, 'web/embed/README.md'), 'utf8');
  expect(readme).toContain(`<!-- attributes -->\n${createAttributeTable()}\n<!-- /attributes -->`);
});

it('the manifest of the element is what the build wrote', () => {
  const { schemaVersion, modules } = JSON.parse(
    readFileSync(join(root, 'dist/custom-elements.json'), 'utf8'),
  );
  const [{ declarations }, { exports }] = modules;
  expect(schemaVersion).toBe('2.1.0');
  expect(declarations[0].tagName).toBe('attento-scope');
  expect(names(declarations[0].members)).toEqual(names([...fields, ...publicMethods]));
  expect(declarations[0].attributes.length).toBe(
    attributes.length + listParameterAttributes(experiments()).length,
  );
  expect(exports[0]).toMatchObject({ kind: 'custom-element-definition', name: 'attento-scope' });
});
