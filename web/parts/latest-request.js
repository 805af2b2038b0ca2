/**
 * Lets a caller ignore the answers of all but its latest request.
 * @returns {() => () => boolean} starts a request, and returns a function that tells whether no later request has been started
 */
export function createRequestStarter() {
  let count = 0;
  return () => {
    const id = ++count;
    return () => id === count;
  };
}
