import { expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { findViolations, nativeDependencies, readSources, webDependencies } from './dependencies.js';

it.each(['wasm', 'web'])('the dependency rules hold in %s/', (room) => {
  const sources = readSources(root, room);
  expect(sources.length).toBeGreaterThan(10);
  expect(findViolations(sources)).toEqual([]);
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

it.each(Object.entries({ wasm: nativeDependencies, web: webDependencies }))(
  'the dependency rules of %s/ allow no import of a higher layer',
  (_, rules) => {
    const folders = Object.keys(rules);
    for (const [i, folder] of folders.entries()) {
      // Files that are found by their names may be of any layer.
      const higher = folders.slice(i).filter((other) => other !== 'found');
      const allowed = higher.filter((other) => rules[folder]?.includes(other));
      expect(allowed, folder).toEqual([]);
    }
  },
);

/** @type {Record<string, [string, string]>} */
const violations = {
  'a model that includes a task': ['wasm/models/a.hpp', '#include "tasks/copy.hpp"'],
  'a mechanism that includes another one': ['wasm/attention/a.hpp', '#include "attention/dot.hpp"'],
  'a model that includes a score': ['wasm/models/a.cpp', '#include "ops/score_additive.hpp"'],
  'an experiment that includes a sum': ['wasm/experiments/a/a.cpp', '#include "ops/weighted_sum.hpp"'],
  'an experiment that includes another': ['wasm/experiments/a/a.cpp', '#include "experiments/b/b.hpp"'],
  'Eigen outside core/eigen.hpp': ['wasm/ops/linear.cpp', '#include <Eigen/Core>'],
  'Emscripten outside the bindings': ['wasm/core/arena.hpp', '#include <emscripten.h>'],
  'a relative include': ['wasm/ops/a.cpp', '#include "../core/tape.hpp"'],
  'a product file that includes a test': ['wasm/lab/session.cpp', '#include "tests/core/helper.hpp"'],
  'a folder of wasm/ without rules': ['wasm/utilities/a.hpp', ''],
  'an include after a comment': ['wasm/core/a.hpp', '/* why */ #include "ops/a.hpp"\n'],
  'a view that imports the engine': ['web/views/b/a.js', "import { x } from '../../engine/a.js';"],
  'a view that uses a type of it': ['web/views/b/a.js', "/** @import { A } from '../../engine/a.js' */"],
  'a module by its URL': ['web/lab/a.js', "new URL('../../build/wasm/core.wasm', import.meta.url)"],
  'HTML that loads a view': ['web/lab/index.html', '<script src="../views/a.js"></script>'],
  'a product file that imports a test': ['web/engine/a.js', "import '../../tests/engine/helper.js';"],
  'a calculator that imports the element': ['web/calculator/a.js', "import { a } from '../element/a.js';"],
  'a folder of web/ without rules': ['web/utilities/a.js', ''],
  'a script of another site': ['web/embed/a.html', '<script src="https://example.org/b/a.js"></script>'],
};

it.each(Object.entries(violations))('the dependency check rejects %s', (_, [path, text]) => {
  expect(findViolations([{ path, text }])).toHaveLength(1);
});

const published = '<script src="https://example.org/attentoscope/attentoscope.js"></script>';
/** @type {Record<string, [string, string]>} */
const valid = {
  'includes from a lower layer': ['wasm/lab/a.cpp', '#include "core/tape.hpp"\n#include <vector>'],
  'the base of a mechanism': ['wasm/attention/multi_head.hpp', '#include "attention/scaled_dot.hpp"'],
  'includes in comments': ['wasm/core/a.hpp', '// #include "lab/a.hpp"\n/* #include <Eigen/Core> */'],
  'shared types': ['web/views/b/a.js', "/** @typedef {import('../../engine/shapes.js').A} A */"],
  'the public interface': ['web/element/a.js', "const api = await import('../index.js');"],
  'the published element in an example': ['web/embed/a.html', published],
};

it.each(Object.entries(valid))('the dependency check accepts %s', (_, [path, text]) => {
  expect(findViolations([{ path, text }])).toEqual([]);
});
