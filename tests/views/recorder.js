/** A fake 2D context that records what is drawn on it. */

export const theme = {
  ink: 'ink',
  muted: 'muted',
  rule: 'rule',
  slot: 'slot',
  accent: 'accent',
  paper: 'paper',
  ramp: [
    [255, 255, 255],
    [0, 100, 200],
    [0, 0, 100],
  ],
  divergingRamp: [
    [255, 255, 255],
    [200, 100, 0],
    [100, 0, 0],
  ],
  line: 2,
  font: 'sans',
};

/**
 * @typedef {object} RecordedShape
 * @property {'fill' | 'stroke' | 'text'} kind
 * @property {string} style
 * @property {number[]} box of a rectangle, or the points of a path
 * @property {number[]} dashes
 * @property {string} text
 */

export function createRecordingContext() {
  /** @type {RecordedShape[]} */
  const drawn = [];
  /** @type {number[]} */
  let box = [];
  /** @type {number[]} */
  let dashes = [];
  /** @param {RecordedShape['kind']} kind @param {number[]} [of] @param {string} [text] */
  const record = (kind, of = box, text = '') => {
    const style = kind === 'stroke' ? context.strokeStyle : context.fillStyle;
    drawn.push({ kind, style, box: of, dashes, text });
  };
  const context = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    font: '',
    textAlign: '',
    textBaseline: '',
    fillRect: (/** @type {number[]} */ ...of) => record('fill', of),
    strokeRect: (/** @type {number[]} */ ...of) => record('stroke', of),
    fillText: (/** @type {string} */ text, /** @type {number[]} */ ...at) => record('text', at, text),
    measureText: (/** @type {string} */ text) => ({ width: 7 * text.length }),
    setLineDash: (/** @type {number[]} */ of) => {
      dashes = of;
    },
    beginPath: () => {
      box = [];
    },
    moveTo: (/** @type {number[]} */ ...at) => box.push(...at),
    lineTo: (/** @type {number[]} */ ...at) => box.push(...at),
    arc: (/** @type {number[]} */ ...of) => {
      box = of;
    },
    quadraticCurveTo: (/** @type {number[]} */ ...by) => box.push(...by),
    bezierCurveTo: (/** @type {number[]} */ ...by) => box.push(...by),
    closePath: () => undefined,
    roundRect: (/** @type {number[]} */ ...of) => {
      box = of;
    },
    fill: () => record('fill'),
    stroke: () => record('stroke'),
  };
  return { drawn, context: /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (context)) };
}
