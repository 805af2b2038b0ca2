/**
 * Data-parallel training: several workers share each step. Each worker has the same session in the same state, computes the
 * gradients of some micro-batches, sends their sum to all others, and updates its weights when it has all sums. The result does
 * not depend on which worker computed which micro-batches. The page controls the leader, member 0, which sends its state to the
 * others after each change. The others compute ahead until they need a sum of the leader.
 */

import { AttentoscopeError } from './errors.js';

/** @import { CoreSession } from './core-session.js' */

/**
 * The properties and methods of a session that the group uses.
 *
 * @typedef {Pick<CoreSession, 'step' | 'microBatchCount' | 'compute' | 'sum' | 'setSum' | 'finishStep' | 'checkpoint' | 'restore'>} DataParallelSession
 */

/** @typedef {{ round: number, state: Uint8Array<ArrayBuffer> }} StateMessage the leader's new state, with its configuration */
/** @typedef {{ round: number, step: number, sum: Float32Array<ArrayBuffer> }} SumMessage the gradient sum of one member in a step */

/**
 * @typedef {object} GroupHooks
 * @property {() => DataParallelSession} session
 * @property {(error: unknown) => void} onFailed called when this member cannot continue
 */

export class DataParallelGroup {
  #index;
  #ports;
  #hooks;
  /** Number of the latest state that the leader has sent; sums for older states are ignored. */
  #round = 0;
  /** For the leader: whether the others have the leader's present state. */
  #isSynchronized = false;
  /** The step whose micro-batches this member has computed and sent. */
  #computedStep = -1;
  /** Received sums that are not used yet. @type {(SumMessage & { member: number })[]} */
  #pendingSums = [];
  /** Received buffers, reused for sending. @type {Float32Array<ArrayBuffer>[]} */
  #freeBuffers = [];
  /** For the leader: the step at which training ends; the others train as long as they receive sums. */
  #endStep = Number.POSITIVE_INFINITY;
  /** @type {((error: unknown) => void) | null} */
  #onDone = null;
  #isStopped = true;

  /**
   * @param {number} index of this member
   * @param {readonly (MessagePort | null)[]} ports to every member; null for this one
   * @param {GroupHooks} hooks
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
  get memberCount() {
    return this.#ports.length;
  }

  /** @returns {boolean} */
  get isLeader() {
    return this.#index === 0;
  }

  /**
   * For the leader: trains `count` steps. A new call replaces a call that has not ended.
   *
   * @param {number} count
   * @param {(error: unknown) => void} onDone receives null when the steps are done
   */
  train(count, onDone) {
    this.#endStep = this.#hooks.session().step + count;
    this.#onDone = onDone;
    this.#isStopped = false;
    if (!this.#isSynchronized) this.#sendState();
    this.#takeSteps();
  }

  /** Ends training between two steps, without calling `onDone`. */
  halt() {
    this.#onDone = null;
    this.#isStopped = true;
  }

  /** For the leader: its session has changed, so that sums of the current step are invalid. */
  invalidate() {
    this.#isSynchronized = false;
    if (this.#isStopped) return;
    this.#sendState();
    this.#takeSteps();
  }

  /** Leaves the group; the session is not used any more. */
  close() {
    this.halt();
    for (const port of this.#ports) port?.close();
  }

  #sendState() {
    this.#startRound(this.#round + 1);
    this.#isSynchronized = true;
    for (const port of this.#ports) {
      if (!port) continue;
      const state = this.#hooks.session().checkpoint();
      /** @type {StateMessage} */
      const message = { round: this.#round, state };
      port.postMessage(message, [state.buffer]);
    }
  }

  /** @param {number} round */
  #startRound(round) {
    this.#round = round;
    this.#computedStep = -1;
    // A sum of this round may have arrived before the `StateMessage` of the round.
    this.#pendingSums = this.#pendingSums.filter((share) => share.round >= round);
  }

  /** @param {number} member @param {StateMessage | SumMessage} message */
  #receive(member, message) {
    try {
      if ('state' in message) {
        this.#startRound(message.round);
        this.#hooks.session().restore(message.state);
        this.#isStopped = false;
      } else if (message.round >= this.#round) {
        this.#pendingSums.push({ ...message, member });
      }
      this.#takeSteps();
    } catch (error) {
      this.halt();
      this.#hooks.onFailed(error);
    }
  }

  /** Trains as many steps as the sums received from all other workers allow. */
  #takeSteps() {
    if (this.#isStopped) return;
    let failure = null;
    try {
      const session = this.#hooks.session();
      while (session.step < this.#endStep) if (!this.#tryStep(session)) return;
    } catch (error) {
      // Every member fails at the same step; the leader reports it, and the next `train` sends the state again.
      this.#isSynchronized = false;
      if (!(error instanceof AttentoscopeError)) throw error;
      failure = error;
    }
    const onDone = this.#onDone;
    this.halt();
    onDone?.(failure);
  }

  /** @param {DataParallelSession} session @returns {boolean} whether all sums were there and the step was done */
  #tryStep(session) {
    const { step } = session;
    if (this.#computedStep !== step) this.#sendSum(session, step);
    const others = this.#pendingSums.filter((share) => share.round === this.#round && share.step === step);
    if (others.length < this.#ports.length - 1) return false;
    this.#pendingSums = this.#pendingSums.filter((share) => !others.includes(share));
    const branches = splitMicroBatches(0, session.microBatchCount, this.#ports.length);
    for (const { member, sum } of others) session.setSum(branches[member], sum);
    this.#freeBuffers = others.map(({ sum }) => sum);
    session.finishStep();
    return true;
  }

  /** Computes this member's sum and sends it to all others. @param {DataParallelSession} session @param {number} step */
  #sendSum(session, step) {
    const branch = splitMicroBatches(0, session.microBatchCount, this.#ports.length)[this.#index];
    session.compute(branch);
    this.#computedStep = step;
    for (const port of this.#ports) {
      if (!port) continue;
      /** @type {SumMessage} */
      const message = { round: this.#round, step, sum: session.sum(branch, this.#freeBuffers.pop()) };
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
function splitMicroBatches(first, end, count) {
  if (count === 1) return [[first, end]];
  const middle = first + Math.floor((end - first) / 2);
  const left = Math.max(1, Math.round((count * (middle - first)) / (end - first)));
  return [...splitMicroBatches(first, middle, left), ...splitMicroBatches(middle, end, count - left)];
}
