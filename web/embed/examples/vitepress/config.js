/**
 * .vitepress/config.js: every page of VitePress is a Vue component. So a page holds the tag alone, the script stands here, and
 * Vue is told that the tag is none of its components.
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
