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

/**
 * What a view is made of; each takes what it needs.
 * @typedef {object} ViewOptions
 * @property {readonly AttentionMap[]} maps first is shown first
 * @property {string} [shownMap] name of the map to begin with
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly [string, string]} axes what rows and columns are: ['context', 'position']
 * @property {() => { plannedSteps: number, epochSteps: number }} plan steps of the whole training and of an epoch, as
 *   they are now
 * @property {(row: number, column: number) => void} [onMove] the reader moves the truth of a row; without it truth is fixed
 * @property {(map: string) => void} [onMap] the reader chose another picture
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(frame: Frame) => void} update
 * @property {() => void} repaint the theme has changed
 * @property {() => string} summary the picture in a sentence or a few
 * @property {(step: number, loss: number) => void} [track] the loss between two pictures, where the view keeps a past
 * @property {(step: number, label: string) => void} [mark] something worth marking happened at this step
 * @property {() => void} dispose
 */

export {};
