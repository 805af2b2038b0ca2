/**
 * Writes the fast twin of a module: the same program in which a product and the sum that takes it are one fused
 * multiply-add. That rounds once instead of twice where the processor has such an instruction, and in two steps where it
 * has none, so the numbers are no longer the same everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure } from './shell.js';

/** An expression in WebAssembly's text format: a list with its name first, or a word. @typedef {string | Expression[]} Expression */

/**
 * @param {string} from a module
 * @param {string} to its fast twin
 */
export async function writeFused(from, to) {
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(readFileSync(from));
  const { text, count } = fused(module.emitText());
  module.dispose();
  if (count === 0) throw new Failure(`${from} has no product in a sum, so it can have no fast twin.`);
  const twin = binaryen.parseText(text);
  const { SIMD128, RelaxedSIMD, ExceptionHandling, MutableGlobals, SignExt, BulkMemory, NontrappingFPToInt } =
    binaryen.Features;
  twin.setFeatures(
    SIMD128 | RelaxedSIMD | ExceptionHandling | MutableGlobals | SignExt | BulkMemory | NontrappingFPToInt,
  );
  if (!twin.validate()) throw new Failure(`The fast twin of ${from} is not a valid module.`);
  writeFileSync(to, twin.emitBinary());
  twin.dispose();
}

/**
 * @param {string} text of a module
 * @returns {{ text: string, count: number }} with `count` fused multiply-adds
 */
export function fused(text) {
  let count = 0;
  /** @param {Expression} expression @returns {Expression} */
  const fuse = (expression) => {
    if (typeof expression === 'string') return expression;
    const parts = expression.map(fuse);
    const found = fusedSum(parts);
    if (found !== parts) count++;
    return found;
  };
  const [module] = parse(text);
  const functions = /** @type {Expression[]} */ (module).map((part) =>
    part[0] === 'func' ? fuse(part) : part,
  );
  return { text: written(functions), count };
}

/**
 * a·b + c or c + a·b or c − a·b as one operation, if it is one of these. The operation takes c last, so what is done to
 * find a and b must not change c.
 * @param {Expression[]} expression
 * @returns {Expression[]}
 */
function fusedSum(expression) {
  const [name, left, right] = expression;
  const factors = (/** @type {Expression} */ part) => (part?.[0] === 'f32x4.mul' ? part.slice(1) : null);
  if (name === 'f32x4.add') {
    const first = factors(left);
    if (first) return ['f32x4.relaxed_madd', ...first, right];
    const second = factors(right);
    if (second && independent(left, right)) return ['f32x4.relaxed_madd', ...second, left];
  }
  if (name === 'f32x4.sub') {
    const second = factors(right);
    if (second && independent(left, right)) return ['f32x4.relaxed_nmadd', ...second, left];
  }
  return expression;
}

/** What reads, writes or computes nothing but local variables and memory that no one writes in between. */
const kPlain =
  /^(local\.(get|tee)|[fi](32|64)\.(const|load|add|sub|mul|shl|and|or)|[fi]32x4\.[\w.]+|v128\.(?!store)\w+)$/;

/**
 * Whether two expressions may be computed in either order.
 * @param {Expression} a
 * @param {Expression} b
 */
function independent(a, b) {
  const [one, other] = [a, b].map((expression) => variables(expression));
  const apart = (/** @type {Set<string>} */ written, /** @type {Set<string>} */ used) =>
    [...written].every((name) => !used.has(name));
  return one.plain && other.plain && apart(one.written, other.used) && apart(other.written, one.used);
}

/**
 * @param {Expression} expression
 * @param {{ used: Set<string>, written: Set<string>, plain: boolean }} found
 */
function variables(expression, found = { used: new Set(), written: new Set(), plain: true }) {
  if (typeof expression === 'string') return found;
  const [name, variable] = /** @type {string[]} */ (expression);
  if (!kPlain.test(name)) found.plain = false;
  if (name.startsWith('local.')) found.used.add(variable);
  if (name === 'local.tee') found.written.add(variable);
  for (const part of expression.slice(1)) variables(part, found);
  return found;
}

/** Brackets, strings, words; comments are passed over. */
const kToken = /\(;.*?;\)|;;[^\n]*|[()]|"(?:[^"\\]|\\.)*"|[^\s()";]+/gs;

/** @param {string} text @returns {Expression[]} */
function parse(text) {
  /** @type {Expression[][]} */
  const open = [[]];
  for (const [token] of text.matchAll(kToken)) {
    if (token === '(') open.push([]);
    else if (token === ')') open.at(-2)?.push(/** @type {Expression[]} */ (open.pop()));
    else if (!token.startsWith('(;') && !token.startsWith(';;')) open.at(-1)?.push(token);
  }
  return open[0];
}

/** @param {Expression} expression @returns {string} */
const written = (expression) =>
  typeof expression === 'string' ? expression : `(${expression.map(written).join(' ')})`;
