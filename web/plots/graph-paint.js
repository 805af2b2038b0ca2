/**
 * Paints the edges of a graph: width and color show the weight, larger weights are written as numbers, and edges that carry
 * the answer are outlined.
 */

import { getColor } from './palette.js';

/** @import { Theme } from './theme.js' */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} Edge
 * @property {number} from node with the query
 * @property {number} to node with the key
 * @property {number} weight
 * @property {boolean} truth whether it carries the answer
 * @property {boolean} both whether there is an edge in the other direction, too
 * @property {boolean} faded whether another node is chosen
 * @property {boolean | undefined} [isHeld] whether the reader holds the weights of the node `from`
 */

/** Width of an edge of weight 1, in units of the theme's line. */
const kMaximumWidth = 8;
/** Bend of an edge, as a fraction of its length, if two nodes have edges in both directions. */
const kBend = 0.08;
/** Edges with a smaller weight are thin lines. */
const kMinimumWeight = 0.03;
const kFadedOpacity = 0.12;
const kFadedLineOpacity = 0.5;
/** Weights of at least this are written on the edge, at the first of these fractions of its length where there is room. */
const kLabeledWeight = 0.25;
const kLabelPositions = [0.28, 0.4, 0.52, 0.64, 0.2, 0.76];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Edge[]} edges
 * @param {(node: number) => Point} getCenter center of a node, in CSS pixels
 * @param {number} radius of a node
 * @param {Theme} theme
 * @param {{ size: number, format: (weight: number) => string } | null} [numbers]
 */
export function paintGraph(context, edges, getCenter, radius, theme, numbers = null) {
  context.lineCap = 'round';
  // The strongest edges are painted last, over the others.
  for (const edge of [...edges].sort((a, b) => Number(b.faded) - Number(a.faded) || a.weight - b.weight)) {
    const { weight, truth, faded } = edge;
    const isDrawn = weight >= kMinimumWeight;
    const width = theme.line * (0.5 + kMaximumWidth * (isDrawn ? weight : 0));
    // A thin line makes every edge visible, since the colors of small weights may not be visible.
    context.globalAlpha = faded ? kFadedLineOpacity : 1;
    strokeEdge(context, edge, getCenter, radius, theme.rule, theme.line / 2);
    context.globalAlpha = faded ? kFadedOpacity : 1;
    if (truth) {
      strokeEdge(context, edge, getCenter, radius, theme.ink, width + 2.5 * theme.line);
      strokeEdge(context, edge, getCenter, radius, theme.paper, width + theme.line);
    }
    // A rim of paper separates crossing edges.
    else if (isDrawn && !faded) strokeEdge(context, edge, getCenter, radius, theme.paper, width + theme.line);
    if (isDrawn) strokeEdge(context, edge, getCenter, radius, getColor(weight, theme), width);
  }
  context.globalAlpha = 1;
  context.setLineDash([3 * theme.line, 3 * theme.line]);
  for (const edge of edges)
    if (edge.isHeld) strokeEdge(context, edge, getCenter, radius, theme.accent, theme.line);
  context.setLineDash([]);
  if (!numbers) return;
  context.font = `${numbers.size}px system-ui, sans-serif`;
  /** Boxes that a number must not cover: the nodes and previous numbers. @type {Box[]} */
  const occupied = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map((node) => {
    const { x, y } = getCenter(node);
    return { x, y, width: 2 * radius, height: 2 * radius };
  });
  for (const edge of edges)
    if (!edge.faded && edge.weight >= kLabeledWeight)
      paintNumber(context, edge, { getCenter, radius, theme, numbers, occupied });
}

/** A box, with its center at x and y. @typedef {Point & { width: number, height: number }} Box */

/** @param {Box} one @param {Box} other */
const doOverlap = (one, other) =>
  2 * Math.abs(one.x - other.x) < one.width + other.width &&
  2 * Math.abs(one.y - other.y) < one.height + other.height;

/**
 * Writes the weight of an edge, unless there is no room; the reader can then choose the node to read it.
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @param {object} options
 * @param {(node: number) => Point} options.getCenter
 * @param {number} options.radius
 * @param {Theme} options.theme
 * @param {{ size: number, format: (weight: number) => string }} options.numbers
 * @param {Box[]} options.occupied
 */
function paintNumber(context, { from, to, weight, both }, { getCenter, radius, theme, numbers, occupied }) {
  const { size, format } = numbers;
  const [a, b] = [getCenter(from), getCenter(to)];
  const text = format(weight);
  const { width } = context.measureText(text);
  const bend = computeBend(a, b, both);
  const places =
    from === to
      ? [{ x: a.x, y: a.y - 1.8 * radius }]
      : kLabelPositions.map((t) => ({
          x: a.x + t * (b.x - a.x) + 2 * t * (1 - t) * bend.x,
          y: a.y + t * (b.y - a.y) + 2 * t * (1 - t) * bend.y,
        }));
  const box = places
    .map((place) => ({ ...place, width: width + 4, height: 1.2 * size }))
    .find((one) => !occupied.some((other) => doOverlap(one, other)));
  if (!box) return;
  occupied.push(box);
  context.fillStyle = theme.paper;
  context.fillRect(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height);
  context.fillStyle = theme.ink;
  context.fillText(text, box.x - width / 2, box.y + 0.35 * size);
}

/** Offset of the middle of an edge from the straight line between its nodes. @param {Point} a @param {Point} b @param {boolean} both @returns {Point} */
const computeBend = (a, b, both) =>
  both ? { x: kBend * (b.y - a.y), y: -kBend * (b.x - a.x) } : { x: 0, y: 0 };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @param {(node: number) => Point} getCenter
 * @param {number} radius
 * @param {string} color
 * @param {number} width
 */
function strokeEdge(context, { from, to, both }, getCenter, radius, color, width) {
  const [a, b] = [getCenter(from), getCenter(to)];
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  if (from === to) {
    // Attention of a node to itself is drawn as a loop.
    context.arc(a.x, a.y - radius, 0.8 * radius, 0, 2 * Math.PI);
  } else {
    const bend = computeBend(a, b, both);
    context.moveTo(a.x, a.y);
    context.quadraticCurveTo((a.x + b.x) / 2 + bend.x, (a.y + b.y) / 2 + bend.y, b.x, b.y);
  }
  context.stroke();
}

/** Maximum distance of a press from its edge, in CSS pixels, and number of points of the edge that are compared with it. */
const [kMaximumDistance, kComparedPoints] = [12, 24];

/**
 * @template {Pick<Edge, 'from' | 'to' | 'both'>} Found
 * @param {readonly Found[]} edges
 * @param {(node: number) => Point} getCenter
 * @param {number} radius of a node
 * @param {Point} point
 * @returns {Found | undefined} the edge that is nearest to the point, if one is near
 */
export function findEdge(edges, getCenter, radius, point) {
  /** @param {Found} edge */
  const computeDistance = ({ from, to, both }) => {
    const [a, b] = [getCenter(from), getCenter(to)];
    if (from === to) return Math.abs(Math.hypot(point.x - a.x, point.y - a.y + radius) - 0.8 * radius);
    const bend = computeBend(a, b, both);
    const distances = Array.from({ length: kComparedPoints + 1 }, (_, i) => {
      const t = i / kComparedPoints;
      const x = a.x + t * (b.x - a.x) + 2 * t * (1 - t) * bend.x;
      return Math.hypot(x - point.x, a.y + t * (b.y - a.y) + 2 * t * (1 - t) * bend.y - point.y);
    });
    return Math.min(...distances);
  };
  const [nearest] = edges
    .map((edge) => ({ edge, distance: computeDistance(edge) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= kMaximumDistance ? nearest.edge : undefined;
}
