/** Paints the pictures to share, in a page: the sentence of the start page at some steps of its recorded run. */
import { recordedSentences, stepsPerFrame } from '../web/instrument/recorded-sentences.js';
import { decodeSentence, filmedSteps, interpolateFrame } from '../web/instrument/sentence-film.js';
import { paintPipes } from '../web/plots/pipes-paint.js';
import { readTheme } from '../web/plots/theme.js';

/** @import { SentenceFrame } from '../web/instrument/sentence-film.js' */

/** @typedef {CanvasRenderingContext2D} Context */

/** Font size of the source words, which are longer, as a share of that of the answers. */
const kSourceSize = 0.85;
const kFont = '"DejaVu Sans", sans-serif';
const kPaper = '#fdfcf9';
const kInk = '#1b1f27';
const kMuted = '#585f6d';
const kRight = '#1a6b35';
const kWrong = '#a3261b';

/** Steps on the card: four moments of the run. */
const kMoments = [0, 80, 140, filmedSteps];
/** Frames of the film between two recorded ones; and durations of the first, the other and the last frames, in ms. */
const kTweens = 2;
const kDelays = { first: 1200, other: 120, last: 4000 };

const film = decodeSentence(
  /** @type {typeof recordedSentences[number]} */ (recordedSentences[0]),
  stepsPerFrame,
);

// The liquid of a weight of 0 has the color of the paper.
document.body.style.setProperty('--attento-paper', kPaper);

/** @param {number} width @param {number} height @returns {Context} of an empty canvas */
function createContext(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {Context} */ (canvas.getContext('2d', { willReadFrequently: true }));
  context.fillStyle = kPaper;
  context.fillRect(0, 0, width, height);
  return context;
}

/**
 * @param {Context} context
 * @param {string} text
 * @param {{ x: number, y: number, size: number, weight?: number, color?: string, align?: CanvasTextAlign }} style
 */
function paintText(context, text, { x, y, size, weight = 400, color = kInk, align = 'center' }) {
  context.font = `${weight} ${size}px ${kFont}`;
  context.fillStyle = color;
  context.textAlign = align;
  context.fillText(text, x, y);
}

/** @param {string} word @returns {string} the end of a sentence as a sign */
const formatWord = (word) => (word === '<end>' ? '■' : word);

/**
 * Paints one moment: source words, pipes, and what the network answers.
 * @param {Context} context
 * @param {SentenceFrame} frame
 * @param {{ x: number, y: number, width: number, height: number, size: number }} box with the size of the words
 */
function paintSentence(context, { weights, answers }, { x, y, width, height, size }) {
  const { source, target, truth } = film.sentence;
  const top = y + 1.5 * size;
  const bottom = y + height - 1.6 * size;
  const picture = createContext(width, bottom - top);
  paintPipes(picture, {
    width,
    height: bottom - top,
    columns: source.length,
    weights,
    truth,
    theme: readTheme(document.body),
  });
  context.drawImage(picture.canvas, x, top);
  source.forEach((word, s) => {
    const place = { x: x + ((s + 0.5) * width) / source.length, y: y + size };
    paintText(context, formatWord(word), { ...place, size: kSourceSize * size });
  });
  target.forEach((word, t) => {
    const isRight = answers[t] === word;
    const text = `${formatWord(answers[t] ?? '')} ${isRight ? '✓' : '✗'}`;
    const place = { x: x + ((t + 0.5) * width) / target.length, y: bottom + 1.3 * size, size };
    paintText(context, text, { ...place, weight: 700, color: isRight ? kRight : kWrong });
  });
}

/** @param {{ width: number, height: number }} size @returns {string} the card as a data: URL of a PNG */
export function paintCard({ width, height }) {
  const context = createContext(width, height);
  paintText(context, 'Nobody told it where to look.', { x: 40, y: 78, size: 52, weight: 700, align: 'left' });
  paintText(context, 'Attentoscope', { x: width - 40, y: 78, size: 26, color: kMuted, align: 'right' });
  const box = { width: 530, height: 208, size: 19 };
  kMoments.forEach((step, i) => {
    const place = { x: 40 + (i % 2) * 590, y: 146 + Math.floor(i / 2) * 252 };
    paintText(context, `step ${step}`, {
      x: place.x,
      y: place.y - 10,
      size: 19,
      color: kMuted,
      align: 'left',
    });
    paintSentence(context, interpolateFrame(film.frames, step), { ...box, ...place });
  });
  return context.canvas.toDataURL('image/png');
}

/**
 * Paints the film of the training.
 * @param {{ width: number, height: number }} size
 * @returns {{ pixels: string, delay: number }[]} pixels as base64 of RGBA
 */
export function paintFilm({ width, height }) {
  const count = (film.frames.length - 1) * kTweens;
  return Array.from({ length: count + 1 }, (_, i) => {
    const step = (i * filmedSteps) / count;
    const context = createContext(width, height);
    paintSentence(context, interpolateFrame(film.frames, step), {
      x: 0,
      y: 12,
      width,
      height: height - 52,
      size: 17,
    });
    context.fillStyle = '#e6e3db';
    context.fillRect(110, height - 20, width - 130, 6);
    context.fillStyle = '#1d4f91';
    context.fillRect(110, height - 20, ((width - 130) * i) / count, 6);
    paintText(context, `step ${Math.round(step)}`, {
      x: 20,
      y: height - 11,
      size: 16,
      color: kMuted,
      align: 'left',
    });
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (const byte of data) text += String.fromCharCode(byte);
    const delay = i === 0 ? kDelays.first : i === count ? kDelays.last : kDelays.other;
    return { pixels: btoa(text), delay };
  });
}
