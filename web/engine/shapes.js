/** The types of what a run computes, which all folders share. */

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
 * How often the model gives the word that is aligned with a position when a row's whole weight is held on the position.
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

export {};
