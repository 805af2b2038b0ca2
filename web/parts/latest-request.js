/**
 * Several requests may be under way at a time, of which only the last one is still wanted.
 * @returns {() => () => boolean} starts a request, and returns a function that tells whether no later one has been started
 */
export function createRequestStarter() {
  let count = 0;
  return () => {
    const id = ++count;
    return () => id === count;
  };
}
