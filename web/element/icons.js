/** Icons of buttons; always beside a word, so hidden from assistive technology. */
import { html } from 'lit';
import { runIcon } from './features/poster.js';

export const icons = {
  run: runIcon,
  pause: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 2h3.5v12H3zM9.5 2H13v12H9.5z" /></svg>`,
  step: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2v12l8-6zM11.5 2H14v12h-2.5z" /></svg>`,
  reset: html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 2.2a5.8 5.8 0 1 0 5.6 7.3l-1.9-.5A3.8 3.8 0 1 1 8 4.2c1 0 1.9.4 2.6 1L8.5 7.3H14V1.8l-2 2a5.8 5.8 0 0 0-4-1.6z" />
  </svg>`,
};
