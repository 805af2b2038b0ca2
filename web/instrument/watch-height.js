/**
 * Sets attributes on instruments that are low (at most 32 em) or high (at least 40 em). Container queries for the height would
 * need a container of both sizes; in one, Chromium 156 sometimes keeps old styles, and omits an exploration opened during a run.
 * @param {ShadowRoot} root of the instrument
 * @param {AbortSignal} signal ends watching
 */
export function watchHeight({ firstElementChild: scope }, signal) {
  if (!scope) return;
  const observer = new ResizeObserver(() => {
    const height = scope.clientHeight / Number.parseFloat(getComputedStyle(scope).fontSize);
    scope.toggleAttribute('data-low', height <= 32);
    scope.toggleAttribute('data-high', height >= 40);
  });
  observer.observe(scope);
  signal.addEventListener('abort', () => observer.disconnect());
}
