// MyST serves what it has copied from the root.
export default { publicDir: '_build/site/public', build: { outDir: 'site' } };
