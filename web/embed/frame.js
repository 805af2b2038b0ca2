/**
 * The page `embed.html`: one instrument in a frame, set up by the fragment of the frame's address.
 *
 * It tells the page around it how high it is and what happens; links and errors, which may hold the reader's own data, only
 * if it knows the origin of that page. It listens to that page only if the frame's address names it
 * (`embed.html?parent=https://blog.example`), and then to three commands; see frame-messages.js.
 * @module
 */
import '../element/define.js';
import {
  commandGate,
  declaredParent,
  frameId,
  heightMessages,
  knownParent,
  message,
  withoutOwnData,
} from './frame-messages.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */

const element = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
const id = frameId(location.search);

const declared = declaredParent(location.search);
const origin = declared ?? knownParent(location.ancestorOrigins, document.referrer);

/** @param {import('./frame-messages.js').Message} told */
function tell(told) {
  const open = withoutOwnData(told);
  if (origin === null || open === told) window.parent.postMessage(open, '*');
  else window.parent.postMessage(told, origin);
}

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
    for (const told of heightMessages(id, height)) window.parent.postMessage(told, '*');
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

  const accept = commandGate(window.parent, declared, () => performance.now());
  window.addEventListener('message', (event) => {
    const command = accept(event);
    if (command?.verb === 'run') element.run();
    else if (command?.verb === 'pause') element.pause();
    else if (command) element.configuration = command.link;
  });
}
