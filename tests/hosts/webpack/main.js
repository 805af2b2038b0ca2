import { AttentoScope } from 'attentoscope/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('main')).render(
  createElement(AttentoScope, { experiment: 'context-lookup', seed: 5 }),
);
