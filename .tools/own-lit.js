/** What the build changes in lit. */
import { join } from 'node:path';
import { root } from './shell.js';

/**
 * Our lit shares the policy for Trusted Types that the engine has, which asks for the literal of a template, too; see
 * trusted-types.js. Its templates are HTML in documents of XML as well, where their markup would not be well-formed.
 * @type {import('vite').Plugin}
 */
export const ownLit = {
  name: 'own-lit',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/lit-html\.js$/.test(id)) return undefined;
    /** @param {string} text @param {RegExp} pattern @param {string} by */
    const replaceOne = (text, pattern, by) => {
      if (text.match(pattern)?.length !== 1) throw new Error(`${id}: ${pattern} is not where it was`);
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
