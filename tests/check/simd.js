/** Checks that a module uses SIMD: counts its instructions, and finds the instruction sets that Eigen was compiled for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureOutput, root, UserError } from '../../.tools/shell.js';

/**
 * Counts each instruction in a module's code.
 * @param {string} wasm path of the file
 * @returns {Promise<Map<string, number>>}
 */
export async function countInstructions(wasm) {
  const { code, output } = await captureOutput('wasm-objdump', ['-d', wasm]);
  if (code !== 0) throw new UserError(`wasm-objdump cannot read ${wasm}: ${output}`);
  /** @type {Map<string, number>} */
  const counts = new Map();
  // A line of disassembly: "0012ab: fd 0b | v128.load 4 0"; the bytes before the bar are not instructions.
  for (const [, instruction] of output.matchAll(/\|\s+([a-z][a-z0-9_.]*)/g)) {
    counts.set(instruction, (counts.get(instruction) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns the SIMD instruction sets that Eigen uses with the module's compiler and flags.
 * @param {(flag: string) => boolean} [keep] which of the flags to use
 * @returns {Promise<string[]>} such as SSE4_1
 */
export async function listEigenPackets(keep = () => true) {
  /** @type {{ file: string, command: string }[]} */
  const commands = JSON.parse(readFileSync(join(root, 'build/wasm/compile_commands.json'), 'utf8'));
  const command = commands.find(({ file }) => file.includes('/wasm/core/'));
  if (!command) throw new UserError('build/wasm/compile_commands.json has no source in wasm/core.');
  const [compiler, ...words] = command.command.split(/\s+/);
  const flags = words.slice(0, words.indexOf('-o')).filter(keep);
  const header = join(root, 'wasm/core/eigen.hpp');
  const { code, output } = await captureOutput(compiler, [...flags, '-w', '-x', 'c++', '-E', '-dM', header]);
  if (code !== 0) throw new UserError(`The compiler cannot read ${header}: ${output}`);
  return [...output.matchAll(/^#define EIGEN_VECTORIZE_(\w+)/gm)].map(([, name]) => name);
}
