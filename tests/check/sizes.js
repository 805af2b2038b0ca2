/** How much a visitor downloads, from the files of dist/ themselves. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { experiments } from '../../web/index.js';

/** Kilobytes of gzip that a visitor may have to load; of the lab as one file, its size, because it holds its own gzip. */
export const budgets = { beforeActivation: 22.5, module: 181, everything: 400, language: 61, oneFile: 985 };

/** @param {Buffer | string} content @returns {number} kB (1000 bytes) of gzip at its best level */
export const gzipKilobytes = (content) => gzipSync(content, { level: 9 }).length / 1000;

/**
 * A built module with everything that it imports statically, which the browser loads before running it.
 * @param {string} folder
 * @param {string} entry name of a file in `folder`
 * @returns {string[]} names of files
 */
export function staticClosure(folder, entry) {
  const found = new Set([entry]);
  for (const name of found) {
    const code = readFileSync(join(folder, name), 'utf8');
    for (const [, , dependency] of code.matchAll(/\b(from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      found.add(dependency);
  }
  return [...found];
}

/**
 * What only the calculator, a formula that is checked there, maps of one's own, the reference page, a teacher, a foreign page or PyTorch needs, or, where there are workers, the
 * page's own thread; and the texts of another language: who reads English loads none, others load one. Nor is unicode.wasm counted,
 * which is for a reader's own texts beyond ASCII.
 */
const elsewhere =
  /^(calculator|worked|maps|sample|own-maps|own-formula|mechanisms|attend|reference|classroom|lesson|worksheet|embed|anywidget|unread-attributes|react|torch|pytorch|core|core-loader|server|runner|language)\b/;

/**
 * All that a visitor may load who watches one experiment learn, whatever buttons he presses.
 * @param {string} dist
 * @param {{ name: string, views: readonly string[] }} experiment
 * @returns {string[]} names of files
 */
export function filesOf(dist, { name, views }) {
  const there = new Set(readdirSync(dist).filter((file) => /\.(m?js|css|html)$/.test(file)));
  /** Views and pictures of other experiments: those that the built files ask for by a name that is not ours. @param {string} code */
  const others = (code) =>
    [...code.matchAll(/\[(["'`])([\w-]+)\1,\(\)=>[^[\]]*?import\((["'`])\.\/([^"'`]+)/g)].flatMap(
      ([, , view = '', , file = '']) => (['prediction', ...views].includes(view) ? [] : [file]),
    );
  const found = new Set(['index.html', 'attentoscope.js'].filter((file) => there.has(file)));
  for (const file of found) {
    const code = readFileSync(join(dist, file), 'utf8');
    const left = new Set(others(code));
    for (const [, next = ''] of code.matchAll(/["'`]\.\/([\w.-]+)["'`]/g)) {
      const foreign = /^experiment-/.test(next) && !next.startsWith(`experiment-${name}-`);
      if (there.has(next) && !left.has(next) && !foreign && !elsewhere.test(next)) found.add(next);
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
  const weigh = (/** @type {readonly string[]} */ names) =>
    names.reduce((sum, name) => sum + gzipKilobytes(readFileSync(join(dist, name))), 0);
  /** @param {RegExp} kind files of which one visitor loads one, so the largest counts for all */
  const largest = (kind) =>
    Math.max(0, ...files.filter((name) => kind.test(name)).map((name) => weigh([name])));
  /** @param {import('../../web/engine/schema.js').ExperimentSchema} experiment */
  const all = (experiment) =>
    weigh([...filesOf(dist, experiment), ...files.filter((name) => name === `${experiment.module}.wasm`)]);
  const page = join(dist, 'attentoscope.html');
  return {
    beforeActivation: weigh(staticClosure(dist, 'attentoscope.js')),
    module: largest(/\.wasm$/),
    everything: Math.max(...experiments().map(all)),
    language: largest(/^language-/),
    oneFile: existsSync(page) ? statSync(page).size / 1000 : 0,
  };
}

/**
 * The budgets that these sizes break, one sentence each.
 * @param {Record<keyof typeof budgets, number>} sizes
 */
export function overBudget(sizes) {
  return /** @type {(keyof typeof budgets)[]} */ (Object.keys(budgets))
    .filter((name) => !(sizes[name] <= budgets[name]))
    .map((name) => `${name}: ${sizes[name].toFixed(1)} kB of at most ${budgets[name]} kB`);
}
