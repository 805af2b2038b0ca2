export default { output: 'export', distDir: 'site', turbopack: { root: import.meta.dirname } };
