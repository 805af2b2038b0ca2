/**
 * Prepares a WebAssembly module for two bugs of WebKit 2.50.
 *
 * WebKit looks for the handler of an exception at the instruction after an indirect call (bug 305148): if that begins a `try`
 * block, the wrong handler runs, and if it ends one, the right handler is missed. A `nop` in between costs one byte and no time.
 *
 * When WebKit replaces a function by its optimized code, vectors (v128) among its arguments or results are sometimes corrupted: 3
 * of 100 runs of four steps had wrong bits. So no function may have a vector among them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainModule, UserError } from './shell.js';

const kTypeSection = 1;
const kCodeSection = 10;
const kVectorType = 0x7b;
const kNop = 0x01;
const kIndirectCall = 0x11;
/** Try, catch, delegate and catch_all. */
const kHandlerInstructions = new Set([0x06, 0x07, 0x18, 0x19]);

/** Reads the bytes of a module in order. */
class WasmReader {
  at = 0;
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }
  /** An unsigned integer in LEB128. The sign of others does not matter here. */
  readInteger() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  }
  /** @param {number} count of bytes */
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  /** @param {number} count of integers */
  skipIntegers(count) {
    for (; count > 0; count--) this.readInteger();
  }
}

/** @param {number} value @returns {number[]} in LEB128 */
const encode = (value) => (value < 128 ? [value] : [128 + (value % 128), ...encode(Math.floor(value / 128))]);

/**
 * @param {Uint8Array} module
 * @returns {Buffer<ArrayBuffer>} the same code with a `nop` after each indirect call that a handler follows
 */
export function padIndirectCalls(module) {
  const reader = new WasmReader(module);
  const parts = [reader.take(8)];
  while (reader.at < module.length) {
    const [id = 0] = reader.take(1);
    const content = reader.take(reader.readInteger());
    const padded = id === kCodeSection ? padSection(content) : content;
    parts.push(Uint8Array.from([id, ...encode(padded.length)]), padded);
  }
  return Buffer.concat(parts);
}

/** @param {Uint8Array} module @returns {boolean} whether a function has a vector (v128) among its parameters or results */
export function hasVectorSignature(module) {
  const reader = new WasmReader(module);
  reader.take(8);
  while (reader.at < module.length) {
    const [id = 0] = reader.take(1);
    const section = new WasmReader(reader.take(reader.readInteger()));
    if (id !== kTypeSection) continue;
    for (let types = section.readInteger(); types > 0; types--) {
      section.take(1);
      const parameters = section.take(section.readInteger());
      const results = section.take(section.readInteger());
      if ([...parameters, ...results].includes(kVectorType)) return true;
    }
  }
  return false;
}

/** @param {Uint8Array} section with all function bodies */
function padSection(section) {
  const reader = new WasmReader(section);
  const count = reader.readInteger();
  const parts = [Uint8Array.from(encode(count))];
  for (let i = 0; i < count; i++) {
    const body = padFunctionBody(reader.take(reader.readInteger()));
    parts.push(Uint8Array.from(encode(body.length)), body);
  }
  return Buffer.concat(parts);
}

/** @param {Uint8Array} body local variables, then instructions */
function padFunctionBody(body) {
  const reader = new WasmReader(body);
  for (let groups = reader.readInteger(); groups > 0; groups--) reader.skipIntegers(2);
  const parts = [];
  let begin = 0;
  let isAfterCall = false;
  while (reader.at < body.length) {
    const opcode = body[reader.at] ?? 0;
    if (isAfterCall && kHandlerInstructions.has(opcode)) {
      parts.push(body.subarray(begin, reader.at), [kNop]);
      begin = reader.at;
    }
    skipInstruction(reader);
    isAfterCall = opcode === kIndirectCall;
  }
  if (reader.at !== body.length)
    throw new UserError('The module has an instruction that prepare-for-webkit.js does not know.');
  return Buffer.concat([...parts, body.subarray(begin)].map((part) => Uint8Array.from(part)));
}

/** @param {WasmReader} reader */
function skipInstruction(reader) {
  const [opcode = 0] = reader.take(1);
  if (opcode === 0x0e) reader.skipIntegers(reader.readInteger() + 1);
  else if (opcode === 0x1c) reader.skipIntegers(reader.readInteger());
  else if (opcode === 0x43 || opcode === 0x44) reader.take(opcode === 0x43 ? 4 : 8);
  else if (opcode === 0xfc) reader.skipIntegers(countBulkOperands(reader.readInteger()));
  else if (opcode === 0xfd) skipVectorOperands(reader, reader.readInteger());
  else if (opcode === kIndirectCall || (opcode >= 0x28 && opcode <= 0x3e)) reader.skipIntegers(2);
  else if (kOneOperand.has(opcode) || (opcode >= 0x20 && opcode <= 0x26)) reader.readInteger();
}

/** Blocks, branches, calls, exceptions, memory.size, memory.grow, integer constants and references. */
const kOneOperand = new Set([
  0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x18, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2,
]);

/** @param {number} operation conversions, then operations on memory and tables */
const countBulkOperands = (operation) => (operation < 8 ? 0 : [8, 10, 12, 14].includes(operation) ? 2 : 1);

/** @param {WasmReader} reader @param {number} operation */
function skipVectorOperands(reader, operation) {
  if (operation < 12 || (operation >= 84 && operation <= 93)) reader.skipIntegers(2);
  if (operation === 12 || operation === 13) reader.take(16);
  if ((operation >= 84 && operation <= 91) || (operation >= 21 && operation <= 34)) reader.take(1);
}

if (isMainModule(import.meta.url)) {
  const file = process.argv[2] ?? '';
  const module = readFileSync(file);
  if (hasVectorSignature(module))
    throw new UserError(
      `${file}: a function takes or returns a vector, which WebKit 2.50 may corrupt; declare it [[gnu::always_inline]].`,
    );
  writeFileSync(file, padIndirectCalls(module));
}
