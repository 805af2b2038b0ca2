/**
 * Data of the page or of a link that replace the data of the task.
 *
 * @attr {string} src - URL of a file with your own attention maps, for the experiment maps.
 */
import { createTextSchema } from './attribute.js';

/** Maximum size of own data in a link, in bytes. */
export const kMaxLinkedDataBytes = 2000;

export const attributes = {
  /** Your own data, at most 2000 bytes, as base64url; the same format as in a link. */
  data: { link: createTextSchema(Math.ceil((kMaxLinkedDataBytes * 4) / 3)) },
  /** URL of your own data, same-origin or with CORS, fetched when the instrument starts; for experiments that accept own data. */
  'data-src': {},
};
