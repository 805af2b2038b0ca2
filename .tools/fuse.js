/**
 * Writes the fast variant of a module: each product that is added to something becomes a relaxed fused multiply-add. A
 * processor with such an instruction rounds once, others round twice, so results differ between machines.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from './shell.js';

/** An expression in WebAssembly's text format: a list that begins with its name, or a token. @typedef {string | Expression[]} Expression */

/**
 * @param {string} from path of a module
 * @param {string} to path of its fast variant
 */
export async function writeFastVariant(from, to) {
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(readFileSync(from));
  const { text, count } = fuseMultiplyAdds(module.emitText());
  module.dispose();
  if (count === 0) throw new UserError(`${from} has no multiply-add to fuse, so it has no fast variant.`);
  const fastModule = binaryen.parseText(text);
  const { SIMD128, RelaxedSIMD, ExceptionHandling, MutableGlobals, SignExt, BulkMemory, NontrappingFPToInt } =
    binaryen.Features;
  fastModule.setFeatures(
    SIMD128 | RelaxedSIMD | ExceptionHandling | MutableGlobals | SignExt | BulkMemory | NontrappingFPToInt,
  );
  if (!fastModule.validate()) throw new UserError(`The fast variant of ${from} is not a valid module.`);
  writeFileSync(to, fastModule.emitBinary());
  fastModule.dispose();
}

/**
 * @param {string} text of a module
 * @returns {{ text: string, count: number }} the new text, and how many multiply-adds were fused
 */
export function fuseMultiplyAdds(text) {
  let count = 0;
  /** @param {Expression} expression @returns {Expression} */
  const fuse = (expression) => {
    if (typeof expression === 'string') return expression;
    const parts = expression.map(fuse);
    const found = fuseSum(parts);
    if (found !== parts) count++;
    return found;
  };
  const [module] = parse(text);
  const functions = /** @type {Expression[]} */ (module).map((part) =>
    part[0] === 'func' ? fuse(part) : part,
  );
  return { text: formatExpression(functions), count };
}

/**
 * Returns a·b + c, c + a·b or c − a·b as one operation, and any other expression unchanged. The operation evaluates c last, so
 * the evaluation of a and b must not change c.
 * @param {Expression[]} expression
 * @returns {Expression[]}
 */
function fuseSum(expression) {
  const [name, left, right] = expression;
  const getFactors = (/** @type {Expression} */ part) => (part?.[0] === 'f32x4.mul' ? part.slice(1) : null);
  if (name === 'f32x4.add') {
    const first = getFactors(left);
    if (first) return ['f32x4.relaxed_madd', ...first, right];
    const second = getFactors(right);
    if (second && canReorder(left, right)) return ['f32x4.relaxed_madd', ...second, left];
  }
  if (name === 'f32x4.sub') {
    const second = getFactors(right);
    if (second && canReorder(left, right)) return ['f32x4.relaxed_nmadd', ...second, left];
  }
  return expression;
}

/** Instructions whose only side effects are on local variables. */
const kPureInstruction =
  /^(local\.(get|tee)|[fi](32|64)\.(const|load|add|sub|mul|shl|and|or)|[fi]32x4\.[\w.]+|v128\.(?!store)\w+)$/;

/**
 * Whether two expressions may be computed in either order.
 * @param {Expression} a
 * @param {Expression} b
 */
function canReorder(a, b) {
  const [one, other] = [a, b].map((expression) => findVariables(expression));
  const isDisjoint = (/** @type {Set<string>} */ writes, /** @type {Set<string>} */ reads) =>
    [...writes].every((name) => !reads.has(name));
  return (
    one.isPure && other.isPure && isDisjoint(one.writes, other.reads) && isDisjoint(other.writes, one.reads)
  );
}

/**
 * @param {Expression} expression
 * @param {{ reads: Set<string>, writes: Set<string>, isPure: boolean }} found
 */
function findVariables(expression, found = { reads: new Set(), writes: new Set(), isPure: true }) {
  if (typeof expression === 'string') return found;
  const [name, variable] = /** @type {string[]} */ (expression);
  if (!kPureInstruction.test(name)) found.isPure = false;
  if (name.startsWith('local.')) found.reads.add(variable);
  if (name === 'local.tee') found.writes.add(variable);
  for (const part of expression.slice(1)) findVariables(part, found);
  return found;
}

/** A comment, a parenthesis, a string or a word. */
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
const formatExpression = (expression) =>
  typeof expression === 'string' ? expression : `(${expression.map(formatExpression).join(' ')})`;
