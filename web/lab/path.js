/**
 * The path through the lab: the title of each chapter, its claim, and the sentence that leads to the next.
 * @module
 */
import { markText } from '../language/translate.js';

/**
 * @typedef {object} ChapterOutline
 * @property {string} shortTitle title in the row of chapters
 * @property {string} title
 * @property {string} claim one sentence
 * @property {string} bridge what the chapter leaves open, and what comes next
 */

/** Chapters by number, from 0. @type {readonly ChapterOutline[]} */
export const path = [
  {
    shortTitle: markText('Bottleneck'),
    title: markText('The bottleneck'),
    claim: markText('One vector has to hold the whole sentence. Long sentences do not fit.'),
    bridge: markText(
      'One vector is not enough. Next: what weights over several inputs are, and how they are learned.',
    ),
  },
  {
    shortTitle: markText('Look'),
    title: markText('Where to look'),
    claim: markText('Attention is a set of weights, and weights can be learned.'),
    bridge: markText(
      'These weights came out of one table or one layer. Next, a query is compared with keys.',
    ),
  },
  {
    shortTitle: markText('QKV'),
    title: markText('Query, key, value by hand'),
    claim: markText('A query is compared with keys. The resulting weights average the values.'),
    bridge: markText(
      'You have computed attention by hand. Next, a network learns it: which words decide a review?',
    ),
  },
  {
    shortTitle: markText('Words'),
    title: markText('Which words decide?'),
    claim: markText('Attention averages all states of a review, and its weights show which words decide.'),
    bridge: markText(
      'A review needs one answer. A translation needs one for every word, and each looks elsewhere.',
    ),
  },
  {
    shortTitle: markText('Translate'),
    title: markText('Learning to align'),
    claim: markText('A decoder learns which source word each target word comes from. Nobody tells it.'),
    bridge: markText('The map looks like an explanation of the answer. Is it one?'),
  },
  {
    shortTitle: markText('Explain'),
    title: markText('Does the map explain the answer?'),
    claim: markText('Sometimes. Tests and deliberate faults show when.'),
    bridge: markText('So far a recurrent network read the sentence. What if attention did all the work?'),
  },
  {
    shortTitle: markText('Transformers'),
    title: markText('Transformers'),
    claim: markText('Every token is compared with every token, in several heads at once.'),
    bridge: markText('Nothing in a query or a key has to be a word. The regions of a picture serve as well.'),
  },
  {
    shortTitle: markText('Pictures'),
    title: markText('Looking at pictures'),
    claim: markText('The same mechanism finds the object that each word of a caption names.'),
    bridge: markText(
      'Words stand in a row, and regions in a grid. In a graph a query sees only its neighbors.',
    ),
  },
  {
    shortTitle: markText('Graphs'),
    title: markText('Who listens to whom'),
    claim: markText('Attention needs neither order nor grid. It weighs the edges of a graph.'),
    bridge: markText(
      'Words, regions and edges were given. Next, with no query and no key, a network moves its own window over a picture.',
    ),
  },
  {
    shortTitle: markText('Gaze'),
    title: markText('A gaze that moves'),
    claim: markText('A network decides itself where its window goes next, and sees only what lies in it.'),
    bridge: markText(
      'Last comes the kind of network that attention is best known for: one that continues a text.',
    ),
  },
  {
    shortTitle: markText('Language'),
    title: markText('Language models'),
    claim: markText('A decoder that predicts the next token learns to look up what was said before.'),
    bridge: markText(
      'Here the path ends. One mechanism has aligned, sorted, looked and written. The start page lists all its forms.',
    ),
  },
];
