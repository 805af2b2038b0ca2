/** How much a visitor downloads, from the files of dist/ themselves. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Kilobytes of gzip that a visitor may have to load; of the lab as one file, its size, because it holds its own gzip. */
export const budgets = { beforeActivation: 20, module: 150, everything: 300, language: 45, oneFile: 600 };

/** Each holds everything once more, for those who ask for nothing else. */
const oneFiles = ['attentoscope.html', 'inline.js'];

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
 * @param {string} dist
 * @returns {Record<keyof typeof budgets, number>} kB
 */
export function measure(dist) {
  const weigh = (/** @type {readonly string[]} */ names) =>
    names.reduce((sum, name) => sum + gzipKilobytes(readFileSync(join(dist, name))), 0);
  const files = readdirSync(dist).filter((name) => !oneFiles.includes(name));
  const page = join(dist, 'attentoscope.html');
  // Who watches a model learn never loads what only the calculator, the reference page, a teacher, a foreign page or
  // PyTorch needs, nor, where there are workers, the engine a second time for the page's own thread.
  const elsewhere =
    /^(calculator|worked|mechanisms|attend|reference|classroom|worksheet|embed|anywidget|react|torch|pytorch|core|core-loader|server|runner)\b/;
  const code = files.filter((name) => /\.(m?js|html)$/.test(name) && name !== 'offline.js'); // that one names all
  /** Whether a file is named only by files of which that is said above. @param {string} name */
  const served = (name) => {
    const by = code.filter((other) => readFileSync(join(dist, other), 'utf8').includes(`./${name}`));
    return by.length > 0 && by.every((other) => elsewhere.test(other));
  };
  const shipped = files.filter((name) => !elsewhere.test(name) && !served(name));
  // Of the pictures on posters an experiment needs its own.
  const poster = /^(context-lookup|feature-attention|sentiment|translation|self-attention)-.+\.js$/;
  // The texts of another language: who reads English loads none, others load one.
  const language = /^language-/;
  /** @param {RegExp} kind files of which one visitor loads one, so the largest counts for all */
  const largest = (kind) =>
    Math.max(0, ...files.filter((name) => kind.test(name)).map((name) => weigh([name])));
  const module = largest(/\.wasm$/);
  return {
    beforeActivation: weigh(staticClosure(dist, 'attentoscope.js')),
    module,
    everything:
      module +
      largest(poster) +
      weigh(
        shipped.filter(
          (name) => /\.(m?js|css|html)$/.test(name) && !poster.test(name) && !language.test(name),
        ),
      ),
    language: largest(language),
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
