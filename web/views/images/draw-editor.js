/** The drawing pad with its buttons: the reader draws a picture or chooses an image. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { createDropListener, fileChoiceTemplate } from '../../parts/file-choice.js';
import { convertToInk, readSquareImage } from '../../parts/image-file.js';
import { kImageSide } from './draw-image.js';
import { createDrawingPad } from './draw-pad.js';

/**
 * @param {Pick<Parameters<typeof createDrawingPad>[0], 'draw' | 'onDraw'> & { attempt: (action: () => Promise<void>) => void }} options
 */
export function createDrawingEditor({ draw, onDraw, attempt }) {
  const label = translate(
    'Your picture. The arrow keys move the pen, with Shift they draw; Enter puts ink, Backspace takes it away.',
  );
  const pad = createDrawingPad({ label, draw, onDraw });
  /** @param {Blob} file */
  const open = (file) =>
    attempt(async () => {
      const ink = convertToInk(await readSquareImage(file, kImageSide), kImageSide);
      pad.fill((i) => ink[i] ?? 0);
    });
  /** @param {string} text @param {(index: number) => number} ink */
  const fill = (text, ink) => buttonTemplate(text, () => pad.fill(ink));
  return {
    ink: pad.ink,
    drop: createDropListener(open),
    template: () => html`
      ${pad.template()}
      <div class="panel-row">
        ${fill(translate('Clear'), () => 0)} ${fill(translate('Invert'), (i) => 1 - (pad.ink[i] ?? 0))}
        ${fileChoiceTemplate(translate('Choose an image'), 'image/*', open)}
      </div>
    `,
  };
}
