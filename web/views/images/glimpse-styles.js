import { alignmentStyles } from '../alignment/alignment-styles.js';
import { pictureStyles } from './picture-styles.js';

export const glimpseStyles = /* css */ `${pictureStyles}${alignmentStyles}
.glimpse-canvas { display: block; inline-size: 100%; aspect-ratio: 1; border: 1px solid var(--attento-line-color); box-sizing: border-box; forced-color-adjust: none; }
.glimpse-player { direction: ltr; display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: var(--attento-gap) 1.5em; align-items: start; }
.glimpse-main { max-inline-size: min(100%, 27em, 58svh); }
.main > .glimpse .glimpse-main { max-inline-size: min(100%, 27em, 58svh, 100cqb - 3.5em); }
:host([theme='projector']) .main > .glimpse .glimpse-player { grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr); }
:host([theme='projector']) .main > .glimpse .glimpse-main { max-inline-size: min(100%, 100cqb - 3.5em); }
.main > .glimpse .glimpse-retina { grid-template-columns: repeat(3, minmax(0, clamp(5em, 100cqb - 21.5em, 8em))); }
.glimpse-plot { outline-offset: 3px; touch-action: manipulation; cursor: crosshair; }
[data-holds] { touch-action: pan-y; }
.glimpse-beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.glimpse-retina { display: grid; grid-template-columns: repeat(3, minmax(0, 8em)); gap: var(--attento-gap); }
.glimpse-retina figure, .glimpse-many figure { margin: 0; display: grid; gap: var(--attento-gap-small); }
.glimpse-retina figcaption, .glimpse-many figcaption, .glimpse-confidence caption { color: var(--attento-muted); font-size: var(--attento-size-small); text-align: start; }
.glimpse-confidence { border-collapse: separate; border-spacing: 2px; font-size: var(--attento-size-small); }
.glimpse-confidence th { font-weight: 400; text-align: start; padding-inline: var(--attento-gap-small); }
.glimpse-confidence th[data-true] { font-weight: 650; outline: 2px solid var(--attento-ink); border-radius: 3px; }
.glimpse-confidence thead th { text-align: center; color: var(--attento-muted); }
:is(.glimpse, .glimpse-many) [data-held]::before { content: "● "; color: var(--attento-accent); }
.glimpse-share { inline-size: 3.6em; padding: 0.15em var(--attento-gap-small); text-align: center; white-space: nowrap; box-shadow: inset 0 0 0 1px var(--attento-rule); }
.glimpse-many { direction: ltr; display: grid; grid-template-columns: repeat(auto-fill, minmax(max(4.5em, 86% / var(--glimpse-columns, 4)), 1fr)); gap: min(0.75em, 2%); }
.glimpse-own { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.glimpse-own p { margin: 0; }
.glimpse-own > .readout { min-block-size: 0; padding-block: var(--attento-gap); }
.glimpse-own .glimpse-main { max-inline-size: min(100%, max(22em, 100cqb - 16em)); }
:host([theme='projector']) .glimpse-own > :is(.panel-note, .panel-status, .readout) { order: 1; }
.legend-eye { inline-size: 1em; block-size: 1em; border: 2px solid var(--attento-accent); box-sizing: border-box; }
.legend-place { inline-size: 0.9em; block-size: 0.9em; border: 2px solid var(--attento-accent); border-radius: 50%; background: var(--attento-paper); box-sizing: border-box; }
.legend-spread { inline-size: 1em; block-size: 1em; border-radius: 50%; background: var(--attento-accent); opacity: 0.25; }

@container hero (min-width: 34em) and (max-aspect-ratio: 5 / 4) {
  .glimpse-many { grid-template-columns: repeat(4, minmax(0, 22.5cqb)); }
}
@container bars (max-width: 34em) {
  .glimpse-player { grid-template-columns: minmax(0, 1fr); }
  .glimpse-main { max-inline-size: min(100%, 38svh); }
  .main > .glimpse .glimpse-main { max-inline-size: min(100%, 100cqb - 4.5em); }
  .glimpse-share { inline-size: 3em; }
  .glimpse-own .glimpse-main { max-inline-size: min(100%, max(9em, 100cqb - 8em)); }
  .glimpse-own > .panel-row { flex-wrap: nowrap; overflow-x: auto; }
  .glimpse-own > .panel-row > * { flex: none; }
  .glimpse-own > :is(.panel-note, .panel-status, .readout) { order: 1; }
}
`;
