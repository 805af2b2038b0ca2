/**
 * The messages between a scope (the host, on the page) and a server (the core, in a worker or in the caller's
 * thread). Both sides speak only these; whatever is large travels as a transferred buffer.
 */

/** @import { AttentionMap, Batch, Comparison, EffectiveConfiguration, Evaluation, Explanation, Manifest, Prediction, Snapshot } from './shapes.js' */
/** @import { PlainError } from './errors.js' */
/** @import { Speeds } from './runner.js' */

/**
 * The calls: what each takes and what it answers. Calls are answered in the order they were made, except
 * `pause`, which is answered at once.
 *
 * @typedef {object} Calls
 * @property {{ argument: { core: string, source: WebAssembly.Module | string, unicode: string, configuration: string,
 *   data: Uint8Array | null }, result: Created }} create in the core of that name, compiled or at an address; the table of
 *   Unicode's properties is at another; the server keeps the data for every reset
 * @property {{ argument: { configuration: string }, result: Described }} reset starts again at step 0
 * @property {{ argument: { steps: number }, result: Trained }} train
 * @property {{ argument: { run: number, speed: number, until: number }, result: null }} run free running starts
 * @property {{ argument: null, result: null }} pause ends free running and every train so far
 * @property {{ argument: { name: string, text: string }, result: Described }} set
 * @property {{ argument: null, result: Evaluation }} evaluate
 * @property {{ argument: string, result: Prediction }} predict
 * @property {{ argument: string, result: AttentionMap }} attention
 * @property {{ argument: string, result: Explanation }} explain
 * @property {{ argument: { request: string, weights: Float32Array }, result: Comparison }} score
 * @property {{ argument: number, result: Batch }} batch of a step
 * @property {{ argument: number, result: Uint8Array<ArrayBuffer> }} training what so many next steps are trained with
 * @property {{ argument: null, result: Uint8Array<ArrayBuffer> }} saveWeights
 * @property {{ argument: Uint8Array<ArrayBuffer>, result: null }} loadWeights
 * @property {{ argument: null, result: Uint8Array<ArrayBuffer> }} checkpoint
 * @property {{ argument: Uint8Array<ArrayBuffer>, result: Described }} restore
 */

/** @typedef {keyof Calls} Method */

/** @typedef {{ configuration: EffectiveConfiguration, manifest: Manifest }} Described */

/** @typedef {Described & { module: WebAssembly.Module | null }} Created */

/**
 * @typedef {object} Trained
 * @property {number} steps steps done by this call; fewer than asked when paused
 * @property {number} step steps done so far
 * @property {number} loss as in a snapshot
 * @property {Record<string, number>} metrics
 * @property {number} stepsPerSecond
 */

/**
 * What the host knows of the server without asking; comes with every reply, frame and pause.
 *
 * @typedef {{ step: number, fingerprint: string }} State
 */

/**
 * Host to server.
 *
 * @typedef {{ [M in Method]: { type: 'call', id: number, method: M, argument: Calls[M]['argument'] } }[Method]} CallMessage
 * @typedef {{ type: 'abort', id: number }} AbortMessage cancel the call of that id
 * @typedef {{ type: 'speed', speed: number }} SpeedMessage steps per second of the free run
 * @typedef {{ type: 'return', buffer: ArrayBuffer }} ReturnMessage a frame's buffer comes back
 * @typedef {{ type: 'ping' }} PingMessage
 * @typedef {{ type: 'crew', index: number, ports: (MessagePort | null)[] }} CrewMessage steps are shared with those behind the
 *   ports; `index`: the place without one; no ports: no longer
 * @typedef {CallMessage | AbortMessage | SpeedMessage | ReturnMessage | PingMessage | CrewMessage} ToServer
 */

/**
 * Server to host.
 *
 * @typedef {{ type: 'hello' }} HelloMessage the server listens
 * @typedef {{ type: 'reply', id: number, state: State | null, result: unknown, error: PlainError | null }} ReplyMessage
 * @typedef {{ type: 'target', id: number, target: number }} TargetMessage a train has begun and will end at this step
 * @typedef {{ type: 'frame', state: State, snapshot: Snapshot, speeds: Speeds, buffer: ArrayBuffer }} FrameMessage
 * @typedef {{ type: 'paused', run: number, state: State, reason: PauseReason, error: PlainError | null }} PausedMessage
 * @typedef {{ type: 'checkpoint', step: number, bytes: Uint8Array<ArrayBuffer> }} CheckpointMessage
 * @typedef {{ type: 'crash', id: number | null, message: string }} CrashMessage the server is lost; `id`: in this call
 * @typedef {{ type: 'pong' }} PongMessage
 * @typedef {HelloMessage | ReplyMessage | TargetMessage | FrameMessage | PausedMessage | CheckpointMessage
 *   | CrashMessage | PongMessage} ToHost
 */

/**
 * Why a free run ended: asked for, the step `until` reached, a new start, or an error.
 *
 * @typedef {'pause' | 'until' | 'reset' | 'error'} PauseReason
 */

/**
 * How a server speaks to its host.
 *
 * @callback PostToHost
 * @param {ToHost} message
 * @param {Transferable[]} [transfer]
 * @returns {void}
 */

/** Most steps of one `train` call. */
export const mostSteps = 1e9;

/** Largest checkpoint or weights file that is looked at, in bytes. */
export const mostFileBytes = 32 * 1024 * 1024;
