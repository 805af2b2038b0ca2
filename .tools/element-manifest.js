/**
 * What others may rely on of `<attento-scope>`: its members, attributes, events, parts, slots and custom properties,
 * described once, as custom-elements.json and as types. A test holds this list against the element. An analyzer of the
 * source would not do: most attributes are the settings of the experiments, and the types are made from this list, too.
 */

import { kMaximumLinkBytes, toAttributeName } from '../web/element/attributes.js';

/** @typedef {{ name: string, description: string }} Described */
/** @typedef {Described & { type: string }} Typed */

/** @type {readonly (Typed & { readonly?: boolean, attribute?: string })[]} */
export const fields = [
  {
    name: 'state',
    type: "'off' | 'starting' | 'live' | 'failed'",
    readonly: true,
    description: 'A poster, on its way, live, or stopped by an error that it shows.',
  },
  {
    name: 'theme',
    type: "'auto' | 'light' | 'dark' | 'projector' | undefined",
    attribute: 'theme',
    description: 'Colours and sizes; auto, the default, follows the color scheme of the page.',
  },
  {
    name: 'controls',
    type: "'all' | 'run' | 'none' | undefined",
    attribute: 'controls',
    description: 'Which controls the reader gets; default all.',
  },
  {
    name: 'fit',
    type: 'boolean',
    attribute: 'fit',
    description: 'Whether it fills the height that the page gives it, with all its parts.',
  },
  {
    name: 'parts',
    type: 'string | undefined',
    attribute: 'parts',
    description: 'What it has beside map and transport: inspector, try, explore.',
  },
  {
    name: 'explore',
    type: 'string',
    attribute: 'explore',
    description: 'Name of the exploration that is open in the place of the map; empty for the map.',
  },
  {
    name: 'withheld',
    type: '{ names: readonly string[]; link: () => string } | null',
    description:
      'What the reader is to find out: names, as of hide, that are neither shown nor changed, and the link to share meanwhile.',
  },
  {
    name: 'scope',
    type: 'Scope | null',
    readonly: true,
    description: 'The run itself, null while the element is a poster.',
  },
  {
    name: 'configuration',
    type: 'string',
    description:
      'The configuration as a link: what follows # in a permalink. Setting it restarts a live instrument.',
  },
];

/** @type {readonly (Described & { parameters: readonly Typed[] })[]} */
export const methods = [
  {
    name: 'activate',
    parameters: [
      { name: 'options?', type: '{ run?: boolean }', description: '`run`: begin training at once.' },
    ],
    description:
      'Starts the instrument, unless it lives already; settled when it is live or has said why not.',
  },
  {
    name: 'run',
    parameters: [],
    description: 'Trains, after starting the instrument if need be; settled once it runs.',
  },
  { name: 'pause', parameters: [], description: 'Ends training for now.' },
  {
    name: 'watch',
    parameters: [{ name: 'example', type: 'number', description: 'Counted from 0.' }],
    description: 'Shows a held-out example in the map, where the experiment shows one of many.',
  },
  {
    name: 'highlight',
    parameters: [
      {
        name: 'cells',
        type: '{ rows?: readonly number[]; columns?: readonly number[] } | null',
        description: 'Whole rows, whole columns, or where both are given their cells; null for none.',
      },
    ],
    description: 'Outlines cells of the map, until told otherwise.',
  },
  {
    name: 'edit',
    parameters: [{ name: 'parameter', type: 'string', description: 'Its name.' }],
    description: 'Opens the settings and puts the focus into the field of a parameter.',
  },
  {
    name: 'runTo',
    parameters: [{ name: 'step', type: 'number', description: 'Where it pauses.' }],
    description: 'Trains up to a step; settled when the run has ended, there or before.',
  },
];

/** Those that every instrument has; the parameters of the experiments come besides. @type {readonly Typed[]} */
export const attributes = [
  { name: 'experiment', type: 'string', description: 'Name of the experiment.' },
  { name: 'seed', type: 'number', description: 'Seed of all randomness, 0 to 4294967295; default 7.' },
  {
    name: 'preset',
    type: 'string',
    description: 'Name of one of the experiment’s presets; other attributes win over it.',
  },
  { name: 'shown', type: 'string', description: 'Name of the map that is shown first.' },
  { name: 'speed', type: 'string', description: 'Steps per second, or full.' },
  { name: 'theme', type: "'auto' | 'light' | 'dark' | 'projector'", description: 'Colours and sizes.' },
  {
    name: 'mode',
    type: "'explore' | 'lesson' | 'quiz' | 'projector'",
    description: 'What the reader is led through or spared; default explore.',
  },
  { name: 'hide', type: 'string', description: 'Names of what is not shown, with commas between them.' },
  { name: 'lock', type: 'string', description: 'Names of what is shown and cannot be changed.' },
  {
    name: 'locale',
    type: 'string',
    description: 'Language of all instruments of the page; else the nearest `lang` around it counts.',
  },
  {
    name: 'controls',
    type: "'all' | 'run' | 'none'",
    description: 'Which controls the reader gets; default all.',
  },
  {
    name: 'fit',
    type: 'boolean',
    description: 'Fills the height that the page gives it, with all its parts.',
  },
  {
    name: 'parts',
    type: 'string',
    description: 'What it has beside map and transport, without `fit`: inspector, try, explore.',
  },
  { name: 'explore', type: 'string', description: 'The exploration that is open in the place of the map.' },
  { name: 'eager', type: 'boolean', description: 'Starts when in sight, not only when pressed.' },
  {
    name: 'fast',
    type: 'boolean',
    description:
      'Computes with fused multiply-adds where there are such: other machines may get other numbers.',
  },
  {
    name: 'threads',
    type: "'auto' | '1' | '2' | '3' | '4'",
    description: 'How many workers share the steps of training, to the same bits; default auto.',
  },
  {
    name: 'src',
    type: 'string',
    description: 'The address of a file with attention of your own, for the experiment maps.',
  },
  {
    name: 'data-src',
    type: 'string',
    description:
      'Address of own data, of the page’s origin or with CORS, fetched when the instrument starts; for experiments that take such.',
  },
  {
    name: 'data',
    type: 'string',
    description: `Own data of at most ${kMaximumLinkBytes} bytes as base64url, as a link holds them.`,
  },
  { name: 'permalink', type: 'boolean', description: 'Reads and writes the fragment of the page’s address.' },
  { name: 'link-base', type: 'string', description: 'Address that copied links lead to.' },
  {
    name: 'base',
    type: 'string',
    description:
      'Folder of the published files, for what Share offers; else where attentoscope.js was loaded from.',
  },
];

/** All bubble and cross shadow roots. @type {readonly Typed[]} */
export const events = [
  { name: 'attento-ready', type: 'CustomEvent<{}>', description: 'The instrument is live.' },
  {
    name: 'attento-change',
    type: 'CustomEvent<{ link: string }>',
    description: 'The configuration has changed.',
  },
  {
    name: 'attento-progress',
    type: 'CustomEvent<{ step: number, loss: number, metrics: Record<string, number> }>',
    description: 'At most one a frame while it trains.',
  },
  {
    name: 'attento-pause',
    type: 'CustomEvent<{ step: number, reason: string }>',
    description: 'Training stopped.',
  },
  {
    name: 'attento-explore',
    type: 'CustomEvent<{ explore: string }>',
    description: 'Another exploration is open, or the map again.',
  },
  {
    name: 'attento-row',
    type: 'CustomEvent<{ row: number }>',
    description: 'The reader has chosen a row of the map, from 0.',
  },
  {
    name: 'attento-map',
    type: 'CustomEvent<{ map: string, layer?: number, head?: number }>',
    description: 'The reader has chosen another map; layer and head, from 0, where it has heads.',
  },
  {
    name: 'attento-lesson',
    type: 'CustomEvent<{ step: string }>',
    description:
      'A lesson or quiz has come to another step: predict, run, compare or reflect; empty where nothing is asked.',
  },
  { name: 'attento-error', type: 'CustomEvent<{ error: unknown }>', description: 'Something went wrong.' },
];

/** @type {readonly Described[]} */
export const parts = [
  { name: 'scope', description: 'The box around everything, with its border.' },
  { name: 'shell', description: 'Everything in the box.' },
  { name: 'map', description: 'The attention that is learned, over the truth.' },
  { name: 'controls', description: 'Run, step, speed.' },
  { name: 'numbers', description: 'What is pointed at, loss and metrics.' },
  { name: 'try', description: 'Presets, the reader’s own text.' },
  { name: 'explore', description: 'What can be explored, by name.' },
];

/** @type {readonly Described[]} */
export const slots = [
  { name: 'poster', description: 'In place of the picture that is shown before the instrument is started.' },
];

/** @type {readonly Described[]} */
export const properties = [
  { name: '--attento-paper', description: 'Background.' },
  { name: '--attento-ink', description: 'Text.' },
  { name: '--attento-muted', description: 'Secondary text.' },
  { name: '--attento-rule', description: 'Lines between areas.' },
  { name: '--attento-slot', description: 'Background of fields and of empty places.' },
  { name: '--attento-line-color', description: 'Lines that carry meaning: outlines of the truth, axes.' },
  { name: '--attento-line', description: 'Width of these lines in pixels, a plain number.' },
  { name: '--attento-accent', description: 'Buttons that act, and what is learned.' },
  { name: '--attento-on-accent', description: 'Text on these buttons.' },
  { name: '--attento-focus', description: 'Ring around what has the focus.' },
  { name: '--attento-good', description: 'Verdicts that are favourable.' },
  { name: '--attento-bad', description: 'Verdicts that are not, and errors.' },
  { name: '--attento-font', description: 'Fonts of text.' },
  { name: '--attento-math-font', description: 'Fonts of formulas.' },
  { name: '--attento-size', description: 'Size of text.' },
];

const summary = 'A small network that learns live in the page, its attention laid over the truth.';

/** @import { ExperimentSchema, ParameterSchema } from '../web/engine/schema.js' */

/**
 * Every parameter of every experiment as an attribute.
 * @param {readonly ExperimentSchema[]} experiments
 * @returns {Typed[]}
 */
export function parameterAttributes(experiments) {
  /** @type {Map<string, { schema: ParameterSchema, types: Set<string>, users: string[] }>} */
  const found = new Map();
  for (const { name: user, parameters } of experiments) {
    for (const schema of parameters) {
      const name = toAttributeName(schema.name);
      const entry = found.get(name) ?? { schema, types: new Set(), users: [] };
      for (const type of typesOf(schema)) entry.types.add(type);
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
function typesOf({ type, choices = [] }) {
  if (type === 'choice') return choices.map(({ value }) => `'${value}'`);
  if (type === 'integer' || type === 'real') return ['number'];
  return [type === 'boolean' ? 'boolean' : 'string'];
}

/** @param {Typed} typed */
const withType = ({ name, type, description, ...rest }) => ({
  name,
  type: { text: type },
  description,
  ...rest,
});

/**
 * The content of custom-elements.json, schema 2.1.0.
 * @param {readonly ExperimentSchema[]} experiments
 */
export function customElementsManifest(experiments) {
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
              ...fields.map((field) => ({ kind: 'field', ...withType(field) })),
              ...methods.map(({ name, parameters, description }) => ({
                kind: 'method',
                name,
                description,
                parameters: parameters.map(({ name: parameter, ...rest }) => ({
                  ...withType({ name: parameter.replace('?', ''), ...rest }),
                  optional: parameter.endsWith('?'),
                })),
                return: { type: { text: 'Promise<void>' } },
              })),
            ],
            attributes: [...attributes, ...parameterAttributes(experiments)].map(withType),
            events: events.map(withType),
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

/** The same as TypeScript, without the library that the element is built with. */
export function elementTypes() {
  const members = [
    ...fields.map(({ name, type, readonly, description }) => {
      return `  /** ${description} */\n  ${readonly ? 'readonly ' : ''}${name}: ${type};\n`;
    }),
    ...methods.map(({ name, parameters, description }) => {
      const given = parameters.map((parameter) => `${parameter.name}: ${parameter.type}`).join(', ');
      return `  /** ${description} */\n  ${name}(${given}): Promise<void>;\n`;
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
export function reactTypes(experiments) {
  const props = [
    ...[...attributes, ...parameterAttributes(experiments)].map(({ name, type, description }) => {
      return `  /** ${description} */\n  '${name}'?: ${type} | undefined;\n`;
    }),
    ...events.map(({ name, type, description }) => {
      const prop = name.replace(/^attento-(.)/, (_, letter) => `on${letter.toUpperCase()}`);
      const detail = type.slice('CustomEvent<'.length, -1);
      return `  /** ${description} */\n  ${prop}?: ((detail: ${detail}) => void) | undefined;\n`;
    }),
  ];
  return `import type { HTMLAttributes, ReactElement } from 'react';

/** Attributes of the tag, and what its events tell. */
export interface AttentoScopeOwnProps {
${props.join('')}}

export interface AttentoScopeProps
  extends AttentoScopeOwnProps,
    Omit<HTMLAttributes<HTMLElement>, keyof AttentoScopeOwnProps> {}

/** ${summary} Its children stand where scripts do not run. */
export declare function AttentoScope(props: AttentoScopeProps): ReactElement;
`;
}
