/**
 * Finds what a step needs and installs what is missing: Debian packages with apt, npm packages with `npm ci`.
 * Everything is asked for by capability, so a second run changes nothing and costs milliseconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, Failure, root, run, say, which } from './shell.js';

/**
 * @typedef {object} Requirement
 * @property {string} title what it is, for a reader who must install it by hand
 * @property {readonly string[]} packages Debian's names
 * @property {() => boolean | Promise<boolean>} found
 */

/** @param {string} command */
const command = (command) => () => which(command) !== undefined;
/** @param {readonly string[]} paths */
const anyOf = (paths) => () => paths.some((path) => existsSync(path));

/**
 * Whether a program's version, as it prints it, is at least `wanted`.
 * @param {string} program
 * @param {string} parameter
 * @param {readonly number[]} wanted
 */
const version = (program, parameter, wanted) => async () => {
  if (!which(program)) return false;
  return atLeast((await capture(program, [parameter])).output, wanted);
};

/**
 * @param {string} text with a version number somewhere in it
 * @param {readonly number[]} wanted
 */
function atLeast(text, wanted) {
  const found = (/\d+(\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number);
  for (const [i, number] of wanted.entries()) {
    if ((found[i] ?? 0) !== number) return (found[i] ?? 0) > number;
  }
  return true;
}

/** Emscripten keeps its version in a file beside its programs; asking em++ itself takes half a second. */
function emscripten() {
  const path = which('em++');
  if (!path) return false;
  const file = join(dirname(realpathSync(path)), 'emscripten-version.txt');
  return existsSync(file) && atLeast(readFileSync(file, 'utf8'), [3, 1, 6]);
}

async function fuzzerLibrary() {
  if (!which('clang++')) return false;
  const folder = join((await capture('clang++', ['-print-resource-dir'])).output.trim(), 'lib/linux');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libclang_rt.fuzzer-'));
}

/** The typelib stands in the folder of the machine's kind, which only `readdir` knows. */
function webkit() {
  const typelibs = readdirSync('/usr/lib').map(
    (kind) => `/usr/lib/${kind}/girepository-1.0/WebKit2-4.1.typelib`,
  );
  return (
    ['WebKitWebDriver', 'Xvfb'].every(which) &&
    existsSync('/usr/lib/python3/dist-packages/gi') &&
    typelibs.some(existsSync)
  );
}

/** @type {Record<string, Requirement>} */
const requirements = {
  emscripten: { title: 'Emscripten 3.1.6 or newer', packages: ['emscripten'], found: emscripten },
  eigen: {
    title: 'Eigen 3',
    packages: ['libeigen3-dev'],
    found: anyOf(['/usr/include/eigen3/Eigen/Core', '/usr/local/include/eigen3/Eigen/Core']),
  },
  cmake: { title: 'CMake 3.20 or newer', packages: ['cmake'], found: version('cmake', '--version', [3, 20]) },
  ninja: { title: 'Ninja', packages: ['ninja-build'], found: command('ninja') },
  zopfli: { title: 'Zopfli', packages: ['zopfli'], found: command('zopfli') },
  gcc: { title: 'g++ 12 or newer', packages: ['g++'], found: version('g++', '-dumpversion', [12]) },
  gtest: {
    title: 'GoogleTest',
    packages: ['libgtest-dev'],
    found: anyOf(['/usr/include/gtest/gtest.h', '/usr/local/include/gtest/gtest.h']),
  },
  clang: { title: 'clang 14 or newer', packages: ['clang'], found: version('clang++', '-dumpversion', [14]) },
  clangRuntime: {
    title: "clang's sanitizer and fuzzer libraries",
    packages: ['libclang-rt-14-dev'],
    found: fuzzerLibrary,
  },
  clangFormat: { title: 'clang-format', packages: ['clang-format'], found: command('clang-format') },
  clangTidy: { title: 'clang-tidy', packages: ['clang-tidy'], found: command('clang-tidy') },
  wabt: { title: 'wasm-objdump (WABT)', packages: ['wabt'], found: command('wasm-objdump') },
  chromiumShell: {
    title: 'Chromium without windows',
    packages: ['chromium-headless-shell'],
    found: anyOf(['/usr/bin/chromium-headless-shell']),
  },
  chromium: { title: 'Chromium', packages: ['chromium'], found: anyOf(['/usr/bin/chromium']) },
  // The tests drive frames by what its WebDriver BiDi has only lately, and try Trusted Types and fused instructions.
  firefox: {
    title: 'Firefox 148 or newer',
    packages: ['firefox-esr'],
    found: version('firefox-esr', '--version', [148]),
  },
  hugo: { title: 'Hugo', packages: ['hugo'], found: command('hugo') },
  pandoc: { title: 'Pandoc', packages: ['pandoc'], found: command('pandoc') },
  webkit: {
    title: 'WebKitGTK with its WebDriver, Python bindings and a virtual screen',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
    found: webkit,
  },
  torch: {
    title: 'PyTorch for Python',
    packages: ['python3-torch', 'python3-numpy'],
    found: anyOf(['/usr/lib/python3/dist-packages/torch']),
  },
  openblas: {
    title: 'OpenBLAS for PyTorch, which without it multiplies ten times slower',
    packages: ['libopenblas0-pthread'],
    found: () => readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/openblas-pthread`)),
  },
  fonts: {
    title: 'a sans-serif font',
    packages: ['fonts-dejavu-core'],
    found: anyOf(['/usr/share/fonts/truetype']),
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
 * Makes sure that everything for these purposes is there, and the npm packages.
 * @param {readonly Purpose[]} wanted
 */
export async function setup(wanted) {
  checkNode();
  const names = new Set(wanted.flatMap((purpose) => purposes[purpose]));
  const missing = await absent([...names]);
  if (missing.length > 0) {
    await installDebianPackages(missing);
    const still = await absent(missing);
    if (still.length > 0) {
      throw new Failure(
        `apt installed its packages, but this is still missing or too old: ${titles(still)}. ` +
          "Debian's security archive has newer browsers: deb http://security.debian.org/debian-security <release>-security main",
      );
    }
  }
  await installNpmPackages();
}

function checkNode() {
  const enough = atLeast(process.versions.node, [20, 19]);
  if (!enough) {
    throw new Failure(`Node ${process.versions.node} is too old: please install Node 20.19 or newer.`);
  }
}

/** @param {readonly string[]} names @returns {Promise<string[]>} those that are not there */
async function absent(names) {
  const found = await Promise.all(names.map((name) => requirements[name].found()));
  return names.filter((_, i) => !found[i]);
}

/** @param {readonly string[]} names */
const titles = (names) => names.map((name) => requirements[name].title).join(', ');

/** @param {readonly string[]} missing names of requirements */
async function installDebianPackages(missing) {
  const packages = missing.flatMap((name) => requirements[name].packages);
  if (!which('apt-get')) {
    throw new Failure(
      `Missing: ${titles(missing)}. Only Debian's apt is known here; please install these in your system's way.`,
    );
  }
  const prefix = await privilege();
  if (!prefix) {
    throw new Failure(
      `Missing: ${titles(missing)}. Without root or sudo they cannot be installed from here; please run ` +
        `\`apt-get install ${packages.join(' ')}\` as root.`,
    );
  }
  say(`Installing ${titles(missing)} with apt`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  let result = await apt(prefix, install);
  if (result.code !== 0) {
    // The usual reason: package lists that are missing or older than the mirror.
    say('Updating the package lists');
    await apt(prefix, ['update']);
    result = await apt(prefix, install);
  }
  if (result.code !== 0) {
    process.stderr.write(result.output);
    throw new Failure(
      `apt could not install ${packages.join(' ')}; the lines above say why (is the Debian mirror reachable?).`,
    );
  }
}

/**
 * What to put before a command to run it as root: nothing, sudo, or null when neither is possible.
 * @returns {Promise<string[] | null>}
 */
async function privilege() {
  if (process.getuid?.() === 0) return [];
  if (which('sudo') && (await capture('sudo', ['-n', 'true'])).code === 0) return ['sudo'];
  return null;
}

/**
 * apt-get without questions, its milestones shown.
 * @param {readonly string[]} prefix
 * @param {readonly string[]} parameters
 */
function apt(prefix, parameters) {
  const [program, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300',
    ...parameters,
  ];
  return capture(program, rest, {
    onLine: (line) => {
      if (/^(Setting up|Need to get|Err:|E:)/.test(line)) console.log(`  ${line}`);
    },
  });
}

/** Installs exactly what package-lock.json says, unless that is what is there. */
async function installNpmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!which('npm')) throw new Failure('npm is missing: please install it together with Node.');
  say('Installing npm packages');
  await run(
    'npm',
    ['ci', '--no-audit', '--no-fund'],
    'npm ci failed; the lines above say why (is the npm registry reachable? `npm ping` tells).',
    { quiet: false },
  );
  writeFileSync(stamp, lock);
}
