/**
 * The public interface of `<attento-scope>`: members, attributes, events, parts, slots and custom properties. It becomes
 * custom-elements.json and the types. A test compares this list with the element. A source analyzer could not derive it,
 * because most attributes are settings of the experiments.
 */

import { kMaximumLinkBytes } from '../web/element/attributes.js';
import { toAttributeName } from '../web/instrument/attribute-names.js';

/** @typedef {{ name: string, description: string }} Described */
/** @typedef {Described & { type: string }} Typed */

/** @type {readonly (Typed & { readonly?: boolean, attribute?: string })[]} */
export const fields = [
  {
    name: 'state',
    type: "'off' | 'starting' | 'live' | 'failed'",
    readonly: true,
    description: 'Off (it shows a poster), starting, live, or failed with an error that it shows.',
  },
  {
    name: 'theme',
    type: "'auto' | 'light' | 'dark' | 'projector' | undefined",
    attribute: 'theme',
    description: 'Colors and sizes; auto, the default, follows the color scheme of the page.',
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
    description: 'Whether it fills the height that the page gives it and shows all its parts.',
  },
  {
    name: 'parts',
    type: 'string | undefined',
    attribute: 'parts',
    description: 'Parts to show in addition to the map and the run controls: inspector, try, explore.',
  },
  {
    name: 'explore',
    type: 'string',
    attribute: 'explore',
    description: 'Name of the exploration that is shown instead of the map; empty for the map.',
  },
  {
    name: 'withheld',
    type: '{ names: readonly string[]; link: () => string } | null',
    description:
      'Quiz answers: names, as in hide, of settings that are neither shown nor editable, and the link to share until then.',
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
      'Starts the instrument unless it is live; resolves when it is live or shows why it cannot start.',
  },
  {
    name: 'run',
    parameters: [],
    description: 'Trains, and starts the instrument first if necessary; resolves once it runs.',
  },
  { name: 'pause', parameters: [], description: 'Pauses training.' },
  {
    name: 'watch',
    parameters: [{ name: 'example', type: 'number', description: 'Counted from 0.' }],
    description: 'Shows a held-out example in the map, if the experiment shows one example at a time.',
  },
  {
    name: 'highlight',
    parameters: [
      {
        name: 'cells',
        type: '{ rows?: readonly number[]; columns?: readonly number[] } | null',
        description:
          'Whole rows, whole columns, or the cells where both meet if both are given; null for none.',
      },
    ],
    description: 'Outlines cells of the map until the next call.',
  },
  {
    name: 'edit',
    parameters: [{ name: 'parameter', type: 'string', description: 'Its name.' }],
    description: 'Opens the settings and focuses the field of a parameter.',
  },
  {
    name: 'runTo',
    parameters: [{ name: 'step', type: 'number', description: 'Where it pauses.' }],
    description: 'Trains up to a step; resolves when the run has ended, at that step or before.',
  },
];

/** Attributes of every instrument; parameters of the experiments are attributes, too. @type {readonly Typed[]} */
export const attributes = [
  { name: 'experiment', type: 'string', description: 'Name of the experiment.' },
  { name: 'seed', type: 'number', description: 'Seed of all randomness, 0 to 4294967295; default 7.' },
  {
    name: 'preset',
    type: 'string',
    description: 'Name of one of the experiment’s presets; other attributes override it.',
  },
  { name: 'shown', type: 'string', description: 'Name of the map that is shown first.' },
  { name: 'speed', type: 'string', description: 'Steps per second, or full.' },
  { name: 'theme', type: "'auto' | 'light' | 'dark' | 'projector'", description: 'Colors and sizes.' },
  {
    name: 'mode',
    type: "'explore' | 'lesson' | 'quiz' | 'projector'",
    description: 'How the reader is guided: a lesson, a quiz, or free exploration; default explore.',
  },
  { name: 'hide', type: 'string', description: 'Comma-separated names of what is not shown.' },
  {
    name: 'lock',
    type: 'string',
    description: 'Comma-separated names of what is shown and cannot be changed.',
  },
  {
    name: 'locale',
    type: 'string',
    description: 'Language of all instruments of the page; default: the nearest `lang` attribute around it.',
  },
  {
    name: 'controls',
    type: "'all' | 'run' | 'none'",
    description: 'Which controls the reader gets; default all.',
  },
  {
    name: 'fit',
    type: 'boolean',
    description: 'Fills the height that the page gives it and shows all its parts.',
  },
  {
    name: 'parts',
    type: 'string',
    description:
      'Without `fit`: parts to show in addition to the map and the run controls: inspector, try, explore.',
  },
  { name: 'explore', type: 'string', description: 'The exploration that is shown instead of the map.' },
  { name: 'eager', type: 'boolean', description: 'Starts when it becomes visible, without a click on Run.' },
  {
    name: 'fast',
    type: 'boolean',
    description:
      'Computes with fused multiply-adds if the processor has them: results may differ between machines.',
  },
  {
    name: 'threads',
    type: "'auto' | '1' | '2' | '3' | '4'",
    description:
      'Number of workers that share each training step; results do not depend on it; default auto.',
  },
  {
    name: 'src',
    type: 'string',
    description: 'URL of a file with your own attention maps, for the experiment maps.',
  },
  {
    name: 'data-src',
    type: 'string',
    description:
      'URL of your own data, same-origin or with CORS, fetched when the instrument starts; for experiments that accept own data.',
  },
  {
    name: 'data',
    type: 'string',
    description: `Your own data, at most ${kMaximumLinkBytes} bytes, as base64url; the same format as in a link.`,
  },
  {
    name: 'permalink',
    type: 'boolean',
    description: 'Keeps the configuration in the fragment of the page’s URL.',
  },
  { name: 'link-base', type: 'string', description: 'URL that copied links lead to.' },
  {
    name: 'base',
    type: 'string',
    description:
      'URL of the published files, for the snippets of Share; default: where attentoscope.js was loaded from.',
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
    description: 'Sent at most once per animation frame during training.',
  },
  {
    name: 'attento-pause',
    type: 'CustomEvent<{ step: number, reason: string }>',
    description: 'Training stopped.',
  },
  {
    name: 'attento-explore',
    type: 'CustomEvent<{ explore: string }>',
    description: 'The reader has opened an exploration, or returned to the map.',
  },
  {
    name: 'attento-row',
    type: 'CustomEvent<{ row: number }>',
    description: 'The reader has chosen a row of the map, counted from 0.',
  },
  {
    name: 'attento-map',
    type: 'CustomEvent<{ map: string, layer?: number, head?: number }>',
    description: 'The reader has chosen another map; with layer and head, counted from 0, if it has heads.',
  },
  {
    name: 'attento-lesson',
    type: 'CustomEvent<{ step: string }>',
    description:
      'A lesson or quiz has reached another step: predict, run, compare or reflect; empty if there is no question.',
  },
  { name: 'attento-error', type: 'CustomEvent<{ error: unknown }>', description: 'Something went wrong.' },
];

/** @type {readonly Described[]} */
export const parts = [
  { name: 'scope', description: 'The outer box, with its border.' },
  { name: 'shell', description: 'The content of the box.' },
  { name: 'map', description: 'The learned attention map over the truth.' },
  { name: 'controls', description: 'Run controls: run, step, speed.' },
  { name: 'numbers', description: 'The inspected cell, loss and metrics.' },
  { name: 'try', description: 'Presets and the reader’s own text.' },
  { name: 'explore', description: 'The list of explorations.' },
];

/** Slots of the custom element. @type {readonly Described[]} */
export const slots = [
  { name: 'poster', description: 'Replaces the poster, which is shown before the instrument starts.' },
];

/** @type {readonly Described[]} */
export const properties = [
  { name: '--attento-paper', description: 'Background.' },
  { name: '--attento-ink', description: 'Text.' },
  { name: '--attento-muted', description: 'Secondary text.' },
  { name: '--attento-rule', description: 'Lines between areas.' },
  { name: '--attento-slot', description: 'Background of form fields and empty areas.' },
  { name: '--attento-line-color', description: 'Color of meaningful lines: outlines of the truth, axes.' },
  { name: '--attento-line', description: 'Width of these lines in pixels, a plain number.' },
  { name: '--attento-accent', description: 'Primary buttons and learned values.' },
  { name: '--attento-on-accent', description: 'Text on these buttons.' },
  { name: '--attento-focus', description: 'Focus ring.' },
  { name: '--attento-good', description: 'Positive verdicts.' },
  { name: '--attento-bad', description: 'Negative verdicts, and errors.' },
  { name: '--attento-font', description: 'Fonts of text.' },
  { name: '--attento-math-font', description: 'Fonts of formulas.' },
  { name: '--attento-size', description: 'Size of text.' },
];

const summary = 'A small network that learns live in the page, with its attention map drawn over the truth.';

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
              ...methods.map(({ name, parameters, description }) => ({
                kind: 'method',
                name,
                description,
                parameters: parameters.map(({ name: parameter, ...rest }) => ({
                  ...formatTyped({ name: parameter.replace('?', ''), ...rest }),
                  optional: parameter.endsWith('?'),
                })),
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
    ...methods.map(({ name, parameters, description }) => {
      const parameterList = parameters.map((parameter) => `${parameter.name}: ${parameter.type}`).join(', ');
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
