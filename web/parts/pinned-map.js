/**
 * A map that the reader has pinned, to compare it with what the model shows later, also after a restart with other settings.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { toElement } from './dom.js';
import { formatCount } from './format.js';
import { formatParameter } from './format-parameter.js';

/** @import { PinnedMap, ShownMap, ViewOptions } from '../engine/view-types.js' */

/** Name of the parameter for the index of the example, counted from 0. */
const kExample = 'probeExample';

/**
 * Copies a map in which every row may attend to every column.
 * @param {Omit<ShownMap, 'rows' | 'columns' | 'windows'>} map
 * @returns {ShownMap}
 */
export const copyMap = (map) => ({
  ...map,
  rows: map.tokens.rows.length,
  columns: map.tokens.columns.length,
  weights: map.weights.slice(),
  truth: map.truth.slice(),
  windows: map.tokens.rows.map(() => null),
});

/** Adds the button that pins a map beside the map's menu. @param {HTMLElement} map @param {() => void} onPin */
export function addPinButton(map, onPin) {
  const title = translate('Pin this map, to compare it with later ones');
  map
    .querySelector(':scope > .view-foot')
    ?.append(
      toElement(
        html`<button type="button" class="button pin" title=${title} @click=${onPin}>${translate('Pin')}</button>`,
      ),
    );
}

/** @param {Pick<ViewOptions, 'getShownMap' | 'seed' | 'parameters' | 'manifest'>} options @returns {PinnedMap | null} null where no map can be pinned */
export function createPinnedMap({ getShownMap, seed, parameters, manifest }) {
  const map = getShownMap();
  return (
    map && { map, seed: seed(), parameters: { ...parameters() }, data: JSON.stringify(manifest.data ?? null) }
  );
}

/**
 * Describes the settings in which two runs differ: once for each run, with its own values.
 * @param {PinnedMap} pinned
 * @param {PinnedMap} present
 * @param {ViewOptions['schema']['parameters']} schemas
 * @returns {[string[], string[]]}
 */
export function describeDifferences(pinned, present, schemas) {
  const maps = [pinned, present];
  /** @param {(pinned: PinnedMap) => string} describe */
  const describeBoth = (describe) => maps.map(describe);
  const different = [
    describeBoth(({ map }) => map.name),
    describeBoth(({ seed }) => translate('seed {seed}', { seed: String(seed) })),
    describeBoth(({ data }) =>
      /"source":"own"/.test(data) ? translate('own data') : translate('the task’s own data'),
    ),
    ...schemas
      .filter(
        ({ name }) => JSON.stringify(pinned.parameters[name]) !== JSON.stringify(present.parameters[name]),
      )
      .map((schema) =>
        describeBoth(({ parameters }) =>
          schema.name === kExample
            ? translate('example {n}', { n: formatCount(Number(parameters[kExample]) + 1) })
            : formatParameter(schema, parameters),
        ),
      ),
  ].filter(([first, second]) => first !== second);
  const [before = '', after = ''] = describeBoth(({ map }) =>
    Number.isNaN(map.step) ? '' : translate('step {step}', { step: formatCount(map.step) }),
  );
  return [
    [before, ...different.map(([first = '']) => first)].filter(Boolean),
    [after, ...different.map(([, second = '']) => second)].filter(Boolean),
  ];
}

/**
 * Why two maps cannot be compared, in words; '' where they can.
 * @param {Pick<ShownMap, 'rows' | 'columns'>} pinned
 * @param {Pick<ShownMap, 'rows' | 'columns'>} present
 */
export function describeMismatch(pinned, present) {
  if (pinned.rows === present.rows && pinned.columns === present.columns) return '';
  /** @param {Pick<ShownMap, 'rows' | 'columns'>} map */
  const format = ({ rows, columns }) =>
    translate('{rows} × {columns}', { rows: formatCount(rows), columns: formatCount(columns) });
  return translate(
    'The pinned map has {pinned} cells, this one {present}: only maps of the same size can be compared.',
    { pinned: format(pinned), present: format(present) },
  );
}

/** @param {ShownMap} pinned @param {ShownMap} present @returns {string} a remark where the tokens differ */
export const describeOtherTokens = ({ tokens: pinned }, { tokens: present }) =>
  JSON.stringify([pinned.rows, pinned.columns]) === JSON.stringify([present.rows, present.columns])
    ? ''
    : translate('The maps are of different tokens: their cells are compared place by place.');
