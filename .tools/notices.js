/** Collects the licenses of third-party code in dist/: npm packages that the bundler lists, and parts of the modules. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findExecutable, root, UserError } from './shell.js';

/** Where the bundler lists the packages in the bundle. */
export const packagesFile = 'packages.json';

/** @typedef {{ name: string, license: string, text: string }} Part */

/**
 * Writes NOTICES.txt.
 * @param {string} dist where the packages of the bundle are listed
 * @returns {string} the same without the long texts, for a comment in the single-file builds
 */
export function writeNotices(dist) {
  const list = join(dist, packagesFile);
  /** @type {{ name: string, version: string, identifier: string, text: string }[]} */
  const packages = JSON.parse(readFileSync(list, 'utf8'));
  rmSync(list);
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  const parts = [
    { name: 'Attentoscope', license: 'MIT', text: ours },
    ...packages.map(({ name, version, identifier, text }) => ({
      name: `${name} ${version}`,
      license: identifier,
      text,
    })),
    ...createNativeParts(ours),
  ];
  for (const { name, text } of parts)
    if (!text) throw new UserError(`${name} has no license text, which must be shipped with it.`);
  const short = formatParts(parts);
  const long = formatParts([
    { name: 'musl, all of its notices', license: 'MIT and alike', text: readMuslLicense() },
    ...['MPL-2.0', 'Apache-2.0'].map((name) => ({
      name: 'The whole text',
      license: name,
      text: readLicense(`/usr/share/common-licenses/${name}`),
    })),
  ]);
  writeFileSync(join(dist, 'NOTICES.txt'), `${short}\n${long}`);
  // The text must not end the JavaScript or HTML comment that contains it.
  return short.replaceAll('*/', '* /').replaceAll('--', '- -');
}

/**
 * Formats the parts. Parts with the MIT license share its text, below their copyright notices; other parts with the same text
 * share that text.
 * @param {readonly Part[]} parts
 */
function formatParts(parts) {
  /** Names by notice, by terms. @type {Map<string, Map<string, string[]>>} */
  const groups = new Map();
  for (const { name, license, text } of parts) {
    const at = text.search(/Permission is hereby granted[\s\S]*DEALINGS IN THE\s+SOFTWARE\.\s*$|$/);
    const terms = text.slice(at).replace(/\s+/g, ' ').trim();
    const notices = groups.get(terms) ?? new Map();
    groups.set(terms, notices);
    const notice = text.slice(0, at).trim();
    notices.set(notice, [...(notices.get(notice) ?? []), `${name} (${license})`]);
  }
  return [...groups]
    .map(([terms, notices]) => {
      const all = [...notices].map(([notice, names]) => `==== ${names.join(', ')}\n\n${notice}\n`);
      return [...all, ...(terms ? [`${terms}\n`] : [])].join('\n');
    })
    .join('\n');
}

/**
 * Third-party code that the compiler links into the modules.
 * @param {string} ours our license, which has the text of MIT
 * @returns {Part[]}
 */
function createNativeParts(ours) {
  const mit = ours.slice(ours.indexOf('Permission is hereby granted'));
  return [
    {
      name: 'Eigen (https://eigen.tuxfamily.org), unchanged, in the WebAssembly modules',
      license: 'MPL-2.0',
      text: 'This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0 (https://mozilla.org/MPL/2.0/).\nIts source is at https://gitlab.com/libeigen/eigen.',
    },
    {
      name: 'Emscripten (https://emscripten.org), in the modules and in the JavaScript around them',
      license: 'MIT',
      text: `Copyright (c) 2010-2022 The Emscripten Authors\n\n${mit}`,
    },
    {
      name: 'musl (https://musl.libc.org), in the modules',
      license: 'MIT',
      text: readMuslLicense().split(/^-{9,}$/m)[1],
    },
    {
      name: 'libc++, libc++abi and compiler-rt of LLVM (https://llvm.org), in the modules',
      license: 'Apache-2.0 WITH LLVM-exception',
      text: 'Under the Apache License, Version 2.0, with LLVM Exceptions (https://llvm.org/LICENSE.txt).',
    },
    {
      name: 'Unicode Character Database (https://www.unicode.org/ucd), in unicode.wasm',
      license: 'Unicode-3.0',
      text: unicodeLicense,
    },
  ];
}

const unicodeLicense = `UNICODE LICENSE V3

COPYRIGHT AND PERMISSION NOTICE

Copyright © 1991-2025 Unicode, Inc.

NOTICE TO USER: Carefully read the following legal agreement. BY DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA
FILES, AND/OR SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE TERMS AND CONDITIONS OF THIS AGREEMENT.
IF YOU DO NOT AGREE, DO NOT DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.

Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated documentation
(the "Data Files") or software and any associated documentation (the "Software") to deal in the Data Files or Software without
restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, and/or sell copies of the
Data Files or Software, and to permit persons to whom the Data Files or Software are furnished to do so, provided that either
(a) this copyright and permission notice appear with all copies of the Data Files or Software, or (b) this copyright and
permission notice appear in associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR
CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to promote the
sale, use or other dealings in these Data Files or Software without prior written authorization of the copyright holder.`;

/** The license of musl, which Emscripten ships. */
function readMuslLicense() {
  const compiler = findExecutable('em++');
  if (!compiler) throw new UserError('em++ is missing; the license of musl is in its folder.');
  return readLicense(join(dirname(realpathSync(compiler)), 'system/lib/libc/musl/COPYRIGHT'));
}

/** @param {string} path */
function readLicense(path) {
  if (!existsSync(path)) throw new UserError(`The license text ${path} is missing.`);
  return readFileSync(path, 'utf8');
}
