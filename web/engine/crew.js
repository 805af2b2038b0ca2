/**
 * A step taken by several workers. Each holds the same session in the same state, computes the gradients of some parts of the
 * batch, sends them to all others, and takes the step when it has every part: nobody is asked twice, and who computed what
 * changes no bit. The leader, member 0, belongs to the page: it is started, stopped and changed from there, and whenever it
 * has been changed it first sends the others its state. They compute ahead until a part of the leader is missing.
 */

import { AttentoscopeError } from './errors.js';

/** @import { CoreSession } from './core-session.js' */

/**
 * What a crew needs of a session.
 *
 * @typedef {Pick<CoreSession, 'step' | 'parts' | 'compute' | 'sum' | 'setSum' | 'finishStep' | 'checkpoint'>} Divisible
 */

/** @typedef {{ round: number, configuration: string, state: Uint8Array<ArrayBuffer> }} Begin from here on */
/** @typedef {{ round: number, step: number, sum: Float32Array<ArrayBuffer> }} Share of one member in a step */

/**
 * @typedef {object} CrewHooks
 * @property {() => Divisible} session
 * @property {() => string} configuration that the session was made with
 * @property {(configuration: string, state: Uint8Array) => void} adopt brings the session to the leader's state
 * @property {(error: unknown) => void} failed this member cannot go on
 */

export class Crew {
  #index;
  #ports;
  #hooks;
  /** Counts the states that the leader has sent; what belongs to an older one is not listened to. */
  #round = 0;
  /** For the leader: whether the others are in its state. */
  #together = false;
  /** The step whose own parts have been computed and sent. */
  #computed = -1;
  /** What others have sent and was not yet needed. @type {(Share & { member: number })[]} */
  #inbox = [];
  /** Buffers that came, to be sent again. @type {Float32Array<ArrayBuffer>[]} */
  #free = [];
  /** Steps are taken up to here; of all but the leader, as long as parts come. */
  #until = Number.POSITIVE_INFINITY;
  /** @type {((error: unknown) => void) | null} */
  #done = null;
  #stopped = true;

  /**
   * @param {number} index of this member
   * @param {readonly (MessagePort | null)[]} ports to every member, none to this one
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

  /** How many workers take a step together, this one included. @returns {number} */
  get members() {
    return this.#ports.length;
  }

  /** @returns {boolean} */
  get leads() {
    return this.#index === 0;
  }

  /**
   * For the leader: takes `count` steps. A call while one is under way takes its place.
   *
   * @param {number} count
   * @param {(error: unknown) => void} done null when they are taken
   */
  train(count, done) {
    this.#until = this.#hooks.session().step + count;
    this.#done = done;
    this.#stopped = false;
    if (!this.#together) this.#begin();
    this.#work();
  }

  /** Ends a train between two steps; it is not answered. */
  halt() {
    this.#done = null;
    this.#stopped = true;
  }

  /** The leader's session was changed from outside: what is computed of the present step holds no more. */
  changed() {
    this.#together = false;
    if (this.#stopped) return;
    this.#begin();
    this.#work();
  }

  /** Leaves the session to its owner. */
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
    // A share of this round may have come before word of it.
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

  /** Steps, as far as the others' parts are there. */
  #work() {
    if (this.#stopped) return;
    let failure = null;
    try {
      const session = this.#hooks.session();
      while (session.step < this.#until) if (!this.#step(session)) return;
    } catch (error) {
      // Every member meets it at the same step; the leader tells, and what may be tried after it begins anew.
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

  /** Computes this member's share and sends it to all others. @param {Divisible} session @param {number} step */
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
 * Branches of the tree by which the parts of a batch are summed, one for each member.
 *
 * @param {number} first part
 * @param {number} end
 * @param {number} count at most as many as there are parts
 * @returns {(readonly [first: number, end: number])[]}
 */
export function branchesOf(first, end, count) {
  if (count === 1) return [[first, end]];
  const middle = first + Math.floor((end - first) / 2);
  const left = Math.max(1, Math.round((count * (middle - first)) / (end - first)));
  return [...branchesOf(first, middle, left), ...branchesOf(middle, end, count - left)];
}
