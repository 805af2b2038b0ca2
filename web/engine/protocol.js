/**
 * All messages between a scope (the host, on the page) and a server (with the core, in a worker or in the caller's
 * thread). Large data is sent as transferred buffers.
 */

/** @import { AttentionMap, Batch, Challenge, Comparison, EffectiveConfiguration, Evaluation, Explanation, Manifest, Prediction, RowDistances, Snapshot } from './shapes.js' */
/** @import { CounterfactualRow } from './counterfactual.js' */
/** @import { PlainError } from './errors.js' */
/** @import { Configuration, Value } from './schema.js' */
/** @import { Speeds } from './runner.js' */

/**
 * The argument and the result of each call. Calls are answered in the order in which they are made, except `pause`,
 * which is answered at once.
 *
 * @typedef {object} Calls
 * @property {{ argument: { core: string, source: WebAssembly.Module | string, unicode: string, configuration: Configuration,
 *   data: Uint8Array | null }, result: CreateResult }} create creates a session. `core`: name of the module; `source`: the compiled
 *   module or its address; `unicode`: address of the table of Unicode properties. The server keeps `data` for every reset
 * @property {{ argument: { configuration: Configuration }, result: Description }} reset restarts at step 0
 * @property {{ argument: { steps: number }, result: TrainResult }} train
 * @property {{ argument: { run: number, speed: number, until: number }, result: null }} run starts a free run until a step or a pause
 * @property {{ argument: null, result: null }} pause ends the free run and all pending trains
 * @property {{ argument: Record<string, Value>, result: Description }} set
 * @property {{ argument: null, result: Evaluation }} evaluate
 * @property {{ argument: null, result: string }} fingerprint
 * @property {{ argument: Record<string, Value>, result: Prediction }} predict
 * @property {{ argument: Record<string, Value>, result: AttentionMap }} attention
 * @property {{ argument: Record<string, Value>, result: Explanation }} explain
 * @property {{ argument: Record<string, Value>, result: CounterfactualRow[] }} counterfactual
 * @property {{ argument: Record<string, Value>, result: Challenge }} challenge
 * @property {{ argument: { request: Record<string, Value>, weights: Float32Array }, result: Comparison }} score
 * @property {{ argument: { first: Float32Array, second: Float32Array, columns: number }, result: RowDistances }} compareRows
 * @property {{ argument: number, result: Batch }} batch of a step
 * @property {{ argument: number, result: Uint8Array<ArrayBuffer> }} training batches and learning rates of the next steps
 * @property {{ argument: null, result: Uint8Array<ArrayBuffer> }} saveWeights
 * @property {{ argument: Uint8Array<ArrayBuffer>, result: null }} loadWeights
 * @property {{ argument: null, result: Uint8Array<ArrayBuffer> }} checkpoint
 * @property {{ argument: Uint8Array<ArrayBuffer>, result: Description }} restore
 */

/** @typedef {keyof Calls} Method */

/** @typedef {{ configuration: EffectiveConfiguration, manifest: Manifest }} Description */

/** @typedef {Description & { module: WebAssembly.Module | null }} CreateResult */

/**
 * @typedef {object} TrainResult
 * @property {number} steps steps done by this call; fewer than requested when paused
 * @property {number} step steps done so far
 * @property {number} loss as in a snapshot
 * @property {Record<string, number>} metrics
 * @property {number} stepsPerSecond
 */

/**
 * Messages from the host to the server.
 *
 * @typedef {{ [M in Method]: { type: 'call', id: number, method: M, argument: Calls[M]['argument'] } }[Method]} CallMessage
 * @typedef {{ type: 'abort', id: number }} AbortMessage cancels the call with this id
 * @typedef {{ type: 'speed', speed: number }} SpeedMessage sets the steps per second of the free run
 * @typedef {{ type: 'release' }} ReleaseMessage a frame is no longer needed
 * @typedef {{ type: 'ping' }} PingMessage
 * @typedef {{ type: 'group', index: number, ports: (MessagePort | null)[] }} GroupMessage joins a group of workers that share the
 *   steps; `index`: this member, whose port is null; without ports the group ends
 * @typedef {CallMessage | AbortMessage | SpeedMessage | ReleaseMessage | PingMessage | GroupMessage} ToServer
 */

/**
 * Messages from the server to the host.
 *
 * @typedef {{ type: 'hello' }} HelloMessage the server is ready
 * @typedef {{ type: 'reply', id: number, step: number | null, result: unknown, error: PlainError | null }} ReplyMessage
 *   `step`: steps done so far, also in the other messages; null without a session
 * @typedef {{ type: 'target', id: number, target: number }} TargetMessage a train has begun and will end at this step
 * @typedef {{ type: 'frame', snapshot: Snapshot, speeds: Speeds, tensors: Float32Array<ArrayBuffer> }} FrameMessage
 * @typedef {{ type: 'paused', run: number, step: number, reason: PauseReason, error: PlainError | null }} PausedMessage
 * @typedef {{ type: 'checkpoint', step: number, bytes: Uint8Array<ArrayBuffer> }} CheckpointMessage
 * @typedef {{ type: 'crash', id: number | null, message: string }} CrashMessage the server is lost; `id`: the call in which it crashed
 * @typedef {{ type: 'pong' }} PongMessage
 * @typedef {HelloMessage | ReplyMessage | TargetMessage | FrameMessage | PausedMessage | CheckpointMessage
 *   | CrashMessage | PongMessage} ToHost
 */

/**
 * Why a free run ended: `pause()`, the step `until`, `reset()`, or an error.
 *
 * @typedef {'pause' | 'until' | 'reset' | 'error'} PauseReason
 */

/**
 * Sends a message from the server, which runs the session, to its host, the page.
 *
 * @callback PostToHost
 * @param {ToHost} message
 * @param {Transferable[]} [transfer]
 * @returns {void}
 */

/** Maximum number of steps of one `train` call. */
export const maxSteps = 1e9;

/** Largest checkpoint or weights file that is read, in bytes. */
export const maxFileBytes = 32 * 1024 * 1024;
