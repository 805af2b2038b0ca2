/**
 * `npm run posters [-- experiment [preset]]`: trains every preset, or the named one, for its planned steps and writes the attention maps, which the
 * element shows before Run; `npm run posters -- reference` writes those of the reference page that belong to no preset. It takes a quarter of
 * an hour; the result is the same on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showInvisibleCharacters } from '../web/parts/format.js';
import { encodeShares } from '../web/parts/poster-code.js';
import { build } from './build.js';
import { installRequirements } from './setup.js';
import { isMainModule, printLine, root, runMain } from './shell.js';

/** @import { ExperimentSchema } from '../web/engine/schema.js' */
/** @import { Poster } from '../web/engine/view-types.js' */

const fingerprintsFile = join(root, 'tests/engine/poster-fingerprints.json');

/** Number of rows on a poster if rows are sentences. */
const kSentenceRows = 4;
/** Number of rows on a poster if columns are pixels of an image. */
const kImageRows = 4;

/** A map with more columns than this shows a text, of which the poster has the following number of tokens. */
const kMaximumTokens = 40;
const kPassageTokens = 24;

/**
 * The configurations to train: the presets, or the defaults if there are none.
 * @param {ExperimentSchema} experiment
 */
export function listPosterConfigurations({ presets = [] }) {
  return presets.length > 0 ? presets : [{ name: 'default', parameters: {} }];
}

/**
 * Trains for the planned number of steps.
 * @param {string} experiment
 * @param {Readonly<Record<string, import('../web/engine/schema.js').Value>>} parameters
 * @returns {Promise<Poster>}
 */
export async function createPoster(experiment, parameters) {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({ experiment, parameters: { ...parameters }, worker: false });
  try {
    await scope.train({ steps: scope.manifest.plannedSteps });
    /** @type {import('../web/engine/shapes.js').AttentionMap & { cellLabels?: readonly (readonly string[])[], picture?: readonly number[] }} */
    const map = await scope.attention();
    const { step, configuration } = scope;
    const truth = map.truth ?? new Float32Array(0);
    const { seed } = configuration;
    const { axes } = /** @type {{ axes: string[] }} */ (
      scope.manifest.tensors.find(({ name }) => name === scope.manifest.maps[0]?.weights)
    );
    if (map.shape.length === 4 && map.columnLabels.length > kMaximumTokens)
      return { step, seed, ...cropPassage(map, truth) };
    if (axes[1] === 'pixel') return { step, seed, ...selectImageRows(map, truth) };
    if (!map.cellLabels) {
      const { shape, rowLabels, columnLabels } = map;
      const letters = { weights: encodeShares(map.weights), truth: encodeShares(truth) };
      const picture = map.picture && { picture: encodeShares(map.picture) };
      return { step, seed, shape, ...letters, rowLabels, columnLabels, ...picture };
    }
    const cellLabels = map.cellLabels.slice(0, kSentenceRows);
    const width = map.columnLabels.length;
    const columns = Math.max(...cellLabels.map((words) => words.length));
    /** @param {Float32Array} all */
    const encodeRows = (all) =>
      cellLabels.map((_, row) => encodeShares(all.slice(row * width, row * width + columns))).join('');
    return {
      step,
      seed,
      shape: [cellLabels.length, columns],
      weights: encodeRows(map.weights),
      truth: encodeRows(truth),
      rowLabels: map.rowLabels.slice(0, kSentenceRows),
      columnLabels: [],
      cellLabels,
    };
  } finally {
    scope.dispose();
  }
}

/** The fingerprint after this many steps identifies the run that a poster shows. */
const kFingerprintSteps = 20;

/**
 * Trains the first kFingerprintSteps steps and returns the fingerprint.
 * @param {{ experiment: string, parameters: Readonly<Record<string, import('../web/engine/schema.js').Value>>, seed?: number }} configuration
 */
export async function computeEarlyFingerprint({ parameters, ...configuration }) {
  const { createScope } = await import('../web/index.js');
  const scope = await createScope({ ...configuration, parameters: { ...parameters }, worker: false });
  try {
    await scope.train({ steps: kFingerprintSteps });
    return await scope.fingerprint();
  } finally {
    scope.dispose();
  }
}

/** The stored fingerprints of all posters, by experiment and preset. @returns {Record<string, Record<string, string>>} */
export const readPosterFingerprints = () => JSON.parse(readFileSync(fingerprintsFile, 'utf8'));

/**
 * Cuts out the passage of a text that ends at the last token with a truth, in the head with the most weight on the truth.
 * @param {import('../web/engine/shapes.js').AttentionMap} map
 * @param {Float32Array} truth
 * @returns {Omit<Poster, 'step' | 'seed'>}
 */
function cropPassage({ weights, rowLabels }, truth) {
  const T = rowLabels.length;
  const first = Math.max(0, Math.floor(truth.lastIndexOf(1) / T) + 1 - kPassageTokens);
  const all = Array.from({ length: kPassageTokens }, (_, i) => first + i);
  /** @param {Float32Array} square of T tokens */
  const cropSquare = (square) =>
    Float32Array.from(all.flatMap((t) => all.map((s) => square[t * T + s] ?? 0)));
  const marks = cropSquare(truth);
  const heads = Array.from({ length: weights.length / (T * T) }, (_, head) => {
    const one = cropSquare(weights.subarray(head * T * T, (head + 1) * T * T));
    return { one, mass: one.reduce((sum, weight, i) => sum + weight * (marks[i] ?? 0), 0) };
  }).sort((a, b) => b.mass - a.mass);
  const labels = all.map((t) => showInvisibleCharacters(rowLabels[t] ?? ''));
  return {
    shape: [kPassageTokens, kPassageTokens],
    weights: encodeShares(/** @type {{ one: Float32Array }} */ (heads[0]).one),
    truth: encodeShares(marks),
    rowLabels: labels,
    columnLabels: labels,
  };
}

/**
 * Takes kImageRows evenly spaced rows. Weights over hundreds of pixels are small, so each row is divided by its maximum.
 * @param {import('../web/engine/shapes.js').AttentionMap} map
 * @param {Float32Array} truth
 * @returns {Omit<Poster, 'step' | 'seed'>}
 */
function selectImageRows({ weights, rowLabels, columnLabels }, truth) {
  const size = columnLabels.length;
  const last = rowLabels.length - 1;
  const rows = Array.from({ length: kImageRows }, (_, i) => Math.round((i * last) / (kImageRows - 1)));
  /** @param {Float32Array} all @param {number} row */
  const getRow = (all, row) => all.subarray(row * size, (row + 1) * size);
  /** @param {Float32Array} one */
  const scaleToMaximum = (one) => one.map((weight) => weight / Math.max(...one));
  return {
    shape: [rows.length, size],
    weights: rows.map((row) => encodeShares(scaleToMaximum(getRow(weights, row)))).join(''),
    truth: rows.map((row) => encodeShares(getRow(truth, row))).join(''),
    rowLabels: rows.map((row) => rowLabels[row] ?? ''),
    columnLabels: [],
  };
}

/** Trains the runs that the table of the reference page links to and that have no poster. */
async function writeReferenceMaps() {
  const { listMechanismUses, parseUseLink } = await import('../web/lab/all-of-attention.js');
  const entries = [];
  for (const { link } of listMechanismUses()) {
    const { experiment, parameters, preset } = parseUseLink(link);
    if (preset) continue;
    printLine(`reference, ${link}`);
    const { step, seed, shape, weights, truth } = await createPoster(experiment, parameters);
    entries.push(`  ${JSON.stringify(link)}: ${JSON.stringify({ step, seed, shape, weights, truth })},\n`);
  }
  writeFileSync(
    join(root, 'web/lab/reference-maps.js'),
    `// Written by \`npm run posters\`.\n// biome-ignore-all format: generated file.\n/** By link. @type {Readonly<Record<string, Omit<import('../engine/view-types.js').Poster, 'rowLabels' | 'columnLabels'>>>} */\nexport const referenceMaps = {\n${entries.join('')}};\n`,
  );
}

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    await installRequirements(['build']);
    await build();
    const { experiments } = await import('../web/index.js');
    const [requestedExperiment, requestedPreset] = process.argv.slice(2);
    for (const experiment of experiments()) {
      if (requestedExperiment && requestedExperiment !== experiment.name) continue;
      const file = join(root, 'web/experiments', experiment.name, 'poster.js');
      const stored = requestedPreset ? (await import(file)).posters : {};
      const fingerprints = requestedPreset ? { ...readPosterFingerprints()[experiment.name] } : {};
      const entries = [];
      for (const { name, parameters } of listPosterConfigurations(experiment)) {
        let poster = stored[name];
        if (!requestedPreset || requestedPreset === name) {
          printLine(`${experiment.name}, ${name}`);
          poster = await createPoster(experiment.name, parameters);
          fingerprints[name] = await computeEarlyFingerprint({ experiment: experiment.name, parameters });
        }
        entries.push(`  ${JSON.stringify(name)}: ${JSON.stringify(poster)},\n`);
      }
      writeFileSync(
        file,
        `// Written by \`npm run posters\`.\n/** @type {Record<string, import('../../engine/view-types.js').Poster>} */\nexport const posters = {\n${entries.join('')}};\n`,
      );
      const all = { ...readPosterFingerprints(), [experiment.name]: fingerprints };
      writeFileSync(fingerprintsFile, `${JSON.stringify(all, null, 2)}\n`);
    }
    if (!requestedExperiment || requestedExperiment === 'reference') await writeReferenceMaps();
  });
}
