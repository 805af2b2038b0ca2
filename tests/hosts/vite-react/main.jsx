import { AttentoScope } from 'attentoscope/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('main')).render(
  <StrictMode>
    <AttentoScope experiment="context-lookup" seed={5} />
  </StrictMode>,
);
