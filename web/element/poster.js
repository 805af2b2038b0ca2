/**
 * The instrument switched off: the same layout, the map as it stands before any learning. The truth is outlined, and
 * as nothing is known yet every position has the same share.
 * @module
 */

import { html, svg } from 'lit';
import { calculator, outlines } from '../index.js';
import { say } from '../language/say.js';
import { icons } from './icons.js';

/** @typedef {import('../engine/schema.js').Configuration} Configuration */

const kCell = { width: 70, height: 76, gap: 5 };
const kLeft = 92;
const kTop = 30;

/**
 * @param {object} options
 * @param {Configuration} options.configuration
 * @param {string} options.controls 'all', 'run' or 'none'
 * @param {'off' | 'starting' | 'failed'} options.state
 * @param {() => void} options.onPlay
 */
export function posterTemplate({ configuration, controls, state, onPlay }) {
  const described = [...outlines(), calculator].find(({ name }) => name === configuration.experiment);
  const trains = described !== calculator;
  const truth = truthOf(configuration);
  const columns = Number(parameterOf(configuration, 'sequenceLength') ?? 8);
  return html`
    <div class="stage off">
      <div class="main" part="map">
        <div class="transport" part="controls">
          <button class="button primary" type="button" ?disabled=${state === 'starting'} @click=${onPlay}>
            ${icons.run} ${state === 'starting' ? say('Starting') : trains ? say('Run') : say('Open')}
          </button>
          <span class="poster-note">${say('nothing is loaded yet')}</span>
        </div>
        <div class="poster-head">
          <p class="poster-title">${say(described?.title ?? '')}</p>
          <p class="poster-note">${say(described?.summary ?? '')}</p>
        </div>
        <slot name="poster">${truth.length > 0 ? mapTemplate(truth, columns) : null}</slot>
        ${
          trains
            ? html`<p class="poster-note poster-legend">
                ${
                  truth.length > 0
                    ? say(
                        'Outlined is the truth. The bars are what has been learned: nothing so far, so every position has the same share.',
                      )
                    : say('Nothing is learned yet.')
                }
                ${
                  described?.twins
                    ? say('Press Run, and two networks learn here, in your browser.')
                    : say('Press Run, and a network learns here, in your browser.')
                }
              </p>`
            : null
        }
      </div>
      <div class="side">${trains ? curveTemplate() : null}</div>
    </div>
    ${controls === 'all' ? html`<div class="more"></div>` : null}
  `;
}

/** The loss curve before its first point. */
function curveTemplate() {
  return html`
    <svg class="poster" viewBox="0 0 400 300" aria-hidden="true">
      <text x="0" y="20">${say('loss')}</text>
      ${[0, 1, 2, 3, 4, 5].map((line) => svg`<rect class="rule" x="0" y=${40 + 44 * line} width="400" height="1" />`)}
      <text x="0" y="282">${say('step {step}', { step: 0 })}</text>
    </svg>
  `;
}

/**
 * @param {(number | undefined)[]} truth
 * @param {number} columns
 */
function mapTemplate(truth, columns) {
  const width = kLeft + columns * kCell.width;
  const height = kTop + truth.length * kCell.height;
  const places = truth.flatMap((at, row) =>
    at === undefined ? [] : [say('context {row} at position {at}', { row, at })],
  );
  const label = say('Truth outlined: {places}. Nothing is learned yet.', { places: places.join(', ') });
  return html`
    <svg class="poster" viewBox="-2 0 ${width + 4} ${height + 4}" role="img" aria-label=${label}>
      ${Array.from(
        { length: columns },
        (_, column) =>
          svg`<text x=${kLeft + (column + 0.5) * kCell.width} y="18" text-anchor="middle">${column}</text>`,
      )}
      ${truth.map((at, row) => rowTemplate(at, row, columns))}
    </svg>
  `;
}

/**
 * @param {number | undefined} truth
 * @param {number} row
 * @param {number} columns
 */
function rowTemplate(truth, row, columns) {
  const y = kTop + row * kCell.height + kCell.gap;
  const height = kCell.height - 2 * kCell.gap;
  const width = kCell.width - 2 * kCell.gap;
  /** @param {number} column */
  const x = (column) => kLeft + column * kCell.width + kCell.gap;
  const fill = height / columns;
  return svg`
    <text x=${kLeft - 14} y=${y + height / 2 + 5} text-anchor="end">${say('context {n}', { n: row })}</text>
    ${Array.from(
      { length: columns },
      (_, column) => svg`
        <rect class="slot" x=${x(column)} y=${y} width=${width} height=${height} />
        <rect class="share" x=${x(column)} y=${y + height - fill} width=${width} height=${fill} />
        <rect class="edge" x=${x(column)} y=${y + height - fill} width=${width} height="1.5" />`,
    )}
    ${
      truth === undefined
        ? null
        : svg`<rect class="truth" x=${x(truth) - 2} y=${y - 2} width=${width + 4} height=${height + 4} rx="4" />`
    }
  `;
}

/**
 * @param {Configuration} configuration
 * @param {string} name of a parameter
 * @returns {import('../engine/schema.js').Value | undefined} given or default
 */
function parameterOf({ experiment, parameters }, name) {
  const schemas = outlines().find((known) => known.name === experiment)?.parameters;
  return parameters[name] ?? schemas?.find((schema) => schema.name === name)?.default;
}

/**
 * @param {Configuration} configuration
 * @returns {(number | undefined)[]} true position of each context, undefined where only the core knows it
 */
export function truthOf(configuration) {
  const list = /** @type {readonly number[]} */ (parameterOf(configuration, 'map') ?? []);
  const limit = Number(parameterOf(configuration, 'sequenceLength'));
  return Array.from({ length: Number(parameterOf(configuration, 'contexts') ?? 0) }, (_, context) => {
    const position = list[context];
    return position === undefined ? undefined : position % limit;
  });
}
