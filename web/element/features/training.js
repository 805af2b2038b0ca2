/**
 * Attributes and events of training.
 *
 * @fires {CustomEvent<{ step: number, loss: number, metrics: Record<string, number> }>} attento-progress - Sent at most once
 *   per animation frame during training.
 * @fires {CustomEvent<{ step: number, reason: string }>} attento-pause - Training stopped.
 */
import { createTextSchema } from './attribute.js';

export const attributes = {
  /** Steps per second, or full. */
  speed: { link: createTextSchema(16) },
  /** Computes with fused multiply-adds if the processor has them: results may differ between machines. @attr {boolean} */
  fast: {},
  /** Number of workers that share each training step; results do not depend on it; default auto. @attr {'auto' | '1' | '2' | '3' | '4'} */
  threads: {},
};
