/**
 * Data-parallel training: several workers share each step. Each has the same session in the same state, computes the gradients
 * of some micro-batches, sends their sum to all others, and takes the step when it has all sums. The result does not depend on
 * which worker computed which micro-batches. The leader, member 0, is controlled by the page; after each change of its session
 * it sends the others its state. They compute ahead until they need a sum of the leader.
 */

import { AttentoscopeError } from './errors.js';

/** @import { CoreSession } from './core-session.js' */

/**
 * The members of a session that a group needs.
 *
 * @typedef {Pick<CoreSession, 'step' | 'parts' | 'compute' | 'sum' | 'setSum' | 'finishStep' | 'checkpoint'>} Divisible
 */

/** @typedef {{ round: number, configuration: string, state: Uint8Array<ArrayBuffer> }} Begin the leader's new state */
/** @typedef {{ round: number, step: number, sum: Float32Array<ArrayBuffer> }} Share the gradient sum of one member in a step */

/**
 * @typedef {object} CrewHooks
 * @property {() => Divisible} session
 * @property {() => string} configuration configuration text of the session
 * @property {(configuration: string, state: Uint8Array) => void} adopt restores the leader's state
 * @property {(error: unknown) => void} failed called when this member cannot continue
 */

export class Crew {
  #index;
  #ports;
  #hooks;
  /** Number of states that the leader has sent; messages of an older one are ignored. */
  #round = 0;
  /** For the leader: whether the others have its state. */
  #together = false;
  /** The step whose micro-batches this member has computed and sent. */
  #computed = -1;
  /** Sums of other members that are not used yet. @type {(Share & { member: number })[]} */
  #inbox = [];
  /** Received buffers, reused for sending. @type {Float32Array<ArrayBuffer>[]} */
  #free = [];
  /** For the leader: the step at which training ends; the others train as long as they receive sums. */
  #until = Number.POSITIVE_INFINITY;
  /** @type {((error: unknown) => void) | null} */
  #done = null;
  #stopped = true;

  /**
   * @param {number} index of this member
   * @param {readonly (MessagePort | null)[]} ports to every member; null for this one
   * @param {CrewHooks} hooks
   */
  constructor(index, ports, hooks) {
    this.#index = index;
    this.#ports = ports;
    this.#hooks = hooks;
    for (const [member, port] of ports.entries()) {
      if (port) port.onmessage = ({ data }) => this.#receive(member, data);
    }
  }

  /** Number of workers in the group, including this one. @returns {number} */
  get members() {
    return this.#ports.length;
  }

  /** @returns {boolean} */
  get leads() {
    return this.#index === 0;
  }

  /**
   * For the leader: takes `count` steps. A call during another one replaces it.
   *
   * @param {number} count
   * @param {(error: unknown) => void} done receives null when the steps are done
   */
  train(count, done) {
    this.#until = this.#hooks.session().step + count;
    this.#done = done;
    this.#stopped = false;
    if (!this.#together) this.#begin();
    this.#work();
  }

  /** Ends a `train` between two steps, without calling `done`. */
  halt() {
    this.#done = null;
    this.#stopped = true;
  }

  /** For the leader: its session has changed, so that sums of the current step are invalid. */
  changed() {
    this.#together = false;
    if (this.#stopped) return;
    this.#begin();
    this.#work();
  }

  /** Leaves the group; the session is not used any more. */
  close() {
    this.halt();
    for (const port of this.#ports) port?.close();
  }

  #begin() {
    this.#start(this.#round + 1);
    this.#together = true;
    const configuration = this.#hooks.configuration();
    for (const port of this.#ports) {
      if (!port) continue;
      const state = this.#hooks.session().checkpoint();
      /** @type {Begin} */
      const message = { round: this.#round, configuration, state };
      port.postMessage(message, [state.buffer]);
    }
  }

  /** @param {number} round */
  #start(round) {
    this.#round = round;
    this.#computed = -1;
    // A sum of this round may have arrived before its `Begin` message.
    this.#inbox = this.#inbox.filter((share) => share.round >= round);
  }

  /** @param {number} member @param {Begin | Share} message */
  #receive(member, message) {
    try {
      if ('state' in message) {
        this.#start(message.round);
        this.#hooks.adopt(message.configuration, message.state);
        this.#stopped = false;
      } else if (message.round >= this.#round) {
        this.#inbox.push({ ...message, member });
      }
      this.#work();
    } catch (error) {
      this.halt();
      this.#hooks.failed(error);
    }
  }

  /** Takes steps as long as the sums of the others are there. */
  #work() {
    if (this.#stopped) return;
    let failure = null;
    try {
      const session = this.#hooks.session();
      while (session.step < this.#until) if (!this.#step(session)) return;
    } catch (error) {
      // Every member fails at the same step; the leader reports it, and the next `train` sends the state again.
      this.#together = false;
      if (!(error instanceof AttentoscopeError)) throw error;
      failure = error;
    }
    const done = this.#done;
    this.halt();
    done?.(failure);
  }

  /** @param {Divisible} session @returns {boolean} whether the step could be taken */
  #step(session) {
    const { step } = session;
    if (this.#computed !== step) this.#share(session, step);
    const others = this.#inbox.filter((share) => share.round === this.#round && share.step === step);
    if (others.length < this.#ports.length - 1) return false;
    this.#inbox = this.#inbox.filter((share) => !others.includes(share));
    const branches = branchesOf(0, session.parts, this.#ports.length);
    for (const { member, sum } of others) session.setSum(branches[member], sum);
    this.#free = others.map(({ sum }) => sum);
    session.finishStep();
    return true;
  }

  /** Computes this member's sum and sends it to all others. @param {Divisible} session @param {number} step */
  #share(session, step) {
    const own = branchesOf(0, session.parts, this.#ports.length)[this.#index];
    session.compute(own);
    this.#computed = step;
    for (const port of this.#ports) {
      if (!port) continue;
      /** @type {Share} */
      const message = { round: this.#round, step, sum: session.sum(own, this.#free.pop()) };
      port.postMessage(message, [message.sum.buffer]);
    }
  }
}

/**
 * Splits the micro-batches of a batch into branches of the tree in which their gradients are summed, one for each member.
 *
 * @param {number} first micro-batch
 * @param {number} end
 * @param {number} count number of branches, at most the number of micro-batches
 * @returns {(readonly [first: number, end: number])[]}
 */
export function branchesOf(first, end, count) {
  if (count === 1) return [[first, end]];
  const middle = first + Math.floor((end - first) / 2);
  const left = Math.max(1, Math.round((count * (middle - first)) / (end - first)));
  return [...branchesOf(first, middle, left), ...branchesOf(middle, end, count - left)];
}
