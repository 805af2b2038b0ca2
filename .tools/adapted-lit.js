/** Vite plugins that adapt lit. */
import { join } from 'node:path';
import { replaceOne } from './replace-one.js';
import { root } from './shell.js';

/**
 * Makes lit use the Trusted Types policy of the engine, which also needs the template literal; see trusted-types.js. In XML
 * documents, templates are still parsed as HTML, because their markup is not well-formed XML.
 * @type {import('vite').Plugin}
 */
export const litPatch = {
  name: 'lit-patch',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/lit-html\.js$/.test(id)) return undefined;
    const policy = replaceOne(
      code,
      /\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\)/g,
      'getTrustedPolicy()',
      id,
    );
    const html = replaceOne(
      policy,
      /function (\w+)\((\w+),(\w+)\)(\{[^{}]*\.createHTML\()\3\)/g,
      'function $1($2,$3)$4$3,$2)',
      id,
    );
    const templates = replaceOne(
      html,
      /(\w+)\.createElement\("template"\)/g,
      '(/xml$/.test($1.contentType)?$1.implementation.createHTMLDocument(""):$1).createElement("template")',
      id,
    );
    return `import { getTrustedPolicy } from ${JSON.stringify(join(root, 'web/engine/trusted-types.js'))};\n${templates}`;
  },
};

/**
 * Lit's build for servers is used, so that the class of the element can be imported without custom elements. Of its DOM shim it
 * needs only an empty class HTMLElement.
 * @type {import('vite').Plugin}
 */
export const domShim = {
  name: 'dom-shim',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@lit-labs/ssr-dom-shim') ? '\0dom-shim' : undefined),
  load: (id) =>
    id === '\0dom-shim'
      ? 'export const HTMLElement = class {}; export const customElements = undefined;'
      : undefined,
};
