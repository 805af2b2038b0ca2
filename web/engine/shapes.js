/**
 * The shared types of runs and views. The file is long because all of them are here. Views depend on these types alone,
 * not on engines, modules or pages.
 * @module
 */

/** @import { Scope } from './scope.js' */
/** @import { SweepExtras } from './sweep.js' */
/** @typedef {import('./schema.js').Value} Value */
/** @typedef {import('./sweep.js').SweepPoint} SweepPoint */

/**
 * One named array in the frame block, an array with all tensors that views show.
 *
 * @typedef {object} TensorEntry
 * @property {string} name
 * @property {number} offset index of its first float in the frame
 * @property {number[]} shape
 * @property {[string, string]} axes names of rows and columns
 */

/**
 * How the core has read the user's own data. Each entry has the number of affected lines and the number of the first one.
 *
 * @typedef {object} DataReport
 * @property {number} accepted lines used for training or evaluation
 * @property {{ reason: string, count: number, firstLine: number }[]} rejected lines that were left out
 * @property {{ reason: string, count: number, firstLine: number }[]} notes lines that were changed before use
 */

/**
 * The data of a run that learns from text.
 *
 * @typedef {object} DataSummary
 * @property {'grammar' | 'own'} source
 * @property {number} train sentences or pairs
 * @property {number} heldOut sentences or pairs
 * @property {number} [positive] number of positive sentences, training and held-out
 * @property {number} [trainingExamples] own data: number of training examples that are numbered after the held-out ones
 * @property {number} [heldOutInFrame] own sentences: how many of the shown examples are held out; they come first
 * @property {number} [aligned] number of pairs with a known true alignment
 * @property {number} vocabulary number of words that the models know
 * @property {number | null} unknownShare share of words that the models do not know
 * @property {'characters' | 'words'} [unit] running text: the kind of token that `train` and `heldOut` count
 * @property {number} [context] running text: number of tokens that the model sees at once
 * @property {number} [longest] length of the longest sentence, in words
 * @property {number} [truncated] number of sentences that were truncated to the length that the models read
 * @property {DataReport} [report] own data only
 */

/**
 * @typedef {object} Manifest
 * @property {string[]} scalars names of the scalars: step, loss, then the metrics
 * @property {TensorEntry[]} tensors
 * @property {{ name: string, weights: string, scores: string, truth: string }[]} maps names of the tensors of each map
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {number} microBatches number of micro-batches of a batch, whose gradients several workers may compute
 * @property {number} work estimated multiply-adds of one micro-batch in a step
 * @property {number} stepsPerEpoch
 * @property {number} plannedSteps
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {{ op: string, inputs: number[], outputs: number[], shape: number[] }[]} graph the recorded operations
 * @property {Optimizer} optimizer
 * @property {string[][]} [cellLabels] labels of the columns of each row, if they differ from row to row
 * @property {number} [train] number of training examples
 * @property {number} [heldOut] number of examples that are never trained on
 * @property {number} [probeExampleCount] number of held-out examples that are evaluated during training; evaluate() uses all
 * @property {string} [truthMap] name of the map whose truth is known, if there are several maps
 * @property {DataSummary} [data]
 * @property {Readonly<Record<string, unknown>>} details fields that only this experiment has; its views define their types
 */

/**
 * The details of experiments with tokens.
 *
 * @typedef {object} TokenDetails
 * @property {string[]} [sourceWords] source tokens by index
 * @property {string[]} [targetWords] target tokens by index
 */

/**
 * The optimizer: Adam as in PyTorch, over all parameters together.
 *
 * @typedef {object} Optimizer
 * @property {'adam'} name
 * @property {number} learningRate after warm-up; `batch` returns the rate of each step
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} clip largest norm of all gradients of a model together; 0: not clipped
 * @property {number} l2 λ of the additional loss λ Σ E² over the embedding of each model, added before clipping; 0: none
 */

/**
 * The batch of one step. Tokens and masks have the model's own layout: recurrent models are time first, [T, B], but masks of
 * a source are [B, S].
 *
 * - `source`, `before`, `target`: tokens; `before` are the input tokens of a decoder. `values`, `context`, `target`: inputs
 *   and targets of experiments without tokens.
 * - `mask`, `source mask`, `target mask`: 1 where there is a token, 0 for padding; `weight`: 1 where a token counts in the loss.
 * - `share`: the probability of teacher forcing, if it is below 1. The tokens that the model samples itself are not included,
 *   because they depend on its weights.
 * - `picture`: ink from 0 to 1, [B, rows, columns]. `gaussian sample/n`: the noise ε that `manifest.graph[n]` draws, [B, Z].
 * - `dropout/n`, `dropout mask/n`: the factors of `manifest.graph[n]`: 0 or 1 / (1 − rate).
 * - `truth`: the true attention of each example, as `attention` returns it: [B, columns], for pairs [B, T, S].
 *
 * @typedef {object} Batch
 * @property {number} step
 * @property {number} learningRate of this step
 * @property {Int32Array} examples numbers of the training examples in the order of the batch [B]; training pairs have a
 *   numbering of their own, other examples are numbered as in `predict`
 * @property {Record<string, BatchTensor>} tensors
 */

/**
 * @typedef {object} BatchTensor
 * @property {number[]} shape
 * @property {Float32Array | Int32Array | Float64Array} data row by row; Int32Array: tokens or contexts
 * @property {string[]} [words] the words of the tokens
 */

/**
 * Every effective value, defaults filled in by the core.
 *
 * @typedef {object} EffectiveConfiguration
 * @property {string} experiment
 * @property {number} seed
 * @property {Record<string, Value>} parameters
 */

/**
 * The state of a run at one step.
 *
 * @typedef {object} Snapshot
 * @property {number} step steps done so far
 * @property {number} loss training loss, averaged over recent steps by the core; NaN before any step
 * @property {Record<string, number>} metrics
 */

/**
 * @typedef {object} AttentionMap
 * @property {string} name
 * @property {number[]} shape
 * @property {Float32Array} weights
 * @property {Float32Array} scores
 * @property {Float32Array} [truth]
 * @property {number[]} [sampleRows] at most three rows, drawn with the seed of the run, for prediction tasks; missing if the
 *   truth is unknown or no attention mechanism computes the weights, empty if no row has a truth
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {number[]} [held] indices of the held rows
 * @property {number[]} [position] for each row the center of the local window, or the column chosen by hard attention; else empty
 * @property {readonly number[]} [picture] image whose regions are the columns: red, green and blue of each pixel, from 0 to 1
 */

/**
 * @typedef {object} Prediction the models' output for one input; experiments may add further fields; numbers that are not
 *   finite are NaN
 * @property {number} step of the run at the time of the call
 * @property {number} [promptLength] number of tokens of the prompt, if the output continues a text
 * @property {number | number[]} output
 * @property {number | number[]} [target] the correct output, where it is known
 * @property {number | number[]} [baseline] the output of the baseline
 * @property {AttentionMap} attention
 * @property {AttentionMap} [baselineAttention]
 * @property {string[]} [unknownWords] words that the models do not know
 * @property {number} [truncatedWords] number of words that were truncated
 * @property {string} [text] the output in words
 * @property {string} [targetText] the correct output in words, where it is known
 * @property {boolean} [correct] for pairs: whether the output is correct; an output with an unknown word is never correct
 * @property {string} [edges] edges of the input graph, in the format of predict()
 * @property {string} [nodes] nodes of the input graph, in the format of predict()
 * @property {number[]} [nodePositions] positions of the nodes of a graph: x and y of each, from 0 to 1
 * @property {number[]} [isolatedNodes] query nodes of a graph without neighbors, counted from 1
 * @property {{ token: string, probability: number }[][]} [candidates] the most probable tokens at each output position
 * @property {ComputationStep[]} steps the computation, line by line
 */

/**
 * One line of a computation and its place in the model; fields that do not apply are missing.
 * @typedef {object} ComputationStep
 * @property {string} name
 * @property {string} formula
 * @property {string} [part] part of the model: 'self', 'cross', 'feed-forward'
 * @property {number} [layer]
 * @property {number} [head]
 * @property {number} [t] index of the output token, from 0
 * @property {Float32Array} values
 */

/** @typedef {{ loss: number, metrics: Record<string, number> }} Evaluation */

/**
 * The result of a test of whether a map explains a prediction.
 * @typedef {object} Explanation
 * @property {string} test
 * @property {number} step of the run at the time of the test
 * @property {readonly string[]} columnLabels
 * @property {readonly number[]} weights learned weights
 * @property {PredictedLabel} answer the prediction for the unchanged input
 * @property {readonly number[]} [changes] changes of the prediction: for each permutation, or with each input left out
 * @property {number} [median] median of the changes
 * @property {number} [agreement] Kendall's τ-b between changes and weights
 * @property {readonly number[]} [alternativeWeights] other weights that the search has found
 * @property {number} [change] change of the prediction with these weights
 * @property {number} [maximumChange] the largest change that the search accepts
 * @property {number} [distance] Jensen-Shannon divergence of both maps, in bits
 * @property {PredictedLabel} [alternativeAnswer] the prediction with these weights
 */

/** @typedef {{ label: string, probability: number }} PredictedLabel */

/**
 * Rows of attention weights that a prediction uses in place of the model's. Each row is divided by its sum.
 * @typedef {object} HeldRows
 * @property {string} [map] default: the first map that can be held
 * @property {number} [layer] default: all of them
 * @property {number} [head] default: all of them
 * @property {Readonly<Record<number, readonly number[]>>} rows by index: a weight for each column; for a glimpse its
 *   place (x, y) from −1 to 1, for a window of DRAW (gx, gy, σ², δ, γ)
 */

/**
 * @typedef {Record<string, import('./schema.js').Value | HeldRows | readonly HeldRows[]>} PredictInput an input of `predict`, and beside it
 *   `attention` (HeldRows, or an array of them), `without` (source positions that no row may see) and `prefix` ('own' or 'true')
 */

/**
 * The model's answer for a row that the reader holds.
 * @typedef {object} HeldAnswer
 * @property {PredictInput} input
 * @property {string} [map] name of the held map
 * @property {number} [layer]
 * @property {number} [head]
 * @property {number} row
 * @property {number} column with the largest held weight
 * @property {Prediction} answer prediction for the whole input
 * @property {readonly { token: string, probability: number }[]} learned most probable answers of the row with the learned weights
 * @property {readonly { token: string, probability: number }[]} held most probable answers of the row with the held weights
 */

/**
 * The answers of the model if each row of a map had all its weight on each position in turn.
 * @typedef {object} Counterfactual
 * @property {number} step of the run at the time of the call
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly (string | null)[])[]} labels the most probable answer, by row and column; null where the row may not
 *   attend to the column; rows of a causal map are shorter
 * @property {readonly (readonly (number | null)[])[]} probabilities of these answers
 * @property {readonly (readonly (string | null)[])[]} expected the right answer for each column: the word that is aligned with it
 * @property {readonly PredictedLabel[]} learned the answer of each row with the learned weights
 */

/**
 * A sentence that the model outputs only if some rows of its attention are held.
 * @typedef {object} Challenge
 * @property {readonly string[]} rowLabels words of the sentence
 * @property {number} moves how many rows must be held
 */

/**
 * How often a row that is held on a position gives the word that is aligned with this position.
 * @typedef {object} Obedience
 * @property {number} atTruth share if the position is the row's true one; NaN without such pairs
 * @property {number} elsewhere share if the position is another one
 * @property {number} unchanged share of other positions at which the learned answer does not change
 * @property {number} atBrightest share of rows that give the correct answer when held on the position of their largest weight
 * @property {number} pairs number of pairs of a row and a position
 * @property {number} examples number of held-out examples
 */

/**
 * The score of a map. If it has several heads, the head with the most weight on the truth is scored.
 * @typedef {object} MapScore
 * @property {Float32Array} weights each row divided by its sum
 * @property {number} map index of the scored head
 * @property {number} alignmentAccuracy share of rows whose largest weight is at the truth
 * @property {number} massOnTruth mean share of a row's weight that is at the truth
 * @property {number} divergence Kullback-Leibler divergence from the truth in nats, mean of the rows
 */

/**
 * How well a drawn map and the model's map agree with the truth, over the rows that have drawn weights (else all rows).
 * @typedef {object} Comparison
 * @property {AttentionMap} attention the model's map
 * @property {MapScore} drawn
 * @property {MapScore} learned
 */

/**
 * The distances between the rows of two maps.
 * @typedef {object} RowDistances
 * @property {Float32Array} rows Jensen-Shannon distance of each row, 0 … 1; NaN where a row has no weight
 * @property {number} mean of the distances that are not NaN
 */

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
 * @property {readonly { name: string, label: string, help: string, better: 'lower' | 'higher', target?: number }[]} metrics
 *   'loss' first
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

/**
 * @typedef {object} RunControls
 * @property {() => void} pause pauses the run that is shown, so that another computation can use the processor
 * @property {<Result>(act: () => Promise<Result>) => Promise<Result>} whilePaused calls `act` while the run is paused, so that
 *   the model stays at one step; the run continues afterwards
 * @property {() => { plannedSteps: number, epochSteps: number }} plan current numbers of steps of the training and of an epoch
 * @property {(request?: { example?: number, map?: string }) => Promise<AttentionMap>} getAttention
 * @property {(request: Record<string, Value>) => Promise<Counterfactual>} counterfactual
 * @property {(options?: { examples?: number, map?: string, layer?: number, head?: number }) => Promise<Obedience>} obedience
 * @property {(request: Record<string, Value>) => Promise<Challenge>} challenge
 * @property {(request: Record<string, Value>) => Promise<Explanation>} explain tests whether the map explains the
 *   prediction: `test`, an input as in `predict`, and `map` and `row` if there are several
 * @property {(request: { weights: Float32Array, example?: number, map?: string }) => Promise<Comparison>} score scores a map
 *   that the reader has drawn, and the model's
 * @property {(request: { first: Float32Array, second: Float32Array, columns: number }) => Promise<RowDistances>} compareRows
 * @property {() => Promise<Evaluation>} evaluate evaluates the current model, between two steps
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
