/**
 * What a graph says in words.
 * @module
 */

import { say } from '../../language/say.js';
import { formatShare, quoted } from '../../parts/format.js';
import { neighboursOf } from './graph-picture.js';

/** @import { GraphPicture } from './graph-picture.js' */

/** So many sentences a summary has, and so many neighbours a sentence. */
const kSentences = 8;
const kNamed = 4;
/** As good as all, and as good as none. */
const kAll = 0.95;
const kNone = 0.1;

/**
 * @param {GraphPicture} picture
 * @param {number} map
 * @param {number} node
 * @returns {{ node: number, weight: number, truth: boolean }[]} whom a node that is asked listens to, the most first
 */
export function listenedTo(picture, map, node) {
  const { nodes, truth } = picture;
  const weights = picture.maps[map] ?? [];
  return neighboursOf(picture, node)
    .map((other) => {
      const at = node * nodes + other;
      return { node: other, weight: weights[at] ?? Number.NaN, truth: truth[at] === 1 };
    })
    .sort((a, b) => b.weight - a.weight);
}

/**
 * @param {GraphPicture} picture
 * @param {number} map
 * @param {number} node
 * @returns {{ node: number, weight: number, truth: boolean }[]} who of those that are asked listens to a node
 */
export function heardBy({ nodes, asked, edges, maps, truth }, map, node) {
  return Array.from({ length: asked }, (_, other) => ({ other, at: other * nodes + node }))
    .filter(({ other, at }) => other !== node && edges[at] === 1)
    .map(({ other, at }) => ({ node: other, weight: maps[map]?.[at] ?? Number.NaN, truth: truth[at] === 1 }))
    .sort((a, b) => b.weight - a.weight);
}

/**
 * @param {GraphPicture} picture
 * @param {number} map
 * @param {number} node
 * @returns {string}
 */
export function nodeText(picture, map, node) {
  const { labels, asked, said, right } = picture;
  const own = node < asked;
  const others = (own ? listenedTo : heardBy)(picture, map, node);
  /** @param {{ node: number, weight: number, truth: boolean }} other */
  const one = ({ node: other, weight, truth }) =>
    truth
      ? say('{node} {share} (true edge)', { node: quoted(labels[other]), share: formatShare(weight) })
      : `${quoted(labels[other])} ${formatShare(weight)}`;
  const named = others.slice(0, kNamed).map(one).join(', ');
  if (!own) {
    return others.length > 0
      ? say('{node} is heard by {others}.', { node: quoted(labels[node]), others: named })
      : say('{node} is heard by nobody.', { node: quoted(labels[node]) });
  }
  if (others.length === 0) return say('{node} sees nobody.', { node: quoted(labels[node]) });
  const texts = { node: quoted(labels[node]), others: named, value: quoted(said[node]) };
  return right[node]
    ? say('{node} listens to {others}; it says {value}, which is right.', texts)
    : say('{node} listens to {others}; it says {value}, which is wrong.', texts);
}

/**
 * What the numbers together mean, where one of them alone would mislead.
 * @param {GraphPicture['metrics']} metrics
 * @returns {string}
 */
export function verdictText(metrics) {
  const [accuracy, found, choice, order] = ['accuracy', 'alignmentAccuracy', 'sameChoice', 'sameOrder'].map(
    (name) => Number(metrics[name] ?? Number.NaN),
  );
  if (Number(accuracy) >= kAll && Number(found) <= kNone)
    return say(
      'The answers are right, yet the true edge gets hardly any weight: it reads all others and says what is missing.',
    );
  if (order === 1 && Number(choice) >= kAll)
    return say('Every node that asks chooses the same one: the query plays no part in the ranking.');
  if (order === 1) return say('Each head has one order for all who ask: static attention.');
  return '';
}

/**
 * @param {GraphPicture} picture
 * @param {number} map
 * @returns {string}
 */
export function summariseGraph(picture, map) {
  const { asked, right } = picture;
  const all = Array.from({ length: asked }, (_, node) => node);
  const found = all.filter((node) => listenedTo(picture, map, node)[0]?.truth).length;
  const told = say('{right} of {asked} nodes say the right value, {found} listen mostly to a true edge.', {
    right: all.filter((node) => right[node]).length,
    asked,
    found,
  });
  return [told, ...all.slice(0, kSentences).map((node) => nodeText(picture, map, node))].join(' ');
}
