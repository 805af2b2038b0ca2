import { holdingStyles } from '../../parts/holding-panel.js';
import { sharedStyles } from '../../parts/shared-styles.js';

/** Styles of the context bars. */
export const contextBarsStyles = /* css */ `${sharedStyles}${holdingStyles}
.bars-signs { display: inline-flex; align-items: center; gap: 0.5em; min-height: 2.25em; color: var(--attento-muted); cursor: pointer; }
.bars-signs input { inline-size: 1.15em; block-size: 1.15em; margin: 0; accent-color: var(--attento-accent); }
.bars-plate { --bars-label: 5.6em; --bars-aside: 6.2em; --bars-head-height: 2em; position: relative; touch-action: pan-y; }
.bars-canvas { position: absolute; inset-block-start: var(--bars-head-height); inset-inline: var(--bars-label) var(--bars-aside); inline-size: calc(100% - var(--bars-label) - var(--bars-aside)); block-size: calc(100% - var(--bars-head-height)); }
.bars-plate { flex: 1 1 auto; min-block-size: calc(var(--bars-head-height) + 1.5em * var(--bars-rows)); }
.bars-plate > .bars-grid { block-size: 100%; grid-template-rows: var(--bars-head-height); grid-auto-rows: minmax(0, 1fr); }
.bars-row { display: grid; grid-template-columns: var(--bars-label) repeat(var(--bars-columns), minmax(0, 1fr)) var(--bars-aside); }
.bars-header { block-size: var(--bars-head-height); color: var(--attento-muted); font-size: 1em; }
.bars-corner { font-size: 0.85em; justify-content: flex-end !important; padding-inline-end: 0.9em; }
.bars-label { display: flex; align-items: center; justify-content: flex-end; padding-inline-end: 0.75em; white-space: pre; font-variant-numeric: tabular-nums; }
.bars-word { color: var(--attento-muted); min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.bars-aside { padding-inline-start: 0.9em; display: flex; align-items: center; }
.bars-header .bars-aside { justify-content: flex-start; font-size: 0.85em; }
.bars-verdict { overflow: hidden; display: grid; grid-template-columns: minmax(0, 1fr); line-height: 1.25; min-inline-size: 0; }
.bars-share { font-size: 1.25em; font-variant-numeric: tabular-nums; }
.bars-note { font-size: 0.8em; color: var(--attento-muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-block-size: 1.25em; }
.bars-found { color: var(--attento-good); }
.bars-dense .bars-note { display: none; }
.bars-dense .bars-share, .bars-dense .bars-label { font-size: 0.85em; }
.bars-plate + .legend { padding-inline-start: 5.6em; }
.readout-filled { display: grid; grid-template-columns: 1fr auto; gap: 0.35em 1em; align-items: center; min-block-size: 4.9em; }
.readout-formula { grid-column: 1 / -1; font-size: 1.1em; overflow-x: auto; font-variant-numeric: tabular-nums; }
.readout-move { font: inherit; font-size: 0.9em; color: var(--attento-ink); background: var(--attento-paper); border: 1px solid var(--attento-line-color); border-radius: 6px; min-block-size: 2.2em; padding: 0 1em; cursor: pointer; }
.readout-move:hover { border-color: var(--attento-ink); }
.readout-move:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 2px; }

@container bars (max-width: 34em) {
  .bars-plate { --bars-label: 1.5em; --bars-aside: 4em; }
  .bars-word, .bars-corner { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .bars-header .bars-column:nth-child(2) { grid-column: 2; }
  .bars-label { padding-inline-end: 0.5em; }
  .bars-header .bars-aside { font-size: 0.75em; line-height: 1.1; }
  .bars-aside { padding-inline-start: 0.4em; }
  .bars-share { font-size: 1em; }
  .bars-note { font-size: 0.7em; white-space: normal; overflow-wrap: anywhere; }
  .bars-dense .bars-column { font-size: 0.8em; }
  .bars-signs { min-height: 2.75em; }
  .bars-plate + .legend { padding-inline-start: 0; }
  .readout-formula { font-size: 0.9em; }
  .readout-move { min-block-size: 2.75em; }
}
/* Five rows have no room for two lines each. */
@container hero (max-height: 19em) {
  .bars-note { display: none; }
}
`;
