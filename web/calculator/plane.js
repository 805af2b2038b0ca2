/** Geometry of the planes in which arrows are drawn: the scale, the places of labels, and the hull of points. */
import { findLargestMagnitude } from './table.js';

/**
 * @typedef {object} Plane
 * @property {number} extent half its side, in numbers
 * @property {(vector: readonly number[]) => number[]} scale returns the place of a vector; at the edge, if it is too long
 * @property {(vector: readonly number[]) => boolean} isLong whether a vector is too long
 */

/** Half the side of a plane in units of its picture. */
export const kHalf = 100;
const kMinimumExtent = 2;
/** A vector that is this many times as long as the middle one does not determine the extent. */
const kLong = 4;

/**
 * Half the side of a plane: a power of two that no vector exceeds, except those that are much longer than the others.
 * @param {readonly (readonly number[])[]} vectors
 * @param {readonly number[]} shown vector that must not exceed it
 */
export function computeExtent(vectors, shown) {
  const reaches = vectors.map(findLargestMagnitude).sort((a, b) => a - b);
  const limit = Math.max(kMinimumExtent, kLong * Number(reaches[Math.floor(reaches.length / 2)]));
  const fitting = reaches.filter((reach) => reach <= limit);
  return 2 ** Math.ceil(Math.log2(Math.max(kMinimumExtent, findLargestMagnitude(shown), ...fitting)));
}

/** @param {number} extent @returns {Plane} */
export const createPlane = (extent) => ({
  extent,
  scale(vector) {
    const most = Math.max(extent, findLargestMagnitude(vector));
    const [x = 0, y = 0] = vector.map((value) => (value / most) * kHalf);
    return [x, -y];
  },
  isLong: (vector) => findLargestMagnitude(vector) > extent,
});

/** Half the width of a letter and the height of a line, in units of the picture, in the larger type of a narrow screen. */
const kLetter = { half: 4, height: 18 };
/** The largest distance of a label from the middle of the picture. */
const kReach = 104;

/** @typedef {{ point: readonly number[], radius: number }} Disk */
/** @typedef {Disk & { text: string }} Label of the disk */
/** @typedef {{ text: string, x: number, y: number, half: number }} PlacedLabel with the middle of its base line and half its width */

/**
 * Places each label above, below or beside its point: near it, inside of the picture, and apart from disks and earlier labels.
 * @param {readonly Label[]} labels
 * @param {readonly number[]} point of a disk that has a letter at its right
 */
export function placeLabels(labels, point) {
  const disks = [...labels, { point, radius: 5 }];
  const placed = [{ text: '', x: Number(point[0]) + 12, y: Number(point[1]) + 4, half: kLetter.half }];
  for (const label of labels) {
    const spots = listSpots(label, labels.length);
    placed.push(spots.find((spot) => isFree(spot, disks, placed)) ?? /** @type {PlacedLabel} */ (spots[0]));
  }
  return placed.slice(1);
}

/** @param {Label} label @param {number} lines above and below the point @returns {PlacedLabel[]} the best one first */
function listSpots({ text, point: [tipX = 0, tipY = 0], radius }, lines) {
  const half = kLetter.half * text.length;
  const x = Math.max(half - kReach, Math.min(kReach - half, tipX));
  const side = (tipX < 0 ? -1 : 1) * (half + radius + 3);
  const rows = Array.from({ length: lines }, (_, i) => {
    const [above, below] = [-4 - radius - i * kLetter.height, 12 + radius + i * kLetter.height];
    return (tipY < 0 ? [above, below] : [below, above]).map((shift) => [x, tipY + shift]);
  });
  const besides = [side, -side].map((shift) => [tipX + shift, tipY + 4]);
  rows.splice(1, 0, besides);
  return rows.flat().map(([x = 0, y = 0]) => ({ text, x, y, half }));
}

/** @param {PlacedLabel} spot @param {readonly Disk[]} disks @param {readonly PlacedLabel[]} placed */
const isFree = ({ x, y, half }, disks, placed) =>
  Math.abs(x) <= kReach - half &&
  Math.abs(y - 4) <= 100 &&
  disks.every(
    ({ point: [tipX = 0, tipY = 0], radius }) =>
      Math.abs(x - tipX) >= half + radius || y + 3 <= tipY - radius || y - 12 >= tipY + radius,
  ) &&
  placed.every(
    (other) => Math.abs(x - other.x) >= half + other.half || Math.abs(y - other.y) >= kLetter.height,
  );

/** @param {readonly number[][]} points @returns {number[][]} corners of their convex hull */
export function findHull(points) {
  const sorted = [...points].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  /** @param {readonly number[][]} ordered */
  const findSide = (ordered) => {
    /** @type {number[][]} */
    const side = [];
    for (const point of ordered) {
      while (side.length > 1 && !turnsLeft(side.at(-2), side.at(-1), point)) side.pop();
      side.push(point);
    }
    return side.slice(0, -1);
  };
  return [...findSide(sorted), ...findSide(sorted.reverse())];
}

/** @param {number[]} [from] @param {number[]} [over] @param {number[]} [to] */
const turnsLeft = ([a = 0, b = 0] = [], [c = 0, d = 0] = [], [e = 0, f = 0] = []) =>
  (c - a) * (f - b) - (d - b) * (e - a) > 0;
