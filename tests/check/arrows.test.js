import { describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { brokenArrows, readSources } from './arrows.js';

/** @param {string} path @param {string} text */
const broken = (path, text) => brokenArrows([{ path, text }]);

describe('the arrows of the house', () => {
  it('are kept by the attention core', () => {
    const sources = readSources(root, 'wasm');
    expect(sources.length).toBeGreaterThan(10);
    expect(brokenArrows(sources)).toEqual([]);
  });

  it('are kept by the front end', () => {
    const sources = readSources(root, 'web');
    expect(sources.length).toBeGreaterThan(10);
    expect(brokenArrows(sources)).toEqual([]);
  });
});

describe('the check of the arrows notices', () => {
  it.each([
    ['an upward include', 'wasm/core/tape.hpp', '#include "nn/linear.hpp"'],
    ['a model that knows a task', 'wasm/models/a.hpp', '#include "tasks/copy.hpp"'],
    ['a task that knows a model', 'wasm/tasks/a.hpp', '#include "models/a.hpp"'],
    ['a task that knows more than the core', 'wasm/tasks/a.hpp', '#include "ops/linear.hpp"'],
    ['a reader that knows the lab', 'wasm/files/a.cpp', '#include "lab/session.hpp"'],
    ['one mechanism in another', 'wasm/attention/additive.hpp', '#include "attention/dot.hpp"'],
    ['a model that scores', 'wasm/models/a.cpp', '#include "ops/score_additive.hpp"'],
    ['a lab that knows the calculator', 'wasm/lab/a.cpp', '#include "calculator/mechanism.hpp"'],
    ['a calculator that knows the lab', 'wasm/calculator/a.cpp', '#include "lab/session.hpp"'],
    ['a calculator that knows a model', 'wasm/calculator/a.cpp', '#include "models/a.hpp"'],
    ['an experiment that mixes', 'wasm/experiments/a/trial.cpp', '#include "ops/weighted_sum.hpp"'],
    ['one experiment in another', 'wasm/experiments/a/trial.cpp', '#include "experiments/b/trial.hpp"'],
    ['a lab that knows an experiment', 'wasm/lab/session.cpp', '#include "experiments/a/trial.hpp"'],
    ['Eigen outside its one place', 'wasm/ops/linear.cpp', '#include <Eigen/Core>'],
    ['Eigen above the operations', 'wasm/nn/lstm.hpp', '#include "core/eigen.hpp"'],
    ['Emscripten outside the bindings', 'wasm/core/arena.hpp', '#include <emscripten.h>'],
    ['a relative include', 'wasm/ops/a.cpp', '#include "../core/tape.hpp"'],
    ['a test in the product', 'wasm/lab/session.cpp', '#include "tests/core/helper.hpp"'],
    ['a room that nobody planned', 'wasm/utilities/a.hpp', ''],
    ['an include after a comment', 'wasm/core/a.hpp', '/* why */ #include "ops/a.hpp"\n'],
  ])('%s', (_, path, text) => {
    expect(broken(path, text)).toHaveLength(1);
  });

  it.each([
    ['a view that knows the engine', 'web/views/b/a.js', "import { x } from '../../engine/a.js';"],
    ['a view that knows another package', 'web/views/b/a.js', "import { encode } from 'uqr';"],
    [
      'a view that knows a type of the engine',
      'web/views/b/a.js',
      "/** @type {import('../../engine/a.js').A} */",
    ],
    [
      'a view that imports a type of the engine',
      'web/views/b/a.js',
      "/** @import { A } from '../../engine/a.js' */",
    ],
    ['a plot that knows a widget', 'web/plots/a.js', "import { h } from '../parts/dom.js';"],
    ['a plot that speaks', 'web/plots/a.js', "import { translate } from '../language/translate.js';"],
    ['a widget that knows a view', 'web/parts/a.js', "/** @type {import('../views/b/a.js').A} */"],
    ['a view that trains', 'web/views/b/a.js', "import { createRace } from '../../studies/race.js';"],
    ['an engine that knows the views', 'web/engine/a.js', "import { views } from '../generated/views.js';"],
    ['an element that knows the engine', 'web/element/a.js', "const m = await import('../engine/a.js');"],
    ['a page that loads the module', 'web/lab/a.js', "import createCore from '#core';"],
    [
      'a page that addresses the module',
      'web/lab/a.js',
      "new URL('../../build/wasm/core.wasm', import.meta.url)",
    ],
    ['a page that knows a view', 'web/lab/a.js', "export * from '../views/a.js';"],
    [
      'a page whose document knows a view',
      'web/lab/index.html',
      '<script type="module" src="../views/a.js"></script>',
    ],
    ['a test in the product', 'web/engine/a.js', "import '../../tests/engine/helper.js';"],
    [
      'an engine that knows the element',
      'web/engine/a.js',
      "import {\n  a,\n  b,\n} from '../element/a.js';",
    ],
    ['a room that nobody planned', 'web/utilities/a.js', ''],
    ['a stray file', 'web/a.js', ''],
    [
      'an example that leads elsewhere',
      'web/embed/a.html',
      '<script src="https://example.org/other/a.js"></script>',
    ],
  ])('%s', (_, path, text) => {
    expect(broken(path, text)).toHaveLength(1);
  });
});

describe('the check of the arrows accepts', () => {
  it.each([
    ['what stands below', 'wasm/lab/session.cpp', '#include "core/tape.hpp"\n#include <vector>'],
    ['its own header', 'wasm/attention/additive.cpp', '#include "attention/additive.hpp"'],
    ['what a mechanism is made of', 'wasm/attention/multi_head.hpp', '#include "attention/scaled_dot.hpp"'],
    ['includes in comments', 'wasm/core/a.hpp', '// #include "lab/session.hpp"\n/* #include <Eigen/Core> */'],
    ['shared types', 'web/views/b/a.js', "/** @typedef {import('../../engine/shapes.js').A} A */"],
    ['the public interface', 'web/element/a.js', "const api = await import('../index.js');"],
    [
      'the published element in an example',
      'web/embed/a.html',
      '<script src="https://example.org/attentoscope/attentoscope.js"></script>',
    ],
    ['the built element in a foreign page', 'web/embed/a.html', '<script src="../attentoscope.js"></script>'],
  ])('%s', (_, path, text) => {
    expect(broken(path, text)).toEqual([]);
  });
});
