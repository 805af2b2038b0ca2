import { AttentoScope } from 'attentoscope/react';

export default function Page() {
  return <AttentoScope experiment="context-lookup" seed={5} />;
}
