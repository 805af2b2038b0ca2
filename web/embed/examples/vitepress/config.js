/**
 * .vitepress/config.js: every page of VitePress is a Vue component. So the page contains only the tag, the script is added
 * here, and Vue is told that the tag is a custom element.
 */
// biome-ignore lint/style/noDefaultExport: VitePress asks for a default export
export default {
  head: [['script', { type: 'module', src: 'https://example.org/attentoscope/attentoscope.js' }]],
  vue: {
    template: {
      compilerOptions: { isCustomElement: (/** @type {string} */ tag) => tag === 'attento-scope' },
    },
  },
};
