import attentoscope from './attentoscope.js';

export default { ...attentoscope, title: 'Host', outDir: 'site', ignoreDeadLinks: true };
