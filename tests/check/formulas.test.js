/** Tests the conversion of TeX to MathML. */
import { expect, test } from 'vitest';
import { createMathTree } from '../../.tools/formulas.js';

/** @param {import('../../web/engine/schema.js').MathTree} tree @returns {unknown[]} the nodes that apply a function */
const findFunctionApplications = ([, attributes, ...children]) =>
  children.flatMap((child) =>
    typeof child === 'string' ? (child === '\u2061' ? [attributes] : []) : findFunctionApplications(child),
  );

test('a function has a space before its argument only without parentheses', () => {
  expect(findFunctionApplications(createMathTree('d_s = m_s - \\max m'))).toEqual([{ rspace: '0.17em' }]);
  expect(findFunctionApplications(createMathTree('v \\cdot \\tanh(W q)'))).toEqual([{}]);
});
