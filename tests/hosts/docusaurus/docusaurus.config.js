export default {
  title: 'Docusaurus',
  url: 'http://localhost',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: null }, blog: false, theme: {} }]],
};
