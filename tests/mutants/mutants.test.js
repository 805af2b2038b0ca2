/**
 * Mutation tests: models must call the mechanisms of attention/. A fault in the formula of a header must change the
 * attention of the models that call it, and of no others. Runs only in the full run, because each header needs a build of
 * the models.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureOutput, root } from '../../.tools/shell.js';

const tree = join(root, 'build/mutants');
const flags = ['-std=c++20', '-O0', '-ffp-contract=off', '-msse4.1'].filter(
  (flag) => process.arch === 'x64' || !flag.startsWith('-m'),
);

/** The headers of attention/ that the files of a folder include, directly or indirectly. @param {string} folder */
function findIncludedHeaders(folder) {
  const found = new Set();
  /** @param {string} path */
  const follow = (path) => {
    const source = readFileSync(join(root, 'wasm', path), 'utf8');
    for (const [, name] of source.matchAll(/#include "(attention\/\w+\.hpp)"/g)) {
      if (!found.has(name)) {
        found.add(name);
        follow(name);
      }
    }
  };
  for (const file of readdirSync(join(root, 'wasm', folder))) follow(`${folder}/${file}`);
  return [...found].sort();
}

/** The headers of mechanisms that models use. */
const headers = findIncludedHeaders('models')
  .filter((path) => readFileSync(join(root, 'wasm', path), 'utf8').includes('\n// Look for: '))
  .map((path) => path.replace(/^attention\/|\.hpp$/g, ''));

/** A mutant of a header: every function doubles its first argument that is a node. @param {string} source */
function makeMutant(source) {
  let functions = 0;
  const text = source.replace(
    /\(Tape<S>& tape, (Node|Columns) (\w+)[^;]*?\) \{\n/g,
    (head, type, /** @type {string} */ name) => {
      functions++;
      const node = type === 'Node' ? name : `${name}.node`;
      return `${head}  ${node} = add(tape, ${node}, ${node});\n`;
    },
  );
  return functions > 0 ? text.replace('#pragma once', '#pragma once\n#include "ops/arithmetic.hpp"') : null;
}

/** Runs a program and returns its output. @param {string} program @param {readonly string[]} parameters */
async function runProgram(program, parameters) {
  const { code, output } = await captureOutput(program, [...parameters], { cwd: root });
  if (code !== 0) throw new Error(output);
  return output;
}

/**
 * Builds the models and computes their fingerprints, by the headers that they should call.
 * @param {string | null} mutant name of the header to mutate
 * @returns {Promise<Record<string, string>>}
 */
async function computeFingerprints(mutant) {
  const folder = join(tree, mutant ?? 'none');
  mkdirSync(join(folder, 'attention'), { recursive: true });
  if (mutant) {
    const text = makeMutant(readFileSync(join(root, `wasm/attention/${mutant}.hpp`), 'utf8'));
    if (text === null) throw new Error(`${mutant}.hpp has no function to mutate`);
    writeFileSync(join(folder, 'attention', `${mutant}.hpp`), text);
  }
  const models = readdirSync(join(root, 'wasm/models')).filter((file) => file.endsWith('.cpp'));
  const program = join(folder, 'maps');
  await runProgram('clang++', [
    ...flags,
    `-I${folder}`,
    '-Iwasm',
    '-Itests',
    '-isystem',
    '/usr/include/eigen3',
    'tests/mutants/maps.cpp',
    ...models.map((file) => `wasm/models/${file}`),
    join(tree, 'libattento.a'),
    '-o',
    program,
  ]);
  const lines = (await runProgram(program, [])).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(': ')));
}

describe('mutants of mechanisms', { tags: 'full' }, () => {
  /** @type {Record<string, string>} */
  let baseline;
  beforeAll(async () => {
    const options = ['-DCMAKE_CXX_COMPILER=clang++', '-DCMAKE_CXX_FLAGS_RELEASE=-O0'];
    await runProgram('cmake', ['-B', tree, '-G', 'Ninja', ...options]);
    await runProgram('ninja', ['-C', tree, 'attento']);
    baseline = await computeFingerprints(null);
  }, 1_200_000);

  it('cover all headers that models include', () => {
    const called = new Set(Object.keys(baseline).flatMap((names) => names.split(' ')));
    expect([...called].sort()).toEqual(headers);
  });

  it.each(headers)('%s: changes only the models that call it', async (header) => {
    const fingerprints = await computeFingerprints(header);
    const changed = Object.keys(baseline).filter((names) => fingerprints[names] !== baseline[names]);
    const expected = Object.keys(baseline).filter((names) => names.split(' ').includes(header));
    expect(changed).toEqual(expected);
  });
});
