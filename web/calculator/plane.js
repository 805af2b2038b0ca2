/** Geometry of the planes in which arrows are drawn: the scale, and the hull of points. */
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
