/**
 * The page `embed.html`: one instrument in a frame, configured by the fragment of the frame's address.
 *
 * It sends its height and its events to the page around it; links and errors, which may contain the reader's own data, only
 * if it knows the origin of that page. It accepts messages of that page only if the frame's address names it
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

/** @param {string} type @param {(detail: any) => Record<string, unknown>} told selects the fields of the detail to pass on */
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
  // The height is sent again, since a page that listens late has missed the first message.
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
