/**
 * Installs the missing programs and libraries that a command needs: Debian packages with apt, npm packages with `npm ci`.
 * It checks for the programs and files themselves, so a second run changes nothing and takes milliseconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { captureOutput, findExecutable, printLine, root, runOrFail, UserError } from './shell.js';

/**
 * @typedef {object} Requirement
 * @property {string} title for a reader who must install it manually
 * @property {readonly string[]} packages Debian's names
 * @property {() => boolean | Promise<boolean>} found
 */

/** @param {string} command */
const hasCommand = (command) => () => findExecutable(command) !== undefined;
/** @param {readonly string[]} paths */
const hasAnyPath = (paths) => () => paths.some((path) => existsSync(path));

/**
 * Whether the version that a program prints is at least `minimumVersion`.
 * @param {string} program
 * @param {string} parameter
 * @param {readonly number[]} minimumVersion
 */
const hasVersion = (program, parameter, minimumVersion) => async () => {
  if (!findExecutable(program)) return false;
  return isAtLeast((await captureOutput(program, [parameter])).output, minimumVersion);
};

/**
 * @param {string} text with a version number somewhere in it
 * @param {readonly number[]} minimumVersion
 */
function isAtLeast(text, minimumVersion) {
  const found = (/\d+(\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number);
  for (const [i, number] of minimumVersion.entries()) {
    if ((found[i] ?? 0) !== number) return (found[i] ?? 0) > number;
  }
  return true;
}

/** Emscripten stores its version in a file; `em++ --version` would take half a second. */
function hasEmscripten() {
  const path = findExecutable('em++');
  if (!path) return false;
  const file = join(dirname(realpathSync(path)), 'emscripten-version.txt');
  return existsSync(file) && isAtLeast(readFileSync(file, 'utf8'), [3, 1, 6]);
}

async function hasFuzzerLibrary() {
  if (!findExecutable('clang++')) return false;
  const folder = join((await captureOutput('clang++', ['-print-resource-dir'])).output.trim(), 'lib/linux');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libclang_rt.fuzzer-'));
}

/** The typelib is in a folder named after the architecture, which readdir finds. */
function hasWebkit() {
  const typelibs = readdirSync('/usr/lib').map(
    (kind) => `/usr/lib/${kind}/girepository-1.0/WebKit2-4.1.typelib`,
  );
  return (
    ['WebKitWebDriver', 'Xvfb'].every(findExecutable) &&
    existsSync('/usr/lib/python3/dist-packages/gi') &&
    typelibs.some(existsSync)
  );
}

/** @type {Record<string, Requirement>} */
const requirements = {
  emscripten: { title: 'Emscripten 3.1.6 or newer', packages: ['emscripten'], found: hasEmscripten },
  eigen: {
    title: 'Eigen 3',
    packages: ['libeigen3-dev'],
    found: hasAnyPath(['/usr/include/eigen3/Eigen/Core', '/usr/local/include/eigen3/Eigen/Core']),
  },
  cmake: {
    title: 'CMake 3.20 or newer',
    packages: ['cmake'],
    found: hasVersion('cmake', '--version', [3, 20]),
  },
  ninja: { title: 'Ninja', packages: ['ninja-build'], found: hasCommand('ninja') },
  zopfli: { title: 'Zopfli', packages: ['zopfli'], found: hasCommand('zopfli') },
  gcc: { title: 'g++ 12 or newer', packages: ['g++'], found: hasVersion('g++', '-dumpversion', [12]) },
  gtest: {
    title: 'GoogleTest',
    packages: ['libgtest-dev'],
    found: hasAnyPath(['/usr/include/gtest/gtest.h', '/usr/local/include/gtest/gtest.h']),
  },
  clang: {
    title: 'clang 14 or newer',
    packages: ['clang'],
    found: hasVersion('clang++', '-dumpversion', [14]),
  },
  clangRuntime: {
    title: "clang's sanitizer and fuzzer libraries",
    packages: ['libclang-rt-14-dev'],
    found: hasFuzzerLibrary,
  },
  clangFormat: { title: 'clang-format', packages: ['clang-format'], found: hasCommand('clang-format') },
  clangTidy: { title: 'clang-tidy', packages: ['clang-tidy'], found: hasCommand('clang-tidy') },
  wabt: { title: 'wasm-objdump (WABT)', packages: ['wabt'], found: hasCommand('wasm-objdump') },
  chromiumShell: {
    title: 'headless Chromium',
    packages: ['chromium-headless-shell'],
    found: hasAnyPath(['/usr/bin/chromium-headless-shell']),
  },
  chromium: { title: 'Chromium', packages: ['chromium'], found: hasAnyPath(['/usr/bin/chromium']) },
  // The tests need its WebDriver BiDi for frames, Trusted Types and relaxed SIMD.
  firefox: {
    title: 'Firefox 148 or newer',
    packages: ['firefox-esr'],
    found: hasVersion('firefox-esr', '--version', [148]),
  },
  hugo: { title: 'Hugo', packages: ['hugo'], found: hasCommand('hugo') },
  pandoc: { title: 'Pandoc', packages: ['pandoc'], found: hasCommand('pandoc') },
  webkit: {
    title: 'WebKitGTK with its WebDriver, Python bindings and a virtual screen',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
    found: hasWebkit,
  },
  torch: {
    title: 'PyTorch for Python',
    packages: ['python3-torch', 'python3-numpy'],
    found: hasAnyPath(['/usr/lib/python3/dist-packages/torch']),
  },
  openblas: {
    title: 'OpenBLAS (without it, PyTorch multiplies matrices ten times slower)',
    packages: ['libopenblas0-pthread'],
    found: () => readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/openblas-pthread`)),
  },
  fonts: {
    title: 'a sans-serif font',
    packages: ['fonts-dejavu-core'],
    found: hasAnyPath(['/usr/share/fonts/truetype']),
  },
};

/** @typedef {'build' | 'native' | 'proof' | 'check' | 'fuzz' | 'browsers' | 'bench' | 'golden' | 'hosts'} Purpose */
/** @type {Record<Purpose, readonly string[]>} */
const purposes = {
  build: ['emscripten', 'eigen', 'cmake', 'ninja', 'zopfli'],
  native: ['eigen', 'cmake', 'ninja', 'clang', 'clangRuntime', 'gtest'],
  proof: ['gcc'],
  check: ['clang', 'gtest', 'clangFormat', 'clangTidy', 'wabt'],
  fuzz: ['eigen', 'cmake', 'ninja', 'clang', 'clangRuntime'],
  bench: ['chromium', 'fonts', 'torch', 'openblas'],
  browsers: ['chromium', 'chromiumShell', 'firefox', 'webkit', 'fonts'],
  golden: ['torch'],
  hosts: ['chromium', 'fonts', 'hugo', 'pandoc'],
};

/**
 * Makes sure that everything for these purposes is installed, and the npm packages.
 * @param {readonly Purpose[]} requestedPurposes
 */
export async function installRequirements(requestedPurposes) {
  checkNode();
  const names = new Set(requestedPurposes.flatMap((purpose) => purposes[purpose]));
  const missing = await findMissing([...names]);
  if (missing.length > 0) {
    await installDebianPackages(missing);
    const stillMissing = await findMissing(missing);
    if (stillMissing.length > 0) {
      throw new UserError(
        `apt installed the packages, but these are still missing or too old: ${formatTitles(stillMissing)}. ` +
          "If a browser is too old, add Debian's security archive to apt's sources: deb http://security.debian.org/debian-security <release>-security main",
      );
    }
  }
  await installNpmPackages();
}

function checkNode() {
  const isNewEnough = isAtLeast(process.versions.node, [20, 19]);
  if (!isNewEnough) {
    throw new UserError(
      `Node.js ${process.versions.node} is too old; please install Node.js 20.19 or newer.`,
    );
  }
}

/** @param {readonly string[]} names @returns {Promise<string[]>} those that are not installed */
async function findMissing(names) {
  const found = await Promise.all(names.map((name) => requirements[name].found()));
  return names.filter((_, i) => !found[i]);
}

/** @param {readonly string[]} names */
const formatTitles = (names) => names.map((name) => requirements[name].title).join(', ');

/** @param {readonly string[]} missing names of requirements */
async function installDebianPackages(missing) {
  const packages = missing.flatMap((name) => requirements[name].packages);
  if (!findExecutable('apt-get')) {
    throw new UserError(
      `Missing: ${formatTitles(missing)}. Only apt can be used for automatic installation; please install these with your system's package manager.`,
    );
  }
  const prefix = await findRootPrefix();
  if (!prefix) {
    throw new UserError(
      `Missing: ${formatTitles(missing)}. Installing them needs root or sudo without a password; please run ` +
        `\`apt-get install ${packages.join(' ')}\` as root, then try again.`,
    );
  }
  printLine(`Installing ${formatTitles(missing)} with apt`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  let result = await runAptGet(prefix, install);
  if (result.code !== 0) {
    // Usually the package lists are missing or outdated.
    printLine('Updating the package lists of apt');
    await runAptGet(prefix, ['update']);
    result = await runAptGet(prefix, install);
  }
  if (result.code !== 0) {
    process.stderr.write(result.output);
    throw new UserError(
      `apt could not install ${packages.join(' ')}; the lines above say why (is the Debian mirror reachable?).`,
    );
  }
}

/**
 * Returns the prefix that runs a command as root: nothing, sudo, or null if neither is possible.
 * @returns {Promise<string[] | null>}
 */
async function findRootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (findExecutable('sudo') && (await captureOutput('sudo', ['-n', 'true'])).code === 0) return ['sudo'];
  return null;
}

/**
 * Runs apt-get without prompts and prints its main steps.
 * @param {readonly string[]} prefix
 * @param {readonly string[]} parameters
 */
function runAptGet(prefix, parameters) {
  const [program, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300',
    ...parameters,
  ];
  return captureOutput(program, rest, {
    onLine: (line) => {
      if (/^(Setting up|Need to get|Err:|E:)/.test(line)) console.log(`  ${line}`);
    },
  });
}

/** Installs the packages of package-lock.json unless they are installed. */
async function installNpmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!findExecutable('npm')) throw new UserError('npm is missing; please install it.');
  printLine('Installing npm packages');
  await runOrFail(
    'npm',
    ['ci', '--no-audit', '--no-fund'],
    'npm ci failed; the lines above say why (is the npm registry reachable? Try `npm ping`).',
    { quiet: false },
  );
  writeFileSync(stamp, lock);
}
