/** The package as its users get it: packed by npm, installed by npm into an empty project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../.tools/shell.js';

/**
 * @typedef {object} Project
 * @property {string} folder of the project
 * @property {string} archive
 * @property {string[]} files of the package
 * @property {string} installed where the package is
 * @property {(name: string, text: string) => string} write a file of the project; returns its path
 * @property {(code: string) => string} node runs a module there; returns what it prints
 * @property {() => void} remove
 */

/**
 * Packs what has been built and installs it, with no network and thus nothing beside it.
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

/** What every copy of the package must reach with these settings, as the sources do in Node. */
export const trial = { options: { experiment: 'context-lookup', seed: 5 }, steps: 2000 };
