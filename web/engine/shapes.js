/**
 * The one home of shared types: what a run shows, what a view is and what it is given. Long because all of them are here.
 * A view knows nothing of engines, modules or pages.
 * @module
 */

/** @import { Scope } from './scope.js' */
/** @import { SweepExtras } from './sweep.js' */
/** @typedef {import('./schema.js').Value} Value */
/** @typedef {import('./sweep.js').SweepPoint} SweepPoint */

/**
 * One named array of the frame block.
 *
 * @typedef {object} TensorEntry
 * @property {string} name
 * @property {number} offset index of its first float in the frame
 * @property {number[]} shape
 * @property {[string, string]} axes what rows and columns are
 */

/**
 * The user's own data as the core read it. A remark tells how many lines it is about, and the first of them.
 *
 * @typedef {object} DataReport
 * @property {number} accepted lines that the run learns from or is tested on
 * @property {{ reason: string, count: number, firstLine: number }[]} rejected lines that were left out
 * @property {{ reason: string, count: number, firstLine: number }[]} notes lines that were taken with a change
 */

/**
 * What a run learns from, where that is sentences.
 *
 * @typedef {object} DataSummary
 * @property {'grammar' | 'own'} source
 * @property {number} train sentences or pairs
 * @property {number} heldOut sentences or pairs
 * @property {number} [positive] sentences among both
 * @property {number} [trainingExamples] of own data: so many training examples are numbered, too, behind the held-out ones
 * @property {number} [heldOutInFrame] of own sentences: so many of those that are shown, the first, are held out
 * @property {number} [aligned] pairs whose true alignment is known
 * @property {number} vocabulary words that the models know
 * @property {number | null} unknownShare share of words that they do not
 * @property {'characters' | 'words'} [unit] of a running text, whose tokens train and heldOut count
 * @property {number} [context] of a running text: how many tokens the model sees at once
 * @property {number} [longest] sentence, in words
 * @property {number} [truncated] sentences that were longer than the models read
 * @property {DataReport} [report] of own data
 */

/**
 * @typedef {object} Manifest
 * @property {string[]} scalars names of the scalars: step, loss, then the metrics
 * @property {TensorEntry[]} tensors
 * @property {{ name: string, weights: string, scores: string, truth: string }[]} maps names of tensors by map
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {number} microBatches of a batch, whose gradients several workers may compute
 * @property {number} work of one part: multiplications and additions of a step, estimated
 * @property {number} stepsPerEpoch
 * @property {number} plannedSteps
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {{ op: string, inputs: number[], outputs: number[], shape: number[] }[]} graph the recorded operations
 * @property {Optimizer} optimizer
 * @property {string[][]} [cellLabels] words row by row, where columns mean another thing in each row
 * @property {Record<string, number>} [parameterCounts] numbers of parameters of models side by side
 * @property {number} [train] training examples
 * @property {number} [heldOut] examples that are never trained on
 * @property {number} [probeExampleCount] so many of them are measured while training goes on; all by evaluate()
 * @property {number[]} [lengthRanges] bounds of the ranges by which accuracy is told
 * @property {string[]} [sourceWords] the tokens of a source, by their index
 * @property {string[]} [targetWords] the tokens of a target, by their index
 * @property {{ code: string, oneWidth: boolean }} [ownScore] a score by a formula: as an expression of PyTorch, and whether it
 *   makes query and key of one width
 * @property {string[]} [pictureLabels] what the pictures are that a frame shows
 * @property {number} [side] pixels along a picture of a glyph among dots
 * @property {number} [glyphSide] pixels along the glyph
 * @property {number} [layers] of a transformer, of the encoder and of the decoder
 * @property {number} [heads] of each layer
 * @property {number} [bitsPerNat] bits per character that one nat of the loss is
 * @property {Readonly<Record<string, number>>} [ngramBits] bits per character of models that only count, by name
 * @property {string} [truthMap] name of the map, of several, in which the truth can be seen
 * @property {DataSummary} [data]
 */

/**
 * What turns gradients into steps: Adam as PyTorch computes it, of all parameters together.
 *
 * @typedef {object} Optimizer
 * @property {'adam'} name
 * @property {number} learningRate at the full rate; `batch` tells that of each step
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} clip largest norm of all gradients together, of twins of each model's; 0: not clipped
 * @property {number} l2 λ of a loss λ Σ E² besides, over the embedding of each model; it comes before clipping. 0: none
 */

/**
 * What the model is given at one step. Tokens and masks lie as the model reads them: of recurrent models time comes first,
 * [T, B], but masks of a source are [B, S].
 *
 * - `source`, `before`, `target`: tokens; `before` are those that a decoder has written so far. `values`, `context`, `target`
 *   of experiments without tokens.
 * - `mask`, `source mask`, `target mask`: 1 where there is a token, 0 for padding; `weight`: 1 where a target token counts.
 * - `share`: the probability of teacher forcing, if it is below 1. Which tokens a model takes of its own depends on its
 *   weights, so they are not told.
 * - `picture`: ink from 0 to 1, [B, rows, columns]. `gaussian sample/n`: the noise ε that `manifest.graph[n]` draws, [B, Z].
 * - `dropout/n`, `dropout mask/n`: what `manifest.graph[n]` multiplies with: 0 or 1 / (1 − rate).
 * - `truth`: the true attention of each example, as `attention` tells it of others: [B, columns], of pairs [B, T, S].
 *
 * @typedef {object} Batch
 * @property {number} step
 * @property {number} learningRate of this step
 * @property {Int32Array} examples numbers of the training examples in the order of the batch [B]; those of pairs are counted by
 *   themselves, the others as `predict` counts them
 * @property {Record<string, BatchTensor>} tensors
 */

/**
 * @typedef {object} BatchTensor
 * @property {number[]} shape
 * @property {Float32Array | Int32Array | Float64Array} data row by row; Int32Array: tokens or contexts
 * @property {string[]} [words] the same tokens in words
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
 * What a probe saw.
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
 * @property {number[]} [sampleRows] of at most three rows, drawn by the seed of the run, that a reader may be asked to predict;
 *   not there where the truth is unknown, empty where no row has one; nor is there one where no attention mechanism computes
 *   the weights
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {number[]} [position] of a local window, or where hard attention looks, row by row; empty where there is neither
 * @property {readonly number[]} [picture] whose regions the columns are: red, green and blue of each pixel, from 0 to 1
 */

/**
 * @typedef {object} Prediction what the models say to one input; further fields as the experiment gives them, numbers that are not
 *   finite as NaN
 * @property {number} step of the run, when it was asked
 * @property {number} [promptLength] of a text that was gone on with: so many tokens were read, not written
 * @property {number | number[]} output
 * @property {number | number[]} [target] the right answer, where the task knows it
 * @property {number | number[]} [baseline] what the other of two models answers
 * @property {AttentionMap} attention
 * @property {AttentionMap} [baselineAttention]
 * @property {string[]} [unknownWords] words that the models do not know
 * @property {number} [truncatedWords] words that they did not read
 * @property {string} [text] the output in words
 * @property {string} [targetText] the right answer in words, where there is one
 * @property {boolean} [correct] whether the output is the right answer, of pairs; an unknown word never is
 * @property {string} [edges] of a graph, as predict() takes them
 * @property {string} [nodes] of a graph, as predict() takes them
 * @property {number[]} [nodePositions] where the nodes of a graph are drawn: x and y of each, from 0 to 1
 * @property {number[]} [isolatedNodes] nodes of a graph that are asked and see no other, counted from 1
 * @property {{ token: string, probability: number }[][]} [candidates] of each output token the most probable ones
 * @property {Step[]} steps the computation, line by line
 */

/**
 * One line of a computation, and where in the model it stands; what it has none of is not there.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} formula
 * @property {string} [part] of the model: 'self', 'cross', 'feed-forward'
 * @property {number} [layer]
 * @property {number} [head]
 * @property {number} [t] which output token, from 0 on
 * @property {Float32Array} values
 */

/** @typedef {{ loss: number, metrics: Record<string, number> }} Evaluation */

/**
 * One test of whether a map explains an answer.
 * @typedef {object} Explanation
 * @property {string} test
 * @property {number} step of the run, when it was tested
 * @property {readonly string[]} columnLabels
 * @property {readonly number[]} weights as learned
 * @property {Said} answer to the input as it is
 * @property {readonly number[]} [changes] of the answer: in each random order, or with each input left out
 * @property {number} [median] of the changes
 * @property {number} [agreement] of changes and weights, Kendall's τ-b
 * @property {readonly number[]} [alternativeWeights] other weights
 * @property {number} [change] of the answer with them
 * @property {number} [maximumChange] the largest change that the search accepts
 * @property {number} [distance] of both maps, Jensen-Shannon in bits
 * @property {Said} [alternativeAnswer] the answer with the other weights
 */

/** @typedef {{ label: string, probability: number }} Said */

/**
 * How good a map is; of several heads that with the most weight on the truth counts.
 * @typedef {object} MapScore
 * @property {Float32Array} weights each row divided by its sum
 * @property {number} map its index, of several
 * @property {number} alignmentAccuracy share of rows whose largest weight is at the truth
 * @property {number} massOnTruth mean share of a row's weight that is at the truth
 * @property {number} divergence from the truth, Kullback-Leibler in nats, mean of the rows
 */

/**
 * A drawn map and the model's own, judged alike, by the rows that have drawn weights (by all, where none has).
 * @typedef {object} Comparison
 * @property {AttentionMap} attention of the model
 * @property {MapScore} drawn
 * @property {MapScore} learned
 */

/**
 * One picture of the state of a run.
 * @typedef {object} Frame
 * @property {number} step
 * @property {number} loss mean since the frame before; NaN before the first step
 * @property {Readonly<Record<string, number | null>>} metrics
 * @property {Readonly<Record<string, Float32Array>>} tensors row-major, named as in the manifest
 */

/**
 * @typedef {object} NamedMap a picture of the run: names of tensors
 * @property {string} name
 * @property {string} label
 * @property {string} help one sentence on what this picture shows
 * @property {string} formula plain text
 * @property {string} weights name of the tensor that holds the shares
 * @property {string} scores name of the tensor that holds the signed numbers behind them
 * @property {string} truth name of the tensor that holds the true shares
 */

/** One value of a parameter that is a choice. @typedef {{ value: string, label: string, formula?: string }} Choice */

/** @typedef {Readonly<Record<string, Value>>} Values parameters or inputs by name */

/**
 * The shape of what is shown.
 * @typedef {object} Picture
 * @property {readonly NamedMap[]} maps first is shown first
 * @property {string} [shownMap] name of the map to begin with
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] words row by row, where columns mean another thing in each row
 * @property {readonly [string, string]} axes what rows and columns are: ['context', 'position']
 * @property {readonly { name: string, label: string, help: string, better: 'lower' | 'higher', target?: number }[]} metrics
 *   in the order of the registry, 'loss' first
 * @property {readonly { name: string, label?: string, help?: string, type: string, maximum?: number | string }[]} inputs
 *   what `ask` takes; of a text `maximum` is the most bytes
 * @property {Readonly<Manifest>} extra
 * @property {readonly { name: string, label?: string, type: string, restart?: boolean,
 *   default?: unknown, choices?: readonly Choice[] }[]} settings all parameters, as the registry describes them
 * @property {{ curve?: Past, drawing?: Drawn, lesson?: LessonStep, made?: Made }} [memory] what a view finds again when it is made anew
 *   in another language; `made` also beside another run
 */

/** Where a lesson stands; '' where nothing is asked. @typedef {'predict' | 'run' | 'compare' | 'reflect' | ''} LessonStep */

/** What the reader has made with an experiment, and the form in which a graph is shown. @typedef {{ graph?: OwnGraph,
 * form?: string }} Made */

/**
 * A graph of the reader's own.
 * @typedef {object} OwnGraph
 * @property {readonly string[]} nodes as predict() takes them: 'a 3', 'b ?'
 * @property {readonly string[]} edges '3-1': the third node sees the first
 * @property {readonly number[]} places x and y of each node, from 0 to 1
 */

/**
 * What a view may ask and change. Promises are refused with an error that has a readable `message`, a `code`, and the
 * `parameter` that was wrong; DISPOSED says that the run is no longer there, CANCELLED that a signal ended the call. Neither
 * needs to be shown.
 * @typedef {object} Lab
 * @property {() => Values} parameters every effective value, as it is now
 * @property {() => string} key of the configuration and the reader's data, under which the page may remember something
 * @property {(parameter: string) => Choice | undefined} chosen what is chosen of a parameter, where it is a choice
 * @property {(parameter: string) => readonly Choice[]} choices of a parameter, where it is a choice
 * @property {Studies} studies panels that train or ask, for the views that hold them
 * @property {(parameter: string, value: Value) => Promise<void>} change a parameter that may change during a run
 * @property {() => void} pause the run that is shown, so that something beside it has the machine for itself
 * @property {<Result>(act: () => Promise<Result>) => Promise<Result>} whilePaused does something with the model of one step; a
 *   run pauses for it and goes on afterwards
 * @property {() => { plannedSteps: number, epochSteps: number }} plan steps of the whole training and of an epoch, as
 *   they are now
 * @property {(input: Record<string, Value>) => Promise<Prediction>} ask `{ example: n }`, or a value for each of `inputs`
 * @property {(request?: { example?: number, map?: string }) => Promise<AttentionMap>} attentionOf
 * @property {(request: Record<string, Value>) => Promise<Explanation>} explain one test of whether the map explains the
 *   answer: `test`, an input as `ask` takes it, and `map` and `row` where there are several
 * @property {(request: { weights: Float32Array, example?: number, map?: string }) => Promise<Comparison>} score a map of the
 *   reader's own beside the model's
 * @property {() => Promise<Evaluation>} evaluate the run as it is now, between two of its steps
 * @property {(options: BesideOptions) => AsyncIterable<SweepPoint>} sweep results as they come; same experiment, seed, data
 *   and parameters as the present run unless told otherwise. A run that trains is paused first; a rebuilt view's sweep ends
 * @property {(parameters: Values, onFrame?: (frame: Frame) => void) => Promise<SecondRun>} restartWith an untrained run
 *   beside this one, in a thread of its own where there are threads: same experiment, seed and data, these parameters in
 *   place of the present ones; `onFrame` sees it learn. Whoever asked disposes of it (with the view it ends)
 * @property {(row: number, column: number) => void} [onMove] the reader moves the truth of a row; without it truth is fixed
 * @property {(row: number) => void} [onRow] the reader chose a row of the map
 * @property {(map: string, head?: { layer: number, head: number }) => void} [onMap] the reader chose another picture
 * @property {(step: number | null) => void} [onStep] the reader wants all views to show this step; null for the present
 * @property {(panel: string) => void} [onExplore] a view wants itself, or one of its panels, to be shown
 */

/** What a view is made of; each takes what it needs. @typedef {Picture & Lab} ViewOptions */

/**
 * @typedef {object} Studies
 * @property {(of: ViewOptions) => { element: HTMLElement, repaint: () => void, dispose: () => void }} sweep
 * @property {(options: { of: ViewOptions, count: number, name: (index: number) => string, off: () => readonly number[],
 *   onMeasured: () => void }) => Ablation} ablation
 */

/**
 * @typedef {object} Ablation what heads carry, one by one, of all kinds
 * @property {HTMLElement} element measures all
 * @property {HTMLElement} told what was measured
 * @property {() => readonly number[]} off heads that are off, or are about to be
 * @property {ReadonlyMap<number, number>} carried share of the answers that each carries, where it was measured
 * @property {(list: readonly number[]) => void} choose which are to be off
 * @property {(step: number) => void} update
 * @property {() => string} text
 * @property {() => void} dispose
 */

/**
 * What the reader has drawn, and whether it is the prediction.
 * @typedef {{ marks: Float32Array<ArrayBuffer>, committed: boolean, request: { map: string, example?: number } }} Drawn
 */

/**
 * The past of one curve in bounded memory.
 * @typedef {object} History
 * @property {() => readonly CurvePoint[]} points oldest first
 * @property {(step: number) => void} clear forgets everything; the next point stands for the steps since `step`
 * @property {(step: number, value: number) => void} push ignored unless it is finite and the step after the last one
 * @property {(step: number) => CurvePoint | undefined} at the point whose steps include this one, else the nearest
 */

/** @typedef {{ step: number, value: number }} CurvePoint `value` is the mean from the point before up to `step` */

/**
 * What a curve has seen.
 * @typedef {object} Past
 * @property {History} history
 * @property {History} baseline
 * @property {{ step: number, label: string }[]} marks
 * @property {number} lastStep
 */

/**
 * The past of what a view shows, as far as it was recorded; the last picture is the present.
 * @typedef {object} ShownFilm
 * @property {() => { step: number, loss: number, project: () => void }[]} pictures each can be shown in place of the present
 * @property {() => void} end shows the present again
 * @property {() => number} step of what is shown
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {ShownFilm} [film]
 * @property {boolean} [wide] never the map itself, even if it comes first
 * @property {HTMLElement} [readout] what is pointed at, with its formula and numbers; it stands beside the map
 * @property {HTMLElement} [typed] a field for the reader's own text; what it finds is shown in the view
 * @property {readonly Panel[]} [panels] what else can be asked; each is shown in the place of the map
 * @property {(frame: Frame) => void} update
 * @property {() => void} repaint the theme has changed
 * @property {(row: number) => void} [chooseRow] another row of the map is chosen elsewhere
 * @property {() => string} summary the picture in a sentence or a few
 * @property {(step: number, loss: number, baselineLoss?: number) => void} [track] the losses between two pictures, where the view
 *   keeps a past; in a picture the baseline's is `metrics.baselineLoss`
 * @property {(step: number | null) => void} [at] all views show this step; null for the present
 * @property {(step: number, label: string) => void} [mark] something worth marking happened at this step
 * @property {() => void} [closed] another exploration is open, or none: what was trained for this one alone may end
 * @property {() => void} dispose
 */

/** @typedef {{ name: string, label: string, element: HTMLElement }} Panel */

/**
 * @typedef {object} Poster what a network had learned when its plan was done
 * @property {number} step
 * @property {number} seed
 * @property {readonly number[]} shape rows and columns, perhaps after layers and heads
 * @property {string} weights
 * @property {string} truth rows and columns; all heads share it
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] words of each row, where they differ
 * @property {string} [picture] whose regions the columns are: red, green and blue of each pixel
 */

/**
 * A second run beside the one that is shown.
 * @typedef {Pick<Scope, 'configuration' | 'manifest' | 'worker' | 'train' | 'evaluate' | 'predict' | 'attention' | 'dispose'>} SecondRun
 */

/**
 * @typedef {Pick<SweepExtras, 'seeds' | 'signal' | 'onProgress'> & { vary: Readonly<Record<string, readonly Value[]>>,
 *   parameters?: Values }} BesideOptions
 */

export {};
