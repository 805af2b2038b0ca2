/**
 * The film of a training as WebM: the recorded pictures one after the other, a few seconds in all, however long the
 * training took. Loaded when somebody asks for it.
 * @module
 */
import { AttentoscopeError } from '../index.js';
import { formatCount, formatNumber } from '../views/format.js';
import { catchUp } from '../views/throttle.js';
import { download } from './download.js';
import { drawingOf, imageOf } from './save-figure.js';

/** @typedef {import('./save-view.js').Figure} Figure */

const kTypes = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const kPictureMs = 90;
/** The last picture stays so much longer. */
const kLastMs = 1200;
const kMostPixels = 1_200_000;
const kBitsPerSecond = 6_000_000;

/**
 * @param {Figure} figure with a film
 * @param {import('./save-view.js').Saving} saving
 * @param {AbortSignal} signal
 * @param {(share: number, text: string) => void} report
 */
export async function saveFilm(figure, saving, signal, report) {
  const film = /** @type {import('../views/view.js').ShownFilm} */ (figure.view.film);
  const pictures = film.pictures();
  if (pictures.length < 2)
    throw new AttentoscopeError('BAD_STATE', { message: 'There is no film yet: train first.' });
  const first = pictures[0]?.step;
  const last = pictures.at(-1)?.step ?? 0;
  const projector = createProjector();
  try {
    for (const [i, { step, loss, project }] of pictures.entries()) {
      project();
      catchUp();
      const told = Number.isFinite(loss) ? ` · loss ${formatNumber(loss)}` : '';
      const drawing = drawingOf(figure.element, `${saving.title()} · step ${formatCount(step)}${told}`);
      await projector.show(drawing, i + 1 < pictures.length ? kPictureMs : kLastMs);
      signal.throwIfAborted();
      report((i + 1) / pictures.length, `Picture ${i + 1} of ${pictures.length}`);
    }
    const { experiment } = saving.configuration();
    download(await projector.end(), `${experiment}-${figure.name}-film-step-${first}-to-${last}.webm`);
  } finally {
    film.end();
    projector.dispose();
  }
}

/** A canvas and what records it. Between two pictures the recorder rests, so that a slow machine makes no slow film. */
function createProjector() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const type = globalThis.MediaRecorder && kTypes.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || !canvas.captureStream || !context)
    throw new AttentoscopeError('BOOT_FAILED', {
      message: 'This browser cannot record WebM. Chromium and Firefox can.',
      recoverable: true,
    });
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks();
  // Firefox asks the stream for a picture, the others its track.
  const source = /** @type {CanvasCaptureMediaStreamTrack} */ (
    track && 'requestFrame' in track ? track : /** @type {unknown} */ (stream)
  );
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: kBitsPerSecond });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  let scale = 0;

  /** @param {'start' | 'pause' | 'resume' | 'stop'} event @param {() => void} ask */
  const said = (event, ask) =>
    new Promise((resolve, reject) => {
      recorder.addEventListener(event, resolve, { once: true });
      recorder.addEventListener('error', reject, { once: true });
      ask();
    });

  return {
    /** @param {{ svg: string, width: number, height: number }} drawing @param {number} ms */
    async show({ svg, width, height }, ms) {
      const image = await imageOf(svg);
      if (scale === 0) {
        scale = Math.min(2, Math.sqrt(kMostPixels / (width * height)));
        canvas.width = 2 * Math.ceil((width * scale) / 2);
        canvas.height = 2 * Math.ceil((height * scale) / 2);
      }
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, width * scale, height * scale);
      if (recorder.state === 'inactive') await said('start', () => recorder.start());
      else await said('resume', () => recorder.resume());
      source.requestFrame();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await said('pause', () => recorder.pause());
    },
    /** @returns {Promise<Blob>} */
    async end() {
      await said('stop', () => recorder.stop());
      return new Blob(parts, { type: 'video/webm' });
    },
    dispose() {
      if (recorder.state !== 'inactive') recorder.stop();
      track?.stop();
    },
  };
}
