import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { findViolations, readSources } from './dependencies.js';

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

describe('the dependency check rejects', () => {
  it.each([
    ['an upward include', 'wasm/core/tape.hpp', '#include "nn/linear.hpp"'],
    ['a model that includes a task', 'wasm/models/a.hpp', '#include "tasks/copy.hpp"'],
    ['a task that includes a model', 'wasm/tasks/a.hpp', '#include "models/a.hpp"'],
    ['a task that includes ops', 'wasm/tasks/a.hpp', '#include "ops/linear.hpp"'],
    ['a file parser that includes the lab', 'wasm/files/a.cpp', '#include "lab/session.hpp"'],
    ['a mechanism that includes another one', 'wasm/attention/additive.hpp', '#include "attention/dot.hpp"'],
    ['a model that includes a score operation', 'wasm/models/a.cpp', '#include "ops/score_additive.hpp"'],
    ['a lab file that includes the calculator', 'wasm/lab/a.cpp', '#include "calculator/mechanism.hpp"'],
    [
      'a calculator file that includes the lab session',
      'wasm/calculator/a.cpp',
      '#include "lab/session.hpp"',
    ],
    ['a calculator file that includes a model', 'wasm/calculator/a.cpp', '#include "models/a.hpp"'],
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
    ['a lab file that includes an experiment', 'wasm/lab/session.cpp', '#include "experiments/a/trial.hpp"'],
    ['Eigen outside core/eigen.hpp', 'wasm/ops/linear.cpp', '#include <Eigen/Core>'],
    ['Eigen above the operations', 'wasm/nn/lstm.hpp', '#include "core/eigen.hpp"'],
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
    ['a view that imports a package', 'web/views/b/a.js', "import { encode } from 'uqr';"],
    [
      'a view that names a type of the engine',
      'web/views/b/a.js',
      "/** @type {import('../../engine/a.js').A} */",
    ],
    [
      'a view that imports a type of the engine',
      'web/views/b/a.js',
      "/** @import { A } from '../../engine/a.js' */",
    ],
    ['a plot that imports a part', 'web/plots/a.js', "import { h } from '../parts/dom.js';"],
    [
      'a plot that imports language',
      'web/plots/a.js',
      "import { translate } from '../language/translate.js';",
    ],
    ['a part that names a type of a view', 'web/parts/a.js', "/** @type {import('../views/b/a.js').A} */"],
    [
      'a view that imports a study',
      'web/views/b/a.js',
      "import { createRace } from '../../studies/race.js';",
    ],
    [
      'an engine file that imports the list of views',
      'web/engine/a.js',
      "import { views } from '../generated/views.js';",
    ],
    [
      'an element file that imports the engine',
      'web/element/a.js',
      "const m = await import('../engine/a.js');",
    ],
    ['a page that imports the WebAssembly module', 'web/lab/a.js', "import createCore from '#core';"],
    [
      'a page that refers to the WebAssembly module by URL',
      'web/lab/a.js',
      "new URL('../../build/wasm/core.wasm', import.meta.url)",
    ],
    ['a page that imports a view', 'web/lab/a.js', "export * from '../views/a.js';"],
    [
      'a page whose HTML loads a view',
      'web/lab/index.html',
      '<script type="module" src="../views/a.js"></script>',
    ],
    ['a product file that uses a test file', 'web/engine/a.js', "import '../../tests/engine/helper.js';"],
    [
      'an engine file that imports the element',
      'web/engine/a.js',
      "import {\n  a,\n  b,\n} from '../element/a.js';",
    ],
    ['a folder without rules', 'web/utilities/a.js', ''],
    ['a file directly in web/', 'web/a.js', ''],
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
    ['its own header', 'wasm/attention/additive.cpp', '#include "attention/additive.hpp"'],
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
    ['the built element in an embed page', 'web/embed/a.html', '<script src="../attentoscope.js"></script>'],
  ])('%s', (_, path, text) => {
    expect(checkFile(path, text)).toEqual([]);
  });
});
