/** At full speed a whole training is requested in this many chunks, so that its curve has points. */
const kChunks = 80;

/**
 * Trains at full speed, chunk by chunk, until the consumer stops.
 * @param {import('../engine/scope.js').Scope} scope
 * @param {{ readonly until: number, readonly plannedSteps: number }} plan
 */
export async function* trainInChunks(scope, plan) {
  const part = Math.max(1, Math.ceil(plan.plannedSteps / kChunks));
  const began = performance.now();
  const from = scope.step;
  while (scope.step < plan.until) {
    const result = await scope.train({ steps: Math.min(part, plan.until - scope.step) });
    yield { ...result, run: { steps: result.step - from, seconds: (performance.now() - began) / 1000 } };
  }
}
