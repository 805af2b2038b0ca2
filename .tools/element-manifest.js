/**
 * Derives custom-elements.json and the types of `<attento-scope>` from the documentation comments of its features: those of the
 * attributes that a feature declares, those of the members of the class, and the tags `@fires`, `@csspart`, `@slot`,
 * `@cssprop` and `@attr`, as in the Custom Elements Manifest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { toAttributeName } from '../web/instrument/attribute-names.js';
import { root } from './shell.js';

// Not imported statically, because tools start before the packages and generated files exist.
const { AttentoScope } = await import('../web/element/attento-scope.js');
const { attributes: declared } = await import('../web/element/attributes.js');

/** @typedef {{ name: string, description: string }} Described */
/** @typedef {Described & { type: string }} Typed */
/** @typedef {Typed & { tag: string, optional: boolean }} Tag for example `@param {number} [step] Where it pauses.` */

const folder = join(root, 'web/element');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
/** All comments with the code that follows them. */
const comments = files.flatMap((file) => {
  const source = file.endsWith('.js') ? readFileSync(join(folder, file), 'utf8') : '';
  return parseSync(file, source).comments.map(({ value, end }) => {
    const [description = '', ...tags] = value
      .replace(/^\*|\s*\n *\*? */g, ' ')
      .trim()
      .split(/(?:^| )@/);
    return { file, code: source.slice(end).trimStart(), description, tags: tags.map(parseTag) };
  });
});

/** @param {string} text @returns {Tag} */
function parseTag(text) {
  const [, tag = '', type = '', bracket = '', name = '', description = ''] =
    /^(\w+)(?: \{(.*)\})?(?: (\[?)([\w-]+)\]?)?(?: -)? ?(.*)$/.exec(text) ?? [];
  return { tag, name, type, description, optional: bracket !== '' };
}

/** Finds comments before code of a form. @param {RegExp} form whose group is the name that is declared */
const findBefore = (form) =>
  comments.flatMap((comment) => {
    const name = form.exec(comment.code)?.[1];
    return name ? { ...comment, name } : [];
  });
const findMembers = (/** @type {RegExp} */ form) =>
  findBefore(form).filter(({ file }) => file === 'attento-scope.js');

/** @param {string} kind @returns {Typed[]} tags with a name */
const findTags = (kind) =>
  comments.flatMap(({ tags }) =>
    tags.flatMap(({ tag, name, type, description }) =>
      tag === kind && name ? { name, type, description } : [],
    ),
  );
/** @param {string} kind @returns {Described[]} */
const findUntypedTags = (kind) => findTags(kind).map(({ name, description }) => ({ name, description }));

/** Events of the element; all of them bubble and cross shadow roots. */
export const events = findTags('fires');
export const parts = findUntypedTags('csspart');
/** Slots of the custom element. */
export const slots = findUntypedTags('slot');
/** Custom properties. */
export const properties = findUntypedTags('cssprop');

/** Attributes of every instrument; parameters of the experiments are attributes, too. */
export const attributes = [
  ...findBefore(/^'?([\w-]+)'?: \{/).map(({ name, description, tags: [tag] }) => {
    const { link, type = String } = declared[name] ?? {};
    const choices = link?.choices?.map(({ value }) => `'${value}'`).join(' | ');
    return { name, type: tag?.type ?? choices ?? (type === Boolean ? 'boolean' : 'string'), description };
  }),
  ...findTags('attr'),
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** @type {readonly (Typed & { readonly?: boolean, attribute?: string })[]} */
export const fields = findMembers(/^(?:this\.|get )(\w+)/).flatMap(({ name, description, tags }) => {
  const type = tags.find(({ tag }) => tag === 'type')?.type;
  if (!type) return [];
  const { get, set } = Object.getOwnPropertyDescriptor(AttentoScope.prototype, name) ?? {};
  // A lit property with `state` is read-only, and so is a property with a getter but no setter.
  const { state: isReadOnly = get && !set } =
    Object.entries(AttentoScope.properties).find(([key]) => key === name)?.[1] ?? {};
  return {
    name,
    type,
    ...(isReadOnly ? { readonly: true } : {}),
    ...(attributes.some((attribute) => attribute.name === name) ? { attribute: name } : {}),
    description,
  };
});

/** @type {readonly (Described & { parameters: readonly (Typed & { optional: boolean })[] })[]} */
export const publicMethods = findMembers(/^(?:async )?(\w+)\(/).flatMap(({ name, description, tags }) => {
  const parameters = tags.flatMap(({ tag, ...parameter }) => (tag === 'param' ? parameter : []));
  return tags.some(({ type }) => type === 'Promise<void>') ? { name, description, parameters } : [];
});

const summary = findMembers(/^export (class)/)[0]?.description ?? '';

/** @import { ExperimentSchema, ParameterSchema } from '../web/engine/schema.js' */

/**
 * Returns every parameter of every experiment as an attribute.
 * @param {readonly ExperimentSchema[]} experiments
 * @returns {Typed[]}
 */
export function listParameterAttributes(experiments) {
  /** @type {Map<string, { schema: ParameterSchema, types: Set<string>, users: string[] }>} */
  const found = new Map();
  for (const { name: user, parameters } of experiments) {
    for (const schema of parameters) {
      const name = toAttributeName(schema.name);
      const entry = found.get(name) ?? { schema, types: new Set(), users: [] };
      for (const type of formatTypes(schema)) entry.types.add(type);
      entry.users.push(user);
      found.set(name, entry);
    }
  }
  return Array.from(found, ([name, { schema, types, users }]) => ({
    name,
    type: [...types].join(' | '),
    description: `${schema.label ?? name}: a parameter of ${users.join(', ')}.`,
  }));
}

/** @param {ParameterSchema} schema @returns {string[]} */
function formatTypes({ type, choices = [] }) {
  if (type === 'choice') return choices.map(({ value }) => `'${value}'`);
  if (type === 'integer' || type === 'real') return ['number'];
  return [type === 'boolean' ? 'boolean' : 'string'];
}

/** @param {Typed} typed */
const formatTyped = ({ name, type, description, ...rest }) => ({
  name,
  type: { text: type },
  description,
  ...rest,
});

/**
 * The content of custom-elements.json, schema 2.1.0.
 * @param {readonly ExperimentSchema[]} experiments
 */
export function createCustomElementsManifest(experiments) {
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/element.js',
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'AttentoScope',
            tagName: 'attento-scope',
            summary,
            superclass: { name: 'HTMLElement' },
            members: [
              ...fields.map((field) => ({ kind: 'field', ...formatTyped(field) })),
              ...publicMethods.map(({ name, parameters, description }) => ({
                kind: 'method',
                name,
                description,
                parameters: parameters.map(formatTyped),
                return: { type: { text: 'Promise<void>' } },
              })),
            ],
            attributes: [...attributes, ...listParameterAttributes(experiments)].map(formatTyped),
            events: events.map(formatTyped),
            cssParts: parts,
            slots,
            cssProperties: properties,
          },
        ],
        exports: [{ kind: 'js', name: 'AttentoScope', declaration: { name: 'AttentoScope' } }],
      },
      {
        kind: 'javascript-module',
        path: 'dist/attentoscope.js',
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'attento-scope',
            declaration: { name: 'AttentoScope', module: 'dist/element.js' },
          },
        ],
      },
    ],
  };
}

/** The same as TypeScript declarations, which do not refer to lit. */
export function createElementTypes() {
  const members = [
    ...fields.map(({ name, type, readonly, description }) => {
      return `  /** ${description} */\n  ${readonly ? 'readonly ' : ''}${name}: ${type};\n`;
    }),
    ...publicMethods.map(({ name, parameters, description }) => {
      const parameterList = parameters
        .map((parameter) => `${parameter.name}${parameter.optional ? '?' : ''}: ${parameter.type}`)
        .join(', ');
      return `  /** ${description} */\n  ${name}(${parameterList}): Promise<void>;\n`;
    }),
  ];
  const types = events.map(
    ({ name, type, description }) => `    /** ${description} */\n    '${name}': ${type};\n`,
  );
  return `import type { Scope } from './index.js';

/** ${summary} */
export declare class AttentoScope extends HTMLElement {
${members.join('')}}

declare global {
  interface HTMLElementTagNameMap {
    'attento-scope': AttentoScope;
  }
  interface HTMLElementEventMap {
${types.join('')}  }
}
`;
}

/**
 * The props of the React component: attributes of the tag, and the details of its events.
 * @param {readonly ExperimentSchema[]} experiments
 */
export function createReactTypes(experiments) {
  const props = [
    ...[...attributes, ...listParameterAttributes(experiments)].map(({ name, type, description }) => {
      return `  /** ${description} */\n  '${name}'?: ${type} | undefined;\n`;
    }),
    ...events.map(({ name, type, description }) => {
      const prop = name.replace(/^attento-(.)/, (_, letter) => `on${letter.toUpperCase()}`);
      const detail = type.slice('CustomEvent<'.length, -1);
      return `  /** ${description} */\n  ${prop}?: ((detail: ${detail}) => void) | undefined;\n`;
    }),
  ];
  return `import type { HTMLAttributes, ReactElement } from 'react';

/** Attributes of the tag, and handlers of its events. */
export interface AttentoScopeOwnProps {
${props.join('')}}

export interface AttentoScopeProps
  extends AttentoScopeOwnProps,
    Omit<HTMLAttributes<HTMLElement>, keyof AttentoScopeOwnProps> {}

/** ${summary} Its children are shown where scripts do not run. */
export declare function AttentoScope(props: AttentoScopeProps): ReactElement;
`;
}

/** The table of attributes in web/embed/README.md. */
export const createAttributeTable = () =>
  ['| attribute | what it does |', '|--|--|']
    .concat(
      attributes.map(
        ({ name, type, description }) => `| \`${name}\`${formatChoices(type)} | ${description} |`,
      ),
    )
    .join('\n');

/** @param {string} type */
const formatChoices = (type) =>
  type.includes("'") ? `: ${type.replaceAll("'", '`').replaceAll(' | ', ', ')}` : '';
