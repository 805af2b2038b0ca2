import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { findViolations, nativeDependencies, readSources, webDependencies } from './dependencies.js';

/** @param {string} path @param {string} text */
const checkFile = (path, text) => findViolations([{ path, text }]);

describe('the dependency rules', () => {
  it('hold in wasm/', () => {
    const sources = readSources(root, 'wasm');
    expect(sources.length).toBeGreaterThan(10);
    expect(findViolations(sources)).toEqual([]);
  });

  it('hold in web/', () => {
    const sources = readSources(root, 'web');
    expect(sources.length).toBeGreaterThan(10);
    expect(findViolations(sources)).toEqual([]);
  });
});

it('callers of a lazy import destructure the module', () => {
  const pattern = /import\([^)]*\)\s*\.then\(\s*\(?\w+\)? =>/; // see web/engine/lazy-import.js
  expect("import('./a.js').then((module) => module.run())").toMatch(pattern);
  expect(
    readSources(root, 'web').flatMap(({ path, text }) =>
      path.startsWith('web/generated') || !pattern.test(text) ? [] : path,
    ),
  ).toEqual([]);
});

describe('the dependency rules allow no import of a higher layer', () => {
  it.each(Object.entries({ wasm: nativeDependencies, web: webDependencies }))('in %s/', (_, rules) => {
    const folders = Object.keys(rules);
    for (const [i, folder] of folders.entries()) {
      // Files that are found by their names may be of any layer.
      const higher = folders.slice(i).filter((other) => other !== 'found');
      expect(
        higher.filter((other) => rules[folder]?.includes(other)),
        folder,
      ).toEqual([]);
    }
  });
});

describe('the dependency check rejects', () => {
  it.each([
    ['a model that includes a task', 'wasm/models/a.hpp', '#include "tasks/copy.hpp"'],
    ['a mechanism that includes another one', 'wasm/attention/additive.hpp', '#include "attention/dot.hpp"'],
    ['a model that includes a score operation', 'wasm/models/a.cpp', '#include "ops/score_additive.hpp"'],
    [
      'an experiment that includes weighted_sum',
      'wasm/experiments/a/trial.cpp',
      '#include "ops/weighted_sum.hpp"',
    ],
    [
      'an experiment that includes another one',
      'wasm/experiments/a/trial.cpp',
      '#include "experiments/b/trial.hpp"',
    ],
    ['Eigen outside core/eigen.hpp', 'wasm/ops/linear.cpp', '#include <Eigen/Core>'],
    ['Emscripten outside the bindings', 'wasm/core/arena.hpp', '#include <emscripten.h>'],
    ['a relative include', 'wasm/ops/a.cpp', '#include "../core/tape.hpp"'],
    ['a product file that uses a test file', 'wasm/lab/session.cpp', '#include "tests/core/helper.hpp"'],
    ['a folder without rules', 'wasm/utilities/a.hpp', ''],
    ['an include after a comment', 'wasm/core/a.hpp', '/* why */ #include "ops/a.hpp"\n'],
  ])('%s', (_, path, text) => {
    expect(checkFile(path, text)).toHaveLength(1);
  });

  it.each([
    ['a view that imports the engine', 'web/views/b/a.js', "import { x } from '../../engine/a.js';"],
    [
      'a view that imports a type of the engine',
      'web/views/b/a.js',
      "/** @import { A } from '../../engine/a.js' */",
    ],
    [
      'a page that refers to the WebAssembly module by URL',
      'web/lab/a.js',
      "new URL('../../build/wasm/core.wasm', import.meta.url)",
    ],
    [
      'a page whose HTML loads a view',
      'web/lab/index.html',
      '<script type="module" src="../views/a.js"></script>',
    ],
    ['a product file that uses a test file', 'web/engine/a.js', "import '../../tests/engine/helper.js';"],
    ['a calculator that imports the element', 'web/calculator/a.js', "import { a } from '../element/a.js';"],
    ['a folder without rules', 'web/utilities/a.js', ''],
    [
      'an example that loads a script from another site',
      'web/embed/a.html',
      '<script src="https://example.org/other/a.js"></script>',
    ],
  ])('%s', (_, path, text) => {
    expect(checkFile(path, text)).toHaveLength(1);
  });
});

describe('the dependency check accepts', () => {
  it.each([
    ['an include from a lower layer', 'wasm/lab/session.cpp', '#include "core/tape.hpp"\n#include <vector>'],
    [
      'the mechanism that multi-head attention is built from',
      'wasm/attention/multi_head.hpp',
      '#include "attention/scaled_dot.hpp"',
    ],
    ['includes in comments', 'wasm/core/a.hpp', '// #include "lab/session.hpp"\n/* #include <Eigen/Core> */'],
    ['shared types', 'web/views/b/a.js', "/** @typedef {import('../../engine/shapes.js').A} A */"],
    ['the public interface', 'web/element/a.js', "const api = await import('../index.js');"],
    [
      'the published element in an example',
      'web/embed/a.html',
      '<script src="https://example.org/attentoscope/attentoscope.js"></script>',
    ],
  ])('%s', (_, path, text) => {
    expect(checkFile(path, text)).toEqual([]);
  });
});
