/**
 * What the colours and the outline mean.
 * @module
 */

import { h } from './dom.js';
import { scaleGradient } from './palette.js';

/** @returns {HTMLElement} */
export function createLegend() {
  const ramp = h('span', { class: 'legend-ramp' });
  ramp.style.backgroundImage = scaleGradient('to right');
  return h(
    'p',
    { class: 'legend' },
    h('span', { class: 'legend-item' }, h('span', { class: 'legend-truth' }), 'truth'),
    h('span', { class: 'legend-item' }, 'learned share', h('span', {}, '0'), ramp, h('span', {}, '1')),
  );
}
