/** Vite plugins for the files of dist/ that are not bundled: pages for readers, examples, modules, configurations of servers. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isStartBuild, moduleFolder } from './module-addresses.js';
import { replaceOne } from './replace-one.js';
import { headersFile, nginxFile } from './server-configs.js';
import { addShareTags, card, parseSite } from './share-tags.js';
import { root } from './shell.js';

/** The address at which the site will be published, if it is known (see web/embed/README.md). */
const siteAddress = parseSite(process.env['ATTENTO_URL']);

/** Files below web/ that are published unchanged, by their published names; HTML pages get additional tags for sharing. */
const copiedFiles = {
  'embed.html': 'embed/frame.html',
  'embed.css': 'embed/frame.css',
  'embed-parent.js': 'embed/embed-parent.js',
  'embed/blog-post.html': 'embed/blog-post.html',
  [card.file]: `lab/${card.file}`,
};

/** The example React component; in the package it imports the element from the same folder. */
function createReactComponent() {
  const file = join(root, 'web/embed/examples/react/attento-scope.js');
  const load = "const load = () => import('./attentoscope.js');";
  return replaceOne(readFileSync(file, 'utf8'), /const address = .*\n.* address\);/g, load, file);
}

/**
 * Adds the copied files, the modules and the generated files to the bundle.
 * @type {import('vite').Plugin}
 */
export const publishedFiles = {
  name: 'published-files',
  async generateBundle() {
    const { modules } = await import('../web/generated/modules.js');
    const names = isStartBuild ? ['site', 'unicode'] : Object.keys(modules);
    const sources = [
      ...Object.entries(copiedFiles).map(([name, file]) => [name, join(root, 'web', file)]),
      ...names.map((name) => [`${name}.wasm`, join(moduleFolder, `${name}.wasm`)]),
    ];
    for (const [fileName = '', path = ''] of sources) {
      const file = readFileSync(path);
      const source = fileName.endsWith('.html') ? addShareTags(String(file), fileName, siteAddress) : file;
      this.emitFile({ type: 'asset', fileName, source });
    }
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile });
    this.emitFile({ type: 'asset', fileName: 'embed/nginx.conf', source: nginxFile });
    this.emitFile({ type: 'asset', fileName: 'react.js', source: createReactComponent() });
  },
};

/**
 * Adds to each page its tags for sharing, and to the reference page all models, mechanisms and terms from the registry.
 * @type {import('vite').Plugin}
 */
export const pages = {
  name: 'pages',
  async transformIndexHtml(html, { filename }) {
    const page = addShareTags(html, basename(filename), siteAddress);
    if (!filename.endsWith('reference.html')) return page;
    // By address, so that Vite does not bundle it, with all chapters, into its configuration.
    const { renderReference } = await import(new URL('./reference.js', import.meta.url).href);
    return renderReference(page);
  },
};
