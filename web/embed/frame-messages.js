/**
 * Messages between a framed instrument and the page around it.
 *
 * Out: `{ type: 'attentoscope:height' | 'ready' | 'change' | 'pause' | 'error', v: 1, id, … }`; `link` and `text` are left out
 * if the origin of the page is unknown.
 * In: `{ type: 'attentoscope:run', v: 1 }`, `{ type: 'attentoscope:pause', v: 1 }` and
 * `{ type: 'attentoscope:configure', v: 1, link: 'v1;…' }`. Everything else is ignored without an answer.
 */

/** @typedef {{ verb: 'run' } | { verb: 'pause' } | { verb: 'configure', link: string }} Command */

const kPrefix = 'attentoscope:';
const kVersion = 1;

/** Maximum length of a link, in characters; the same as for all links. */
const kMaximumLinkLength = 4096;
const kMaximumIdLength = 64;

/** Commands accepted per second; more are dropped. */
const kCommandsPerSecond = 10;

/** @typedef {{ type: string, v: number, id: string, [field: string]: unknown }} Message */

/** @param {string} type @param {string} id @param {Record<string, unknown>} fields @returns {Message} */
export const createMessage = (type, id, fields) => ({ type: kPrefix + type, v: kVersion, id, ...fields });

/** The height in two formats, for embed-parent.js and for learning platforms. @param {string} id @param {number} height in CSS pixels */
export const createHeightMessages = (id, height) => [
  createMessage('height', id, { height }),
  { subject: 'lti.frameResize', height },
];

/** The frame's `id` in its messages. @param {string} search the query of the frame's address */
export const readFrameId = (search) =>
  (new URLSearchParams(search).get('id') ?? '').slice(0, kMaximumIdLength);

/**
 * The origin whose commands are accepted.
 * @param {string} search the query of the frame's address
 * @returns {string | null} null unless `parent` in the query is exactly an origin: scheme, host and port
 */
export function readDeclaredParent(search) {
  const [parent, ...more] = new URLSearchParams(search).getAll('parent');
  if (parent === undefined || more.length > 0 || !URL.canParse(parent)) return null;
  const { origin, protocol } = new URL(parent);
  return /^https?:$/.test(protocol) && parent === origin ? origin : null;
}

/**
 * The origin of the page around the frame, as far as the browser reports it.
 * @param {ArrayLike<string> | undefined} ancestors `location.ancestorOrigins`, which not every browser has
 * @param {string} referrer of the frame
 * @returns {string | null} null if it is unknown or opaque
 */
export function findParentOrigin(ancestors, referrer) {
  const [nearest] = Array.from(ancestors ?? []);
  const address = nearest ?? referrer;
  if (!URL.canParse(address)) return null;
  const { origin, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : null;
}

/**
 * Removes fields that must not be sent to unknown origins: links and error texts may contain the reader's own data.
 * @param {Message} message
 * @returns {Message} the same object if it has none of these fields
 */
export function removeOwnData(message) {
  if (!('link' in message || 'text' in message)) return message;
  const { link: _, text: __, ...rest } = message;
  return rest;
}

/**
 * Parses a message as a command.
 * @param {unknown} data
 * @returns {Command | null} null unless it is one of the three commands, with exactly its fields
 */
export function parseCommand(data) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const { type, v, ...rest } = /** @type {Record<string, unknown>} */ (data);
  if (v !== kVersion) return null;
  const names = Object.keys(rest).join();
  if (names === '') {
    if (type === `${kPrefix}run`) return { verb: 'run' };
    if (type === `${kPrefix}pause`) return { verb: 'pause' };
  }
  if (type !== `${kPrefix}configure` || names !== 'link') return null;
  const { link } = rest;
  const fits = typeof link === 'string' && link.length <= kMaximumLinkLength && /^v1(;|$)/.test(link);
  return fits ? { verb: 'configure', link } : null;
}

/**
 * Creates a filter that accepts commands only from one page, at a limited rate.
 * @param {unknown} parent the window around the frame
 * @param {string | null} origin that it must have; null to reject everything
 * @param {() => number} now in ms
 * @returns {(event: { source: unknown, origin: string, data: unknown }) => Command | null}
 */
export function createCommandFilter(parent, origin, now) {
  /** Times of the commands of the last second. @type {number[]} */
  let recentTimes = [];
  return (event) => {
    if (origin === null || event.source !== parent || event.origin !== origin) return null;
    const command = parseCommand(event.data);
    if (!command) return null;
    const time = now();
    recentTimes = recentTimes.filter((past) => time - past < 1000);
    if (recentTimes.length >= kCommandsPerSecond) return null;
    recentTimes.push(time);
    return command;
  };
}
