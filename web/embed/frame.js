/**
 * The page `embed.html`: one instrument in a frame, configured by the fragment of the frame's address.
 *
 * It sends its height and its events to the page around it; links and errors, which may contain the reader's own data, only
 * if the origin of that page is known. It accepts commands only from an origin that the frame's address names
 * (`embed.html?parent=https://blog.example`); see frame-messages.js.
 */
import '../element/define.js';
import {
  createCommandFilter,
  createHeightMessages,
  createMessage,
  findParentOrigin,
  readDeclaredParent,
  readFrameId,
  removeOwnData,
} from './frame-messages.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */

const element = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
const id = readFrameId(location.search);

const declared = readDeclaredParent(location.search);
const origin = declared ?? findParentOrigin(location.ancestorOrigins, document.referrer);

/** @param {import('./frame-messages.js').Message} message */
function send(message) {
  const publicMessage = removeOwnData(message);
  if (origin === null || publicMessage === message) window.parent.postMessage(publicMessage, '*');
  else window.parent.postMessage(message, origin);
}

/** @param {string} type @param {(detail: any) => Record<string, unknown>} selectFields selects the fields of the detail to pass on */
function forward(type, selectFields) {
  element.addEventListener(`attento-${type}`, (event) =>
    send(createMessage(type, id, selectFields(/** @type {CustomEvent} */ (event).detail))),
  );
}

if (window.parent !== window) {
  forward('ready', () => ({}));
  forward('change', ({ link }) => ({ link }));
  forward('pause', ({ step, reason }) => ({ step, reason }));
  forward('error', ({ error }) => ({ code: error?.code ?? '', text: String(error?.message ?? error) }));

  let height = 0;
  const sendHeight = () => {
    for (const message of createHeightMessages(id, height)) window.parent.postMessage(message, '*');
  };
  new ResizeObserver(() => {
    const newHeight = Math.ceil(document.body.getBoundingClientRect().height);
    if (newHeight === height) return;
    height = newHeight;
    sendHeight();
  }).observe(document.body);
  // The height is sent again, since a page that listens late has missed the first message.
  window.addEventListener('load', sendHeight);
  element.addEventListener('attento-ready', sendHeight);

  const accept = createCommandFilter(window.parent, declared, () => performance.now());
  window.addEventListener('message', (event) => {
    const command = accept(event);
    if (command?.verb === 'run') element.run();
    else if (command?.verb === 'pause') element.pause();
    else if (command) element.configuration = command.link;
  });
}
