/**
 * The page `embed.html`: one instrument in a frame, set up by the fragment of the frame's address.
 *
 * It tells the page around it how high it is and what happens. It listens to that page only if the frame's address
 * names it (`embed.html?parent=https://blog.example`), and then to three commands; see frame-messages.js.
 * @module
 */
import '../element/define.js';
import { commandGate, declaredParent, frameId, heightMessages, message } from './frame-messages.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */

const element = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
const id = frameId(location.search);

/** Nothing that is told is a secret, so it may go to whoever embeds the frame. @param {object} told */
const tell = (told) => window.parent.postMessage(told, '*');

/** @param {string} type @param {(detail: any) => Record<string, unknown>} told what of the detail is passed on */
function forward(type, told) {
  element.addEventListener(`attento-${type}`, (event) =>
    tell(message(type, id, told(/** @type {CustomEvent} */ (event).detail))),
  );
}

if (window.parent !== window) {
  forward('ready', () => ({}));
  forward('change', ({ link }) => ({ link }));
  forward('pause', ({ step, reason }) => ({ step, reason }));
  forward('error', ({ error }) => ({ code: error?.code ?? '', text: String(error?.message ?? error) }));

  let height = 0;
  const tellHeight = () => {
    for (const told of heightMessages(id, height)) tell(told);
  };
  new ResizeObserver(() => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    tellHeight();
  }).observe(document.body);
  // The height mostly stays as it is, and a page that listens late has missed the first message.
  window.addEventListener('load', tellHeight);
  element.addEventListener('attento-ready', tellHeight);

  const accept = commandGate(window.parent, declaredParent(location.search), () => performance.now());
  window.addEventListener('message', (event) => {
    const command = accept(event);
    if (command?.verb === 'run') element.run();
    else if (command?.verb === 'pause') element.pause();
    else if (command) element.configuration = command.link;
  });
}
