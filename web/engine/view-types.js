/**
 * The types of views, of what they show and of what they may ask. Views depend on these types and on those of runs alone, not on
 * engines, modules or pages.
 */

/** @import { Scope } from './scope.js' */
/** @import { AttentionMap, Comparison, HeldAnswer, Manifest, MapScore, PredictInput, Prediction, SweepPoint, Value } from './shapes.js' */
/** @import { SweepExtras } from './sweep.js' */

/** The part of the source that a row may attend to, see plots/alignment.js. @typedef {{ center: number, halfWidth: number, bell: boolean, quiet?: boolean,
 * isHard?: boolean }} ShownWindow */

/**
 * A copy of a map as a view shows it.
 * @typedef {object} ShownMap
 * @property {string} name of the map or head; '' if there is only one
 * @property {number} step NaN if the map has no steps
 * @property {number} rows
 * @property {number} columns
 * @property {Float32Array} weights
 * @property {Float32Array} truth
 * @property {{ rows: readonly string[], columns: readonly string[], names?: readonly [string, string] | undefined }} tokens
 * @property {readonly string[]} outputs output of the model for each row
 * @property {readonly string[] | null} targets correct output for each row; null for texts that are neither right nor wrong
 * @property {readonly (ShownWindow | null)[]} windows of the rows
 * @property {(row: number) => (weight: number) => number} [getColorScale]
 */

/** A map that the reader has pinned, with its run. @typedef {{ map: ShownMap, seed: number, parameters: Values, data: string }} PinnedMap */

/**
 * One frame: the state of a run that views show.
 * @typedef {object} Frame
 * @property {number} step
 * @property {number} loss mean since the previous frame; NaN before the first step
 * @property {Readonly<Record<string, number | null>>} metrics
 * @property {Readonly<Record<string, Float32Array>>} tensors row-major, named as in the manifest
 */

/**
 * @typedef {object} NamedMap an attention map of the run and the names of its tensors
 * @property {string} name
 * @property {string} label
 * @property {string} help one sentence on what this map shows
 * @property {string} formula plain text
 * @property {string} weights name of the tensor with the weights, which are shares of 1
 * @property {string} scores name of the tensor with the signed scores of these weights
 * @property {string} truth name of the tensor with the true weights
 */

/** One value of a choice parameter. @typedef {{ value: string, label: string, formula?: string }} Choice */

/** @typedef {Readonly<Record<string, Value>>} Values parameters or inputs by name */

/**
 * The options of a view that describe what it shows.
 * @typedef {object} RunDescription
 * @property {readonly NamedMap[]} maps the first is the default
 * @property {string} [initialMap] name of the initial map
 * @property {string | undefined} [initialHold] rows that are held at first, in the format of the attribute `hold`
 * @property {string | undefined} [initialText] a text by the reader that the model reads at first
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly [string, string]} axes names of rows and columns: ['context', 'position']
 * @property {Schema} schema metrics, inputs and parameters, as the registry describes them
 * @property {Readonly<Manifest>} manifest
 * @property {CreateBoard} [createBoard] by default the map is drawn cell by cell
 * @property {CreateThumbnail} [createThumbnail]
 * @property {{ curve?: CurveState, drawing?: DrawnMap, lesson?: LessonStep, ownInput?: OwnInput, pinned?: PinnedMap | null }} [memory] state that a view restores when it is
 *   rebuilt in another language; `ownInput` and `pinned` also with another run
 */

/**
 * @typedef {object} Schema
 * @property {readonly { name: string, label: string, help: string, better: 'lower' | 'higher', isShare?: boolean,
 *   target?: number }[]} metrics 'loss' first
 * @property {readonly { name: string, label?: string, help?: string, type: string, maximum?: number | string }[]} inputs of
 *   `predict`; for a text `maximum` is the limit in bytes
 * @property {readonly { name: string, label?: string, type: string, restart?: boolean,
 *   default?: unknown, choices?: readonly Choice[] }[]} parameters
 */

/** The current step of a lesson; '' outside of lessons. @typedef {'predict' | 'run' | 'compare' | 'reflect' | ''} LessonStep */

/** The reader's own inputs to an experiment, and the layout in which a graph is shown. @typedef {{ graph?: OwnGraph,
 * form?: string }} OwnInput */

/**
 * A graph of the reader's own.
 * @typedef {object} OwnGraph
 * @property {readonly string[]} nodes in the format of predict(): 'a 3', 'b ?'
 * @property {readonly string[]} edges '3-1': the third node attends to the first
 * @property {readonly number[]} places x and y of each node, from 0 to 1
 */

/**
 * The options of a view with which it queries and changes the run. Promises are rejected with an error that has a readable
 * `message`, a `code`, and the `parameter` at fault. DISPOSED means that the run no longer exists, CANCELLED that a signal ended
 * the call; neither needs to be shown.
 * @typedef {object} RunQuestions
 * @property {() => Values} parameters every current effective value
 * @property {() => number} seed
 * @property {() => ShownMap | null} getShownMap the map that is shown now; null if it cannot be compared
 * @property {() => string} key identifies the configuration and the reader's data; the page may cache results under it
 * @property {(parameter: string) => Choice | undefined} getChoice the current choice of a choice parameter
 * @property {(parameter: string, value: Value) => Promise<void>} change a parameter that may change during a run
 * @property {(input: PredictInput) => Promise<Prediction>} predict `{ example: n }`, or a value for each of the inputs; perhaps with held
 *   weights
 * @property {RunControls} run the run that is shown, and others beside it
 * @property {ViewEvents} events
 */

/** Questions about the run, as the scope answers them. @typedef {Pick<Scope, 'counterfactual' | 'obedience' | 'challenge' | 'explain' | 'score' | 'compareRows' | 'evaluate'>} ScopeQuestions */

/**
 * @typedef {ScopeQuestions & RunActions} RunControls
 *
 * @typedef {object} RunActions
 * @property {() => void} pause pauses the run that is shown, so that another computation can use the processor
 * @property {<Result>(act: () => Promise<Result>) => Promise<Result>} whilePaused calls `act` while the run is paused, so that
 *   the model stays at one step; the run continues afterwards
 * @property {() => { plannedSteps: number, epochSteps: number }} plan current numbers of steps of the training and of an epoch
 * @property {(request?: { example?: number, map?: string }) => Promise<AttentionMap>} getAttention
 * @property {(options: SecondSweepOptions) => AsyncIterable<SweepPoint>} sweep yields results as they arrive; experiment, seed, data
 *   and parameters default to those of the current run. A training run is paused first; the sweep ends with the view
 * @property {(parameters: Values, onFrame?: (frame: Frame) => void) => Promise<SecondRun>} createSecondRun creates an untrained
 *   second run, in a worker where there are workers: same experiment, seed and data, but these parameters; `onFrame` receives
 *   its frames. The caller disposes of it; otherwise it ends with the view
 */

/**
 * Handlers of the page for actions of the reader in a view.
 * @typedef {object} ViewEvents
 * @property {(row: number, column: number) => void} [onMove] the reader moves the truth of a row; missing if the truth is fixed
 * @property {(row: number) => void} [onRow] the reader chose a row of the map
 * @property {(map: string, head?: { layer: number, head: number }) => void} [onMap] the reader chose another map
 * @property {(text: string, held?: HeldAnswer | null) => void} [onHold] the held rows have changed: the rows in the format of
 *   `initialHold`, and the answer; null: no row is held, undefined: the answer is not known yet
 * @property {(text: string) => void} [onText] the reader has typed a text for the model to read; '': the model no longer reads such a text
 * @property {(step: number | null) => void} [onStep] the reader selected a step that all views show; null for the current one
 */

/** The options of every view. @typedef {RunDescription & RunQuestions} ViewOptions */

/**
 * A map that the reader has drawn, and whether it was submitted as the prediction.
 * @typedef {{ marks: Float32Array<ArrayBuffer>, committed: boolean, request: { map: string, example?: number } }} DrawnMap
 */

/**
 * The surface on which the reader draws a predicted map: cells or a picture.
 * @typedef {object} Board
 * @property {() => unknown} template
 * @property {unknown} legend
 * @property {string} hint how to draw
 * @property {(map: AttentionMap) => void} setMap sets the map whose rows and columns are drawn
 * @property {() => string} describeMissing what is still to be drawn; '' if the prediction is complete
 * @property {() => Float32Array} weights of the whole map, to be scored
 * @property {() => void} clear
 * @property {(compared: Comparison, step: number) => void} show
 * @property {(score: MapScore, compared: Comparison) => readonly (readonly [string, string])[]} scores label and value of each
 * @property {() => void} dispose
 */

/**
 * Creates the surface on which the reader predicts a map. Strokes change the drawing `own` until it is submitted and call
 * `onDraw`; `draw` renders the template again.
 * @typedef {(options: { of: Pick<ViewOptions, 'axes'>, own: DrawnMap, onDraw: () => void, draw: () => void }) => Board} CreateBoard
 */

/**
 * Returns a function that paints the map of a run small, without labels; null if the frame does not contain the map.
 * @typedef {(frame: Frame, map: Pick<NamedMap, 'name' | 'weights' | 'scores' | 'truth'>, manifest: Pick<Manifest, 'truthMap' | 'details'>,
 *   parameters: Values) => ((stage: { context: CanvasRenderingContext2D, width: number, height: number, theme: any }) => void) | null} CreateThumbnail
 */

/**
 * The history of one curve in bounded memory.
 * @typedef {object} History
 * @property {() => readonly CurvePoint[]} points oldest first
 * @property {(step: number) => void} clear removes all points; the next point covers the steps since `step`
 * @property {(step: number, value: number) => void} push adds a point; ignored unless the value is finite and the step is later
 * @property {(step: number) => CurvePoint | undefined} at returns the point that covers this step, else the nearest
 */

/** @typedef {{ step: number, value: number }} CurvePoint `value` is the mean from the previous point up to `step` */

/**
 * The recorded data of a curve.
 * @typedef {object} CurveState
 * @property {History} history
 * @property {History} baseline
 * @property {{ step: number, label: string }[]} marks
 * @property {number} lastStep
 */

/**
 * The recorded states of a view; the last one is the current state.
 * @typedef {object} Film
 * @property {() => { step: number, loss: number, project: () => void }[]} pictures the recorded frames; `project` shows the frame
 * @property {() => void} end shows the current state again
 * @property {() => number} step step of the frame that is shown
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {Film} [film]
 * @property {boolean} [wide] the view is never used as the map, even if it comes first
 * @property {HTMLElement} [readout] formula and numbers of the element under the pointer; placed beside the map
 * @property {readonly Panel[]} [panels] further panels, each of which can replace the map
 * @property {(frame: Frame) => void} update
 * @property {() => void} repaint called when the theme has changed
 * @property {(row: number) => void} [chooseRow] called when a row of the map is chosen in another view
 * @property {() => ShownMap | null} [getShownMap] returns the map as it is shown, to be compared with another
 * @property {() => string} summary describes what is shown in one or a few sentences
 * @property {(step: number, loss: number, baselineLoss?: number) => void} [track] receives the losses between two frames, if the
 *   view keeps a history; in a frame the baseline's loss is `metrics.baselineLoss`
 * @property {(step: number | null) => void} [showStep] shows the state of this step; null for the current one
 * @property {(step: number, label: string) => void} [mark] marks this step, for example a change of a parameter
 * @property {() => void} [onClosed] called when the view is no longer open: runs that it trains for itself may end
 * @property {() => void} dispose
 */

/** @typedef {{ name: string, label: string, element: HTMLElement }} Panel */

/**
 * @typedef {object} Poster the attention of a network after its planned steps
 * @property {number} step
 * @property {number} seed
 * @property {readonly number[]} shape rows and columns, perhaps after layers and heads
 * @property {string} weights
 * @property {string} truth rows and columns; all heads share it
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] labels of the columns of each row, where they differ
 * @property {string} [picture] image whose regions are the columns: red, green and blue of each pixel
 */

/**
 * A second run that is not shown by the page itself.
 * @typedef {Pick<Scope, 'configuration' | 'manifest' | 'worker' | 'train' | 'evaluate' | 'predict' | 'attention' | 'dispose'>} SecondRun
 */

/**
 * @typedef {Pick<SweepExtras, 'seeds' | 'signal' | 'onProgress'> & { vary: Readonly<Record<string, readonly Value[]>>,
 *   parameters?: Values }} SecondSweepOptions
 */

export {};
