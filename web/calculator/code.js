/** Writes a Python program with the current numbers that prints the same results as the calculator. */

/** @import { MechanismSchema, Value } from '../engine/schema.js' */
/** @typedef {{ shape: readonly number[], data: ArrayLike<number> }} Numbers */
/** @typedef {'NumPy' | 'PyTorch'} Library */

const kVisible = `
def visible(mask, batch):  # [B, S], [T, S] or [B, T, S] to [B, T, S]
    if mask is None:
        return np.full((1, 1, 1), True)
    return (mask if mask.ndim == 3 else mask[:, None] if len(mask) == batch else mask[None]) != 0

`;

const kPreambles = {
  NumPy: {
    imports: 'import numpy as np\n\nnp.set_printoptions(precision=6, suppress=True)\n',
    softmax: `
def softmax(x, seen=True):
    x = np.where(seen, x, -np.inf)
    largest = x.max(-1, keepdims=True)
    u = np.exp(x - np.where(np.isinf(largest), 0, largest))
    return u / np.maximum(u.sum(-1, keepdims=True), 1e-38)

`,
  },
  PyTorch: {
    imports: 'import torch\n\ntorch.set_printoptions(precision=6, sci_mode=False)\n',
    softmax: `
def softmax(x, seen=torch.tensor(True)):
    return torch.softmax(x.masked_fill(~seen, -torch.inf), -1).nan_to_num(0)

`,
  },
};

/**
 * @param {Library} library
 * @param {MechanismSchema} mechanism
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {Readonly<Record<string, Value>>} options
 * @param {Numbers} [choice] the sample of hard attention, which other random generators cannot reproduce
 * @returns {string}
 */
export function formatPython(library, mechanism, inputs, options, choice) {
  const { imports, softmax } = kPreambles[library];
  /** @param {string} code */
  const translate = (code) => (library === 'PyTorch' ? code.replaceAll('np.', 'torch.') : code);
  const array = translate(library === 'PyTorch' ? 'np.tensor' : 'np.array');
  const sampled = options['sample'] === true && choice ? [/** @type {const} */ (['choice', choice])] : [];
  const entries = [...inputs, ...sampled];
  const numbers = entries.map(([name, { shape, data }]) => {
    const isInteger = mechanism.inputs.some((input) => input.name === name && input.type === 'integers');
    return `${name} = ${array}(${formatNested(shape, data, isInteger)})\n`;
  });
  // The code gets the sample itself instead of the options for sampling, and contains the formula.
  const changedOptions = Object.entries(options).filter(
    ([name]) => !['sample', 'seed', 'formula'].includes(name),
  );
  const values = changedOptions.map(
    ([name, value]) =>
      `${name}=${value === true ? 'True' : value === false ? 'False' : typeof value === 'string' ? `'${value}'` : value}`,
  );
  const call = [...entries.map(([name]) => `${name}=${name}`), ...values].join(', ');
  return [
    `# ${mechanism.title}\n`,
    imports,
    mechanism.code.includes('softmax(') ? `\n${softmax}` : '',
    mechanism.code.includes('visible(') ? translate(kVisible) : '',
    `${translate(mechanism.code)}\n\n`,
    ...numbers,
    `\nfor name, numbers in attend(${call}).items():\n    print(name)\n    print(numbers)\n`,
  ].join('');
}

/**
 * @param {readonly number[]} shape
 * @param {ArrayLike<number>} data
 * @param {boolean} isInteger
 * @returns {string} nested lists, with one line per row
 */
function formatNested(shape, data, isInteger) {
  let next = 0;
  /** @param {number} axis @returns {string} */
  const formatLevel = (axis) => {
    if (axis === shape.length) {
      const text = String(data[next++]);
      return isInteger || /[.e]/.test(text) ? text : `${text}.0`;
    }
    const between = axis === shape.length - 1 ? ', ' : `,\n${' '.repeat(axis + 5)}`;
    return `[${Array.from({ length: shape[axis] ?? 0 }, () => formatLevel(axis + 1)).join(between)}]`;
  };
  return formatLevel(0);
}
