/** A Vitest reporter that prints each file when it ends and writes the totals to a file, for .tools/test.js. */
import { writeFileSync } from 'node:fs';

export class Count {
  #file;
  #files = 0;

  /** @param {string} file for the sums */
  constructor(file) {
    this.#file = file;
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const seconds = Math.round(module.diagnostic().duration / 1000);
    console.log(`[${++this.#files}] ${module.relativeModuleId} ${seconds} s`);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors that belong to no test
   */
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, retried: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        counts[state === 'passed' || state === 'failed' ? state : 'skipped']++;
        if ((test.diagnostic()?.retryCount ?? 0) > 0) counts.retried++;
      }
      // A file that could not be imported, or whose setup or teardown failed.
      const all = [module, ...module.children.allSuites()];
      counts.failed += all.filter((one) => one.errors().length > 0).length;
    }
    writeFileSync(this.#file, JSON.stringify(counts));
  }
}
