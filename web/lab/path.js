/**
 * The path through the lab: the title of each chapter, its claim, and the sentence that leads to the next.
 * @module
 */
import { phrase } from '../language/say.js';

/**
 * @typedef {object} Stop
 * @property {string} short title in the row of chapters
 * @property {string} title
 * @property {string} claim one sentence
 * @property {string} bridge what the chapter leaves open, and what comes next
 * @property {number} [rest] chapter to which later scenes of this one have moved; old addresses lead there
 */

/** Chapters by number, from 0. @type {readonly Stop[]} */
export const path = [
  {
    short: phrase('Bottleneck'),
    title: phrase('The bottleneck'),
    claim: phrase('One vector has to hold the whole sentence. Long sentences do not fit.'),
    bridge: phrase(
      'One vector is not enough. Next: what weights over several inputs are, and how they are learned.',
    ),
  },
  {
    short: phrase('Look'),
    title: phrase('Where to look'),
    claim: phrase('Attention is a set of weights, and weights can be learned.'),
    bridge: phrase('These weights came out of one table or one layer. Next, a query is compared with keys.'),
  },
  {
    short: phrase('QKV'),
    title: phrase('Query, key, value by hand'),
    claim: phrase('A query is compared with keys. The resulting weights average the values.'),
    bridge: phrase(
      'You have computed attention by hand. Next, a network learns it: which words decide a review?',
    ),
  },
  {
    short: phrase('Words'),
    title: phrase('Which words decide?'),
    claim: phrase('Attention averages all states of a review, and its weights show which words decide.'),
    bridge: phrase(
      'A review needs one answer. A translation needs one for every word, and each looks elsewhere.',
    ),
  },
  {
    short: phrase('Translate'),
    title: phrase('Learning to align'),
    claim: phrase('A decoder learns which source word each target word comes from. Nobody tells it.'),
    bridge: phrase('The map looks like an explanation of the answer. Is it one?'),
  },
  {
    short: phrase('Explain'),
    title: phrase('Does the map explain the answer?'),
    claim: phrase('Sometimes. Tests and deliberate faults show when.'),
    bridge: phrase('So far a recurrent network read the sentence. What if attention did all the work?'),
  },
  {
    short: phrase('Transformers'),
    title: phrase('Transformers'),
    claim: phrase('Every token is compared with every token, in several heads at once.'),
    bridge: phrase('Nothing in a query or a key has to be a word. The regions of a picture serve as well.'),
    rest: 10,
  },
  {
    short: phrase('Pictures'),
    title: phrase('Looking at pictures'),
    claim: phrase('The same mechanism finds the object that each word of a caption names.'),
    bridge: phrase(
      'Words stand in a row, and regions in a grid. In a graph a query sees only its neighbors.',
    ),
    rest: 9,
  },
  {
    short: phrase('Graphs'),
    title: phrase('Who listens to whom'),
    claim: phrase('Attention needs neither order nor grid. It weighs the edges of a graph.'),
    bridge: phrase(
      'Words, regions and edges were given. Next, with no query and no key, a network moves its own window over a picture.',
    ),
  },
  {
    short: phrase('Gaze'),
    title: phrase('A gaze that moves'),
    claim: phrase('A network decides itself where its window goes next, and sees only what lies in it.'),
    bridge: phrase(
      'Last comes the kind of network that attention is best known for: one that continues a text.',
    ),
  },
  {
    short: phrase('Language'),
    title: phrase('Language models'),
    claim: phrase('A decoder that predicts the next token learns to look up what was said before.'),
    bridge: phrase(
      'Here the path ends. One mechanism has aligned, sorted, looked and written. The start page lists all its forms.',
    ),
  },
];
