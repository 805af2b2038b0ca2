/** Packs the package with npm and installs it into an empty project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../.tools/shell.js';
import { createScope } from '../../web/index.js';

/**
 * @typedef {object} Project
 * @property {string} folder of the project
 * @property {string} archive
 * @property {string[]} files paths of the package's files
 * @property {string} installed folder of the installed package
 * @property {(name: string, text: string) => string} write writes a file of the project; returns its path
 * @property {(code: string) => string} node runs a module in the project; returns its output
 * @property {() => void} remove
 */

/**
 * Packs the build and installs it without network access, which fails if it has dependencies.
 * @returns {Project}
 */
export function installPackage() {
  const base = mkdtempSync(join(tmpdir(), 'attentoscope-package-'));
  const folder = join(base, 'project');
  mkdirSync(folder);
  /** @param {string[]} parameters @param {string} cwd */
  const npm = (parameters, cwd) =>
    execFileSync('npm', [...parameters, '--ignore-scripts', '--loglevel=error'], { cwd, encoding: 'utf8' });
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', base], root));
  const archive = join(base, packed.filename);
  /** @param {string} name @param {string} text */
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('package.json', '{ "private": true, "type": "module" }');
  npm(['install', '--offline', '--no-audit', '--no-fund', archive], folder);
  return {
    folder,
    archive,
    files: packed.files.map((/** @type {{ path: string }} */ { path }) => path),
    installed: join(folder, 'node_modules/attentoscope'),
    write,
    node: (code) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: folder,
        encoding: 'utf8',
      }),
    remove: () => rmSync(base, { recursive: true }),
  };
}

/** A training whose fingerprint must be the same with every copy of the package and with the sources in Node. */
export const trial = { options: { experiment: 'context-lookup', seed: 5 }, steps: 2000 };

/**
 * The fingerprint of a training in Node.
 * @param {{ options: import('../../web/engine/create-scope.js').ScopeOptions, steps: number }} training
 */
export async function computeFingerprint({ options, steps }) {
  const scope = await createScope({ ...options, worker: false });
  await scope.train({ steps });
  const fingerprint = await scope.fingerprint();
  scope.dispose();
  return fingerprint;
}
