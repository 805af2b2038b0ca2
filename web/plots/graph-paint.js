/**
 * The edges of a graph: as wide as their weight and in its colour, the larger weights as numbers, and edges that carry the
 * answer outlined.
 * @module
 */

import { colourOf } from './palette.js';

/** @import { Theme } from './theme.js' */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} Edge
 * @property {number} from node that asks
 * @property {number} to node that is asked
 * @property {number} weight
 * @property {boolean} truth it carries the answer
 * @property {boolean} both there is an edge the other way, too
 * @property {boolean} faded another node is chosen
 */

/** Width of a whole weight, in units of the theme's line. */
const kWidest = 8;
/** How far an edge bends aside, as a share of its length, where there is one each way. */
const kBend = 0.08;
/** Weights below this are thin lines. */
const kLeast = 0.01;
const kFaded = 0.12;
const kFaint = 0.5;
/** From this weight on it is written on the edge, so far from the node that asks. */
const kTold = 0.25;
const kAlong = 0.28;
/** How much of the least weight is seen, and from which weight on all. */
const kPale = 0.25;
const kFull = 0.2;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Edge[]} edges
 * @param {(node: number) => Point} placeOf its centre, in CSS pixels
 * @param {number} radius of a node
 * @param {Theme} theme
 * @param {{ size: number, format: (weight: number) => string } | null} [numbers]
 */
export function paintGraph(context, edges, placeOf, radius, theme, numbers = null) {
  context.lineCap = 'round';
  // The strongest come last, over the others.
  for (const edge of [...edges].sort((a, b) => Number(b.faded) - Number(a.faded) || a.weight - b.weight)) {
    const { weight, truth, faded } = edge;
    const strong = weight >= kLeast;
    const width = theme.line * (0.5 + kWidest * (strong ? weight : 0));
    // Every edge is there, however dark the beginning of the scale.
    context.globalAlpha = faded ? kFaint : 1;
    stroke(context, edge, placeOf, radius, theme.rule, theme.line / 2);
    context.globalAlpha = faded ? kFaded : 1;
    if (truth) {
      stroke(context, edge, placeOf, radius, theme.ink, width + 2.5 * theme.line);
      stroke(context, edge, placeOf, radius, theme.paper, width + theme.line);
    }
    // What crosses others stays apart from them.
    else if (strong && !faded) stroke(context, edge, placeOf, radius, theme.paper, width + theme.line);
    // What has little weight must not stand out.
    context.globalAlpha = faded ? kFaded : Math.min(1, kPale + weight / kFull);
    if (strong) stroke(context, edge, placeOf, radius, colourOf(weight), width);
  }
  context.globalAlpha = 1;
  if (!numbers) return;
  context.font = `${numbers.size}px system-ui, sans-serif`;
  for (const edge of edges)
    if (!edge.faded && edge.weight >= kTold) paintNumber(context, edge, placeOf, radius, theme, numbers);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @param {(node: number) => Point} placeOf
 * @param {number} radius
 * @param {Theme} theme
 * @param {{ size: number, format: (weight: number) => string }} numbers
 */
function paintNumber(context, { from, to, weight }, placeOf, radius, theme, { size, format }) {
  const [a, b] = [placeOf(from), placeOf(to)];
  const text = format(weight);
  const { width } = context.measureText(text);
  const x = from === to ? a.x : a.x + kAlong * (b.x - a.x);
  const y = from === to ? a.y - 1.8 * radius : a.y + kAlong * (b.y - a.y);
  context.fillStyle = theme.paper;
  context.fillRect(x - width / 2 - 2, y - 0.6 * size, width + 4, 1.2 * size);
  context.fillStyle = theme.ink;
  context.fillText(text, x - width / 2, y + 0.35 * size);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @param {(node: number) => Point} placeOf
 * @param {number} radius
 * @param {string} colour
 * @param {number} width
 */
function stroke(context, { from, to, both }, placeOf, radius, colour, width) {
  const [a, b] = [placeOf(from), placeOf(to)];
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  if (from === to) {
    // What looks at itself makes a loop.
    context.arc(a.x, a.y - radius, 0.8 * radius, 0, 2 * Math.PI);
  } else {
    const bend = both ? kBend : 0;
    const middle = {
      x: (a.x + b.x) / 2 + bend * (b.y - a.y),
      y: (a.y + b.y) / 2 - bend * (b.x - a.x),
    };
    context.moveTo(a.x, a.y);
    context.quadraticCurveTo(middle.x, middle.y, b.x, b.y);
  }
  context.stroke();
}
