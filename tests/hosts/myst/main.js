// MyST's own renderer of what MyST has built; only the page around it is ours, since its themes come from no registry.
import { ANY_RENDERERS } from '@myst-theme/anywidget';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { mdast } from './_build/site/content/index.json';

const nodes = mdast.children.flatMap(({ children }) => children);
const node = nodes.find(({ type }) => type === 'anywidget');
createRoot(document.querySelector('main')).render(createElement(ANY_RENDERERS.anywidget, { node }));
