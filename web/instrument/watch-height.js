/**
 * Marks low and high instruments. Their root cannot be a container whose height styles ask for: Chromium 156 then sometimes
 * keeps old styles inside, and does not draw an exploration that is opened during a run.
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
