/**
 * The list of attention mechanisms, available without loading the module. It is separate from the experiments, because
 * a page that only shows an instrument does not need it.
 */

import { mechanisms as generated } from '../generated/mechanisms.js';
import { deepFreeze } from './freeze.js';

/** @import { MechanismSchema } from './schema.js' */

/** @type {readonly MechanismSchema[]} */
const mechanismList = /* @__PURE__ */ deepFreeze(
  /** @type {readonly MechanismSchema[]} */ (/** @type {unknown} */ (generated)),
);

/**
 * Every attention mechanism with its formula (TeX), paper, inputs and options, as `attend` takes them; read-only.
 *
 * @returns {readonly MechanismSchema[]}
 */
export function mechanisms() {
  return mechanismList;
}
