import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { AttentoScope } from './attento-scope.js';

createRoot(document.querySelector('main')).render(
  createElement(AttentoScope, { experiment: 'context-lookup', seed: 5 }),
);
