import { holdingStyles } from '../../parts/holding-panel.js';
import { panelStyles } from '../../parts/panel-styles.js';
import { sharedStyles } from '../../parts/shared-styles.js';
import { lossCurveStyles } from '../curve/loss-curve-styles.js';

/** Styles of the feature bars and of the panels below them. */
export const featureBarsStyles = /* css */ `${sharedStyles}${lossCurveStyles}${panelStyles}${holdingStyles}
.features-plate { --features-label: 2.4em; position: relative; touch-action: pan-y; flex: 1 1 auto; min-block-size: 18em; }
.features-plate > .bars-grid { block-size: 100%; display: flex; flex-direction: column; }
.features .bars-row:not(.bars-header) { flex: 1 1 0; }
.features-canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.features .bars-grid { padding-inline-start: 1.4em; }
.features .bars-row { display: grid; grid-template-columns: repeat(var(--bars-columns), minmax(0, 1fr)); grid-template-rows: var(--features-label) minmax(4em, 1fr); }
.features .bars-row + .bars-row:not(:first-child) { margin-block-start: var(--attento-gap-small); }
.features .bars-cell { grid-row: 2; }
.features .bars-label, .features .bars-aside { grid-row: 1; grid-column: 1 / -1; align-self: center; white-space: pre; }
.features .bars-label { justify-self: start; margin-inline-start: -1.4em; font-weight: 600; }
.features .bars-word { color: inherit; }
.features .bars-aside { justify-self: end; color: var(--attento-muted); }
.features .bars-aside b { color: var(--attento-ink); font-weight: 400; }
.features-found { color: var(--attento-good); }
.features .bars-header { order: 1; grid-template-rows: 1.6em auto; color: var(--attento-muted); }
.features .bars-column { grid-row: 1; justify-content: center; }
.features .bars-column[data-lean='left'] { justify-content: flex-end; }
.features .bars-column[data-lean='right'] { justify-content: flex-start; }
.features .bars-corner { grid-row: 2; grid-column: 1 / -1; font-size: var(--attento-size-small); }
.features .bars-header .bars-aside { display: none; }
.features .bars-column[data-truth] { color: var(--attento-ink); font-weight: 600; }
.features .readout { min-block-size: 6.6em; align-content: center; }
.legend-whisker { inline-size: 0.6em; block-size: 1.1em; border-block: 2px solid var(--attento-ink); background: linear-gradient(var(--attento-ink) 0 0) 50% / 2px 100% no-repeat; }
.legend-example { inline-size: 0.6em; block-size: 0.6em; rotate: 45deg; border: 1.5px solid var(--attento-ink); background: var(--attento-paper); }
.legend-baseline { inline-size: 0.8em; block-size: 0.9em; background: var(--attento-muted); }

@container bars (max-width: 34em) {
  .features-plate { --features-label: 3.4em; }
  .features .bars-label { align-self: start; }
  .features .bars-aside { align-self: end; justify-self: start; margin-inline-start: -1.4em; font-size: var(--attento-size-small); }
  .features-word { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .features .bars-column { font-size: var(--attento-size-small); }
  .panel-table { font-size: var(--attento-size-small); }
  .panel-table th, .panel-table td { padding-inline-start: var(--attento-gap-small); }
}
`;
