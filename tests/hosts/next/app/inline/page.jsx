'use client';

import { useEffect } from 'react';

export default function Page() {
  useEffect(() => {
    import('attentoscope/inline');
  }, []);
  return <attento-scope experiment="context-lookup" seed="5" />;
}
