/**
 * `npm run film`: trains the network of the start page and records its attention and answers for a few sentences. The result is
 * the same on
 * every machine.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeShares } from '../web/parts/poster-code.js';
import { build } from './build.js';
import { installRequirements } from './setup.js';
import { isMainModule, root, runMain } from './shell.js';

/** Steps between two recorded frames. */
export const kStepsPerFrame = 20;

/**
 * @param {number} frameCount
 * @returns {Promise<import('../web/instrument/sentence-film.js').RecordedSentence[]>} one recording for each pair
 */
export async function recordSentences(frameCount) {
  const { createScope } = await import('../web/index.js');
  const { filmedPairs, filmedRun, readSentenceFrame } = await import('../web/instrument/sentence-film.js');
  const parameters = { probeExample: filmedPairs.at(-1) ?? 0 };
  const scope = await createScope({ ...filmedRun, parameters, worker: false });
  /** Watches a pair and returns the progress that shows it. @param {number} pair @returns {Promise<import('../web/engine/scope.js').Progress>} */
  const watchPair = (pair) =>
    new Promise((resolve, reject) => {
      const stop = new AbortController();
      const { signal } = stop;
      scope.addEventListener(
        'progress',
        ({ detail }) => {
          if (detail.attention['example']?.[0] !== pair) return;
          stop.abort();
          resolve(detail);
        },
        { signal },
      );
      scope.set('probeExample', pair).catch(reject);
    });
  /** @type {ReturnType<typeof readSentenceFrame>[][]} */
  const films = filmedPairs.map(() => []);
  for (let frame = 0; frame < frameCount; ++frame) {
    if (frame > 0) await scope.train({ steps: kStepsPerFrame });
    for (const [i, pair] of filmedPairs.entries())
      films[i]?.push(readSentenceFrame(await watchPair(pair), scope.manifest));
  }
  scope.dispose();
  return films.map((film) => {
    const { source = [], target = [], truth = [] } = film[0]?.sentence ?? {};
    return {
      source: source.join(' '),
      target: target.join(' '),
      truth: encodeShares(truth),
      weights: film.map(({ frame }) => encodeShares(frame.weights)).join(''),
      answers: film.map(({ frame }) => frame.answers.join(' ')),
    };
  });
}

if (isMainModule(import.meta.url))
  await runMain(async () => {
    await installRequirements(['build']);
    await build();
    const { filmedSteps } = await import('../web/instrument/sentence-film.js');
    const sentences = await recordSentences(filmedSteps / kStepsPerFrame + 1);
    writeFileSync(
      join(root, 'web/instrument/recorded-sentences.js'),
      `// Written by \`npm run film\`.\n// biome-ignore-all format: generated file.\n/** Steps between two frames. */\nexport const stepsPerFrame = ${kStepsPerFrame};\n/** @type {readonly import('./sentence-film.js').RecordedSentence[]} */\nexport const recordedSentences = [\n${sentences.map((one) => `  ${JSON.stringify(one)},\n`).join('')}];\n`,
    );
  });
