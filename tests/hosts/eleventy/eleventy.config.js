export default (config) => {
  config.setOutputDirectory('site');
};
