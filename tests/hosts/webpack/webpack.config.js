export default {
  entry: { index: './main.js', copied: './copied.js' },
  output: { path: `${import.meta.dirname}/site`, publicPath: 'auto' },
};
