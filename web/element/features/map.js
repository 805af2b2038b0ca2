/**
 * Attributes and events of the map.
 *
 * @fires {CustomEvent<{ row: number }>} attento-row - The reader has chosen a row of the map, counted from 0.
 * @fires {CustomEvent<{ map: string, layer?: number, head?: number }>} attento-map - The reader has chosen another map; with
 *   layer and head, counted from 0, if it has heads.
 * @fires {CustomEvent<{ hold: string, answer: object }>} attento-hold - The reader holds rows of the map; `answer` is what
 *   predict() returns for them.
 */
import { createTextSchema } from './attribute.js';

export const attributes = {
  /** Name of the map that is shown first. */
  shown: { link: createTextSchema(64) },
  /** Rows of the map whose whole attention is held on one column, as row:column counted from 0: “1:0 3:2”; of one head (map.layer.head.row:column) “cross.0.1.3:2”; “conduct:4” starts game number 4, in which the model has to say something else. */
  hold: { link: createTextSchema(256) },
  /** A text by the reader that the model reads. */
  text: { link: createTextSchema(256) },
};
