/** Patches lit in the build. */
import { join } from 'node:path';
import { root } from './shell.js';

/**
 * Makes lit use the Trusted Types policy of the engine, which also needs the template literal; see trusted-types.js. In XML
 * documents, templates are still parsed as HTML, because their markup is not well-formed XML.
 * @type {import('vite').Plugin}
 */
export const patchedLit = {
  name: 'patched-lit',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/lit-html\.js$/.test(id)) return undefined;
    /** @param {string} text @param {RegExp} pattern @param {string} by */
    const replaceOne = (text, pattern, by) => {
      if (text.match(pattern)?.length !== 1)
        throw new Error(`${id}: ${pattern} does not match exactly once; adapt it to this version of lit`);
      return text.replace(pattern, by);
    };
    const policy = replaceOne(
      code,
      /\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\)/g,
      'getTrustedPolicy()',
    );
    const html = replaceOne(
      policy,
      /function (\w+)\((\w+),(\w+)\)(\{[^{}]*\.createHTML\()\3\)/g,
      'function $1($2,$3)$4$3,$2)',
    );
    const templates = replaceOne(
      html,
      /(\w+)\.createElement\("template"\)/g,
      '(/xml$/.test($1.contentType)?$1.implementation.createHTMLDocument(""):$1).createElement("template")',
    );
    return `import { getTrustedPolicy } from ${JSON.stringify(join(root, 'web/engine/trusted-types.js'))};\n${templates}`;
  },
};
