/**
 * What every view is: arrays in, pixels and text out. A view knows nothing of engines, modules or pages.
 * @module
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
 * @typedef {object} AttentionMap
 * @property {string} name
 * @property {string} label
 * @property {string} help one sentence on what this picture shows
 * @property {string} formula plain text
 * @property {string} weights name of the tensor that holds the shares
 * @property {string} scores name of the tensor that holds the signed numbers behind them
 * @property {string} truth name of the tensor that holds the true shares
 */

/** A value of a parameter or an input. @typedef {number | string | boolean | readonly number[]} Value */

/** @typedef {Readonly<Record<string, Value>>} Values parameters or inputs by name */

/** @typedef {import('../engine/core-session.js').Explanation} Explanation */
/** @typedef {import('../engine/core-session.js').Comparison} Comparison */

/**
 * A picture asked for, with its numbers.
 * @typedef {object} AskedMap
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {Float32Array} weights
 * @property {Float32Array} scores
 * @property {Float32Array} [truth]
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly number[]} [position] of a local window, row by row; empty where there is none
 */

/**
 * What the models say to one input. Further fields as the experiment gives them, numbers that are not finite as NaN.
 * @typedef {object} Answer
 * @property {number | readonly number[]} output
 * @property {number | readonly number[]} [target] where the task knows it
 * @property {number | readonly number[]} [rival] what the other model says
 * @property {AskedMap} attention
 * @property {AskedMap} [rivalAttention]
 * @property {readonly { name: string, formula: string, values: Float32Array }[]} steps the computation, line by line
 * @property {readonly string[]} [unknown] words that the models never met
 * @property {number} [cut] words cut from the end
 * @property {string} [text] the output in words
 * @property {string} [targetText] what it should be, where the task knows it
 * @property {readonly (readonly { token: string, probability: number }[])[]} [candidates] the most probable tokens of each
 *   output step, most probable first
 */

/** On the whole held-out set. @typedef {{ loss: number, metrics: Record<string, number> }} Evaluation */

/**
 * Own data as the core read it.
 * @typedef {object} DataReport
 * @property {number} taken lines
 * @property {readonly DataRemark[]} refused lines left out
 * @property {readonly DataRemark[]} notes lines taken, but not as they stood
 */

/** @typedef {{ reason: string, count: number, firstLine: number }} DataRemark */

/**
 * What a manifest says beyond the arrays; each experiment has some of it.
 * @typedef {object} Extra
 * @property {Readonly<Record<string, number>>} [counts] parameters of each model
 * @property {number} [train] examples
 * @property {number} [heldOut] examples
 * @property {readonly string[]} [targetWords] the tokens that a decoder can say, by their index
 * @property {readonly string[]} [sourceWords] the tokens of a source, by their index
 * @property {number} [layers] of a transformer, of the encoder and of the decoder
 * @property {number} [heads] of each layer
 * @property {string} [truthMap] name of the map, of several, in which the truth can be seen
 * @property {readonly number[]} [lengthRanges] bounds, one more than there are ranges
 * @property {{ source: string, train: number, heldOut: number, positive: number, vocabulary: number,
 *   unknownShare: number | null, longest: number, cut: number, report?: DataReport }} [data]
 */

/**
 * One trained run of a sweep.
 * @typedef {object} SweepPoint
 * @property {Values} parameters those that were varied, with the values of this run
 * @property {number} seed
 * @property {Evaluation} evaluation
 */

/**
 * How far a sweep is.
 * @typedef {object} SweepProgress
 * @property {number} done runs
 * @property {number} total runs
 * @property {number} share of the present run, 0 to 1
 * @property {Values} parameters varied ones of the present run
 * @property {number} seed of the present run
 */

/**
 * @typedef {object} SweepOptions
 * @property {Readonly<Record<string, readonly Value[]>>} vary every combination is trained to its planned steps
 * @property {Values} [parameters] in place of the present ones, in every run
 * @property {readonly number[]} [seeds] default: the present one
 * @property {AbortSignal} [signal] ends it promptly
 * @property {(progress: SweepProgress) => void} [onProgress]
 */

/**
 * A second run beside the one that is shown.
 * @typedef {object} SecondRun
 * @property {Readonly<{ experiment: string, seed: number, parameters: Values }>} configuration every effective value
 * @property {Readonly<Extra & { plannedSteps: number, stepsPerEpoch: number,
 *   maps: readonly { name: string, weights: string, scores: string, truth: string }[] }>} manifest
 * @property {(options: { steps: number, signal?: AbortSignal }) =>
 *   Promise<{ steps: number, step: number, loss: number, metrics: Record<string, number> }>} train
 * @property {() => Promise<Evaluation>} evaluate
 * @property {(input: Record<string, Value>) => Promise<Answer>} predict
 * @property {(request?: { example?: number, map?: string }) => Promise<AskedMap>} attention
 * @property {() => void} dispose
 */

/**
 * What a view is made of; each takes what it needs. Promises are refused with an error that has a readable `message`, a
 * `code`, and the `parameter` that was wrong; DISPOSED says that the run is no longer there, ABORTED that a signal ended
 * the call. Neither needs to be shown.
 * @typedef {object} ViewOptions
 * @property {readonly AttentionMap[]} maps first is shown first
 * @property {string} [shownMap] name of the map to begin with
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] words row by row, where columns mean another thing in each row
 * @property {readonly [string, string]} axes what rows and columns are: ['context', 'position']
 * @property {readonly { name: string, label: string, help: string, better: 'lower' | 'higher', target?: number }[]} metrics
 *   in the order of the registry, 'loss' first
 * @property {readonly { name: string, label?: string, help?: string, type: string, maximum?: number | string }[]} inputs
 *   what `ask` takes; of a text `maximum` is the most bytes
 * @property {Readonly<Extra>} extra
 * @property {() => Values} parameters every effective value, as it is now
 * @property {(parameter: string) => string | undefined} chosen what the chosen value of a parameter is called, where it is
 *   a choice
 * @property {(parameter: string) => readonly { value: string, label: string }[]} choices of a parameter, where it is a choice
 * @property {readonly { name: string, label?: string, type: string, restart?: boolean,
 *   choices?: readonly { value: string, label: string }[] }[]} settings all parameters, as the registry describes them
 * @property {(parameter: string, value: Value) => Promise<void>} change a parameter that may change during a run
 * @property {() => void} pause the run that is shown, so that something beside it has the machine for itself
 * @property {() => { plannedSteps: number, epochSteps: number }} plan steps of the whole training and of an epoch, as
 *   they are now
 * @property {(input: Record<string, Value>) => Promise<Answer>} ask `{ example: n }`, or a value for each of `inputs`
 * @property {(request?: { example?: number, map?: string }) => Promise<AskedMap>} attentionOf
 * @property {(request: Record<string, Value>) => Promise<Explanation>} explain one test of whether the map explains the
 *   answer: `test`, an input as `ask` takes it, and `map` and `row` where there are several
 * @property {(request: { weights: Float32Array, example?: number, map?: string }) => Promise<Comparison>} score a map of the
 *   reader's own beside the model's
 * @property {() => Promise<Evaluation>} evaluate the run as it is now, between two of its steps
 * @property {(options: SweepOptions) => AsyncIterable<SweepPoint>} sweep results as they come; same experiment, seed, data
 *   and parameters as the present run unless told otherwise. A run that trains is paused first; a rebuilt view's sweep ends
 * @property {(parameters: Values, onFrame?: (frame: Frame) => void) => Promise<SecondRun>} restartWith an untrained run
 *   beside this one, in a thread of its own where there are threads: same experiment, seed and data, these parameters in
 *   place of the present ones; `onFrame` sees it learn. Whoever asked disposes of it (with the view it ends)
 * @property {(row: number, column: number) => void} [onMove] the reader moves the truth of a row; without it truth is fixed
 * @property {(map: string) => void} [onMap] the reader chose another picture
 * @property {{ curve?: import('./loss-curve.js').Past, drawing?: import('./drawing.js').Drawn,
 *   lesson?: 'predict' | 'run' | 'compare' | 'reflect' }} [memory] what a view finds again when it is made anew in another
 *   language
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
 * @property {boolean} [wide] it takes the whole width, below the others
 * @property {(frame: Frame) => void} update
 * @property {() => void} repaint the theme has changed
 * @property {() => string} summary the picture in a sentence or a few
 * @property {(step: number, loss: number, rivalLoss?: number) => void} [track] the losses between two pictures, where the view
 *   keeps a past; in a picture the rival's is `metrics.rivalLoss`
 * @property {(step: number, label: string) => void} [mark] something worth marking happened at this step
 * @property {() => void} dispose
 */

export {};
