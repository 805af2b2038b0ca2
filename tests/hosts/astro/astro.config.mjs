export default { outDir: 'site', build: { format: 'file' } };
