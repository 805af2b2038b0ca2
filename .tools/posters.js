/**
 * `npm run posters [-- experiment…]`: trains every preset to the end of its plan and writes down the maps, for the
 * pictures that stand where nothing runs yet. It takes a quarter of an hour; the same bits come out everywhere.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lettersOf } from '../web/element/poster-code.js';
import { build } from './build.js';
import { setup } from './setup.js';
import { isMain, main, root, say } from './shell.js';

/** @typedef {import('../web/engine/schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('../web/element/poster-code.js').Poster} Poster */

/** What a poster has room for of a map whose rows are sentences. */
const kSentences = 4;

/**
 * What has to be trained: the presets, or the defaults where there are none.
 * @param {ExperimentSchema} experiment
 */
export function postersWanted({ presets = [] }) {
  return presets.length > 0 ? presets : [{ name: 'default', parameters: {} }];
}

/**
 * Trains to the end of the plan.
 * @param {string} experiment
 * @param {Readonly<Record<string, import('../web/engine/schema.js').Value>>} parameters
 * @returns {Promise<Poster>}
 */
export async function posterOf(experiment, parameters) {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({ experiment, parameters: { ...parameters }, worker: false });
  try {
    await scope.train({ steps: scope.manifest.plannedSteps });
    /** @type {import('../web/engine/scope.js').AttentionMap & { cellLabels?: readonly (readonly string[])[] }} */
    const map = await scope.attention();
    const { step, configuration } = scope;
    const truth = map.truth ?? new Float32Array(0);
    if (!map.cellLabels) {
      const { shape, rowLabels, columnLabels } = map;
      const letters = { weights: lettersOf(map.weights), truth: lettersOf(truth) };
      return { step, seed: configuration.seed, shape, ...letters, rowLabels, columnLabels };
    }
    const cellLabels = map.cellLabels.slice(0, kSentences);
    const width = map.columnLabels.length;
    const columns = Math.max(...cellLabels.map((words) => words.length));
    /** @param {Float32Array} all */
    const cut = (all) =>
      cellLabels.map((_, row) => lettersOf(all.slice(row * width, row * width + columns))).join('');
    return {
      step,
      seed: configuration.seed,
      shape: [cellLabels.length, columns],
      weights: cut(map.weights),
      truth: cut(truth),
      rowLabels: map.rowLabels.slice(0, kSentences),
      columnLabels: [],
      cellLabels,
    };
  } finally {
    scope.dispose();
  }
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup(['build']);
    await build();
    const { experiments } = await import('../web/index.js');
    const named = process.argv.slice(2);
    const folder = join(root, 'web/element/posters');
    mkdirSync(folder, { recursive: true });
    for (const experiment of experiments()) {
      if (named.length > 0 && !named.includes(experiment.name)) continue;
      const entries = [];
      for (const { name, parameters } of postersWanted(experiment)) {
        say(`${experiment.name}, ${name}`);
        const poster = JSON.stringify(await posterOf(experiment.name, parameters));
        entries.push(`  ${JSON.stringify(name)}: ${poster},\n`);
      }
      writeFileSync(
        join(folder, `${experiment.name}.js`),
        `// Written by \`npm run posters\`.\n/** @type {Record<string, import('../poster-code.js').Poster>} */\nexport const posters = {\n${entries.join('')}};\n`,
      );
    }
  });
}
