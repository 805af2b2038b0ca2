export default {
  title: 'Docusaurus',
  url: 'http://localhost',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
};
