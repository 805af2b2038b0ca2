/**
 * Saves the film of a training as WebM: the recorded frames one after the other, a few seconds in all. First all frames are
 * drawn, which may be slow; then they are played to the recorder, which runs in real time. Loaded on demand.
 */
import { AttentoscopeError } from '../index.js';
import { translate } from '../language/translate.js';
import { formatCount, formatNumber } from '../parts/format.js';
import { flushThrottled } from '../parts/throttle.js';
import { download } from './download.js';
import { drawFigure, encodePng, loadImage } from './save-figure.js';

/** @import { Figure } from './save-view.js' */

/** Video types in order of preference: even slow machines can encode VP8 in real time. */
const kTypes = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'];
const kFrameMs = 90;
/** The first frame is shown a little longer than others, the last one much longer. */
const kFirstMs = 400;
const kLastMs = 1200;
const kMaxPixels = 1_000_000;
const kBitsPerSecond = 6_000_000;
/** Share of the progress bar for drawing; the rest is for recording. */
const kDrawing = 0.5;

/**
 * @param {Figure} figure with a film
 * @param {import('./save-view.js').SaveContext} saving
 * @param {AbortSignal} signal
 * @param {(share: number, text: string) => void} report
 */
export async function saveFilm(figure, saving, signal, report) {
  const type = globalThis.MediaRecorder && kTypes.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || !('captureStream' in HTMLCanvasElement.prototype))
    throw new AttentoscopeError('BAD_STATE', {
      message: translate('This browser cannot record WebM. Chromium and Firefox can.'),
      recoverable: true,
    });
  const film = /** @type {import('../engine/view-types.js').Film} */ (figure.view.film);
  const frames = film.pictures();
  if (frames.length < 2)
    throw new AttentoscopeError('BAD_STATE', { message: translate('There is no film yet: train first.') });
  const canvas = document.createElement('canvas');
  /** @type {Blob[]} */
  const images = [];
  try {
    for (const [i, { step, loss, project }] of frames.entries()) {
      project();
      flushThrottled();
      const when = translate('step {step}', { step: formatCount(step) });
      const lossText = Number.isFinite(loss)
        ? ` · ${translate('loss {loss}', { loss: formatNumber(loss) })}`
        : '';
      await draw(canvas, drawFigure(figure.element, `${saving.title()} · ${when}${lossText}`), i === 0);
      images.push(await encodePng(canvas));
      signal.throwIfAborted();
      report(
        (kDrawing * (i + 1)) / frames.length,
        translate('Drawing picture {index} of {count}', { index: i + 1, count: frames.length }),
      );
    }
  } finally {
    film.end();
  }
  const blob = await record(canvas, type, images, signal, (share) =>
    report(kDrawing + (1 - kDrawing) * share, translate('Recording')),
  );
  const { experiment } = saving.configuration();
  const [first, last] = [frames[0]?.step, frames.at(-1)?.step];
  download(blob, `${experiment}-${figure.name}-film-step-${first}-to-${last}.webm`, saving.notify);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ svg: string, width: number, height: number }} drawing
 * @param {boolean} fit whether to resize the canvas to the drawing
 */
async function draw(canvas, { svg, width, height }, fit) {
  const image = await loadImage(svg);
  if (fit) {
    const scale = Math.min(2, Math.sqrt(kMaxPixels / (width * height)));
    // Encoders need even sizes.
    canvas.width = 2 * Math.round((width * scale) / 2);
    canvas.height = 2 * Math.round((height * scale) / 2);
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const scale = Math.min(canvas.width / width, canvas.height / height);
  context.drawImage(image, 0, 0, width * scale, height * scale);
}

/**
 * Records pictures as a video, in real time.
 * @param {HTMLCanvasElement} canvas
 * @param {string} type
 * @param {readonly Blob[]} pictures
 * @param {AbortSignal} signal
 * @param {(share: number) => void} report
 * @returns {Promise<Blob>}
 */
async function record(canvas, type, pictures, signal, report) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  /** @param {Blob} [picture] */
  const paint = async (picture) => {
    if (!picture) return;
    const image = await createImageBitmap(picture);
    context.drawImage(image, 0, 0);
    image.close();
  };
  // In Firefox the stream starts with the content of the canvas at the call of captureStream().
  await paint(pictures[0]);
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks();
  // Firefox has requestFrame() on the stream, other browsers on the track.
  const source = /** @type {CanvasCaptureMediaStreamTrack} */ (
    track && 'requestFrame' in track ? track : /** @type {unknown} */ (stream)
  );
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: kBitsPerSecond });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const waitForEvent = (/** @type {'dataavailable' | 'stop'} */ event) =>
    new Promise((resolve, reject) => {
      recorder.addEventListener(event, resolve, { once: true });
      recorder.addEventListener('error', reject, { once: true });
    });
  /** Requests the current frame until the recorder has data, because a busy machine drops some. @param {number} ms duration */
  const captureFrame = async (ms) => {
    const before = parts.length;
    do {
      source.requestFrame();
      await wait(ms);
      const dataAvailable = waitForEvent('dataavailable');
      recorder.requestData();
      await dataAvailable;
      signal.throwIfAborted();
    } while (parts.slice(before).every(({ size }) => size === 0));
  };
  try {
    recorder.start();
    for (const [i, picture] of pictures.entries()) {
      await paint(picture);
      report((i + 1) / pictures.length);
      await captureFrame(i === 0 ? kFirstMs : i + 1 < pictures.length ? kFrameMs : kLastMs);
    }
    // An additional frame ends the duration of the last one.
    context.drawImage(canvas, 0, 0);
    await captureFrame(kFrameMs);
    const stopped = waitForEvent('stop');
    recorder.stop();
    await stopped;
    return new Blob(parts, { type: 'video/webm' });
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    track?.stop();
  }
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
