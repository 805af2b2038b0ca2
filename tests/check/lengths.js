/** Checks the lengths of files, classes and functions with a parser. */
import { parseSync, Visitor } from 'vite';

/** Maximum number of lines of a file, a class and a function, including nested ones. */
export const limits = { file: 350, class: 330, function: 80 };

/**
 * Returns what is longer, one sentence each. A file whose first comment says "long because" may be longer.
 * @param {{ path: string, text: string }} source
 * @returns {string[]}
 */
export function findTooLong({ path, text }) {
  if (/^\s*\/\*\*(?:(?!\*\/)[\s\S])*[Ll]ong because/.test(text)) return [];
  const lines = text.trimEnd().split('\n').length;
  const faults = lines > limits.file ? [`${path}: ${lines} lines, at most ${limits.file}`] : [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) return [`${path}: ${errors[0]?.message}`];
  /** @param {'class' | 'function'} kind @returns {(node: { start: number, end: number }) => void} */
  const checkLength =
    (kind) =>
    ({ start, end }) => {
      const count = text.slice(start, end).split('\n').length;
      const line = text.slice(0, start).split('\n').length;
      if (count > limits[kind])
        faults.push(`${path}:${line}: a ${kind} of ${count} lines, at most ${limits[kind]}`);
    };
  const [checkClass, checkFunction] = [checkLength('class'), checkLength('function')];
  new Visitor({
    ClassDeclaration: checkClass,
    ClassExpression: checkClass,
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
  }).visit(program);
  return faults;
}
