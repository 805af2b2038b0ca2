/** Measures how much a visitor downloads, from the files of dist/. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { experiments } from '../../web/index.js';

/** Limits in gzip kilobytes; for the single-file lab its plain size, because its content is compressed already. */
export const budgets = { beforeActivation: 22.5, module: 181, everything: 400, language: 61, oneFile: 985 };

/** @param {Buffer | string} content @returns {number} kB (1000 bytes) of gzip at its best level */
export const computeGzipKilobytes = (content) => gzipSync(content, { level: 9 }).length / 1000;

/**
 * Returns a built module and all its static imports, which the browser loads before running it.
 * @param {string} folder
 * @param {string} entry name of a file in `folder`
 * @returns {string[]} names of files
 */
export function findStaticClosure(folder, entry) {
  const found = new Set([entry]);
  for (const name of found) {
    const code = readFileSync(join(folder, name), 'utf8');
    for (const [, , dependency] of code.matchAll(/\b(from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      found.add(dependency);
  }
  return [...found];
}

/**
 * Files that are not counted, because only these need them: calculator, own formulas, own maps, the reference page, the
 * classroom, embedding pages, PyTorch export, browsers without workers, and readers of other languages. unicode.wasm is only
 * loaded for own texts beyond ASCII.
 */
const uncountedFiles =
  /^(calculator|worked|maps|sample|own-maps|own-formula|mechanisms|attend|reference|classroom|lesson|worksheet|embed|anywidget|unread-attributes|react|torch|pytorch|core|core-loader|server|runner|language)\b/;

/**
 * Returns all files that a visitor of one experiment may load, whatever buttons they press.
 * @param {string} dist
 * @param {{ name: string, views: readonly string[] }} experiment
 * @returns {string[]} names of files
 */
export function findExperimentFiles(dist, { name, views }) {
  const there = new Set(readdirSync(dist).filter((file) => /\.(m?js|css|html)$/.test(file)));
  /** Finds views and figures of other experiments: built files that are imported under a different name. @param {string} code */
  const findOtherFiles = (code) =>
    [...code.matchAll(/\[(["'`])([\w-]+)\1,\(\)=>[^[\]]*?import\((["'`])\.\/([^"'`]+)/g)].flatMap(
      ([, , view = '', , file = '']) => (['prediction', ...views].includes(view) ? [] : [file]),
    );
  const found = new Set(['index.html', 'attentoscope.js'].filter((file) => there.has(file)));
  for (const file of found) {
    const code = readFileSync(join(dist, file), 'utf8');
    const left = new Set(findOtherFiles(code));
    for (const [, next = ''] of code.matchAll(/["'`]\.\/([\w.-]+)["'`]/g)) {
      const foreign = /^experiment-/.test(next) && !next.startsWith(`experiment-${name}-`);
      if (there.has(next) && !left.has(next) && !foreign && !uncountedFiles.test(next)) found.add(next);
    }
  }
  return [...found];
}

/**
 * @param {string} dist
 * @returns {Record<keyof typeof budgets, number>} kB
 */
export function measure(dist) {
  const files = readdirSync(dist);
  const computeKilobytes = (/** @type {readonly string[]} */ names) =>
    names.reduce((sum, name) => sum + computeGzipKilobytes(readFileSync(join(dist, name))), 0);
  /** @param {RegExp} kind files of which a visitor loads one, so only the largest counts */
  const largest = (kind) =>
    Math.max(0, ...files.filter((name) => kind.test(name)).map((name) => computeKilobytes([name])));
  /** @param {import('../../web/engine/schema.js').ExperimentSchema} experiment */
  const all = (experiment) =>
    computeKilobytes([
      ...findExperimentFiles(dist, experiment),
      ...files.filter((name) => name === `${experiment.module}.wasm`),
    ]);
  const page = join(dist, 'attentoscope.html');
  return {
    beforeActivation: computeKilobytes(findStaticClosure(dist, 'attentoscope.js')),
    module: largest(/\.wasm$/),
    everything: Math.max(...experiments().map(all)),
    language: largest(/^language-/),
    oneFile: existsSync(page) ? statSync(page).size / 1000 : 0,
  };
}

/**
 * Returns the exceeded limits, one sentence each.
 * @param {Record<keyof typeof budgets, number>} sizes
 */
export function findExceededBudgets(sizes) {
  return /** @type {(keyof typeof budgets)[]} */ (Object.keys(budgets))
    .filter((name) => !(sizes[name] <= budgets[name]))
    .map((name) => `${name}: ${sizes[name].toFixed(1)} kB exceeds the limit of ${budgets[name]} kB`);
}
