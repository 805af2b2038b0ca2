/**
 * The chapters of the lab in their order: the title of each chapter, its question, and the sentence that leads to the next.
 */
import { markText } from '../language/translate.js';

/**
 * @typedef {object} ChapterOutline
 * @property {string} shortTitle title in the row of chapters
 * @property {string} title
 * @property {string} question that the chapter answers
 * @property {string} [poster] experiment and preset whose trained map is on the chapter's card
 * @property {string} bridge what the chapter leaves open, and what comes next
 */

/** Chapters by number, from 0. @type {readonly ChapterOutline[]} */
export const chapterOutlines = [
  {
    shortTitle: markText('Bottleneck'),
    title: markText('The bottleneck'),
    question: markText('How much of a sentence fits into 32 numbers?'),
    bridge: markText(
      'One vector is not enough. Next: what weights over several inputs are, and how they are learned.',
    ),
  },
  {
    shortTitle: markText('Look'),
    title: markText('Where to look'),
    question: markText('Can a network learn where to look?'),
    poster: 'context-lookup/default',
    bridge: markText(
      'These weights came out of one table or one layer. Next, a query is compared with keys.',
    ),
  },
  {
    shortTitle: markText('QKV'),
    title: markText('Query, key, value by hand'),
    question: markText('What do query, key and value do?'),
    bridge: markText(
      'You have computed attention by hand. Next, a network learns it: which words decide a review?',
    ),
  },
  {
    shortTitle: markText('Words'),
    title: markText('Which words decide?'),
    question: markText('Which words make a review a good one?'),
    poster: 'sentiment/default',
    bridge: markText(
      'A review needs one answer. A translation needs one for every word, and each looks elsewhere.',
    ),
  },
  {
    shortTitle: markText('Translate'),
    title: markText('Learning to align'),
    question: markText('Nobody says which word translates which. Can it be learned?'),
    poster: 'translation/reversal',
    bridge: markText('The map looks like an explanation of the answer. Is it one?'),
  },
  {
    shortTitle: markText('Explain'),
    title: markText('Does the map explain the answer?'),
    question: markText('The answer is right. Is the map its reason?'),
    poster: 'translation/no-tanh',
    bridge: markText('So far a recurrent network read the sentence. What if attention did all the work?'),
  },
  {
    shortTitle: markText('Transformers'),
    title: markText('Transformers'),
    question: markText('What does each head look for?'),
    poster: 'self-attention/induction-one-layer',
    bridge: markText('Nothing in a query or a key has to be a word. The regions of a picture serve as well.'),
  },
  {
    shortTitle: markText('Pictures'),
    title: markText('Looking at pictures'),
    question: markText('Where does it look while it says “red”?'),
    poster: 'caption/soft',
    bridge: markText(
      'Words stand in a row, and regions in a grid. In a graph a query sees only its neighbors.',
    ),
  },
  {
    shortTitle: markText('Graphs'),
    title: markText('Who listens to whom'),
    question: markText('Does everyone rank the neighbors alike?'),
    poster: 'graph-attention/default',
    bridge: markText(
      'Words, regions and edges were given. Next, with no query and no key, a network moves its own window over a picture.',
    ),
  },
  {
    shortTitle: markText('Gaze'),
    title: markText('A gaze that moves'),
    question: markText('What if it sees only a small window?'),
    poster: 'draw/digits',
    bridge: markText(
      'Last comes the kind of network that attention is best known for: one that continues a text.',
    ),
  },
  {
    shortTitle: markText('Language'),
    title: markText('Language models'),
    question: markText('How does it know what was said before?'),
    poster: 'language-model/words',
    bridge: markText(
      'Here the path ends. One weighted average has ended the bottleneck, aligned, sorted, looked and written; but where it looks is not always why it answers. The [reference](reference.html) lists all its forms.',
    ),
  },
];
