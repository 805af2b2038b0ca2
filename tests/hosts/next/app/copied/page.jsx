import { AttentoScope } from '../attento-scope.js';

export default function Page() {
  return <AttentoScope experiment="context-lookup" seed={5} />;
}
