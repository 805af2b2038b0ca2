/**
 * Shared styles of the views: choices, legend, readout, table, grid cells. Every main view includes them.
 * Sizes are in ems, so that the projector theme enlarges them with its font size.
 */
export const sharedStyles = /* css */ `
.bars { container: bars / inline-size; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75em; }
.bars-head { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0.5em 1em; }
.bars-choices { display: inline-flex; justify-self: start; border: 1px solid var(--attento-line-color); border-radius: 6px; overflow: clip; }
.bars-choice { position: relative; display: inline-flex; align-items: center; min-height: 2.25em; padding: 0 1em; cursor: pointer; color: var(--attento-muted); }
.bars-choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.bars-choice:has(:checked) { background: var(--attento-ink); color: var(--attento-paper); }
.bars-choice:has(:focus-visible) { outline: 3px solid var(--attento-focus); outline-offset: -3px; border-radius: 6px; }
.bars-help { grid-column: 1 / -1; margin: 0; color: var(--attento-muted); min-block-size: 2.9em; font-size: 0.95em; }
.bars-formula { color: var(--attento-ink); font-family: var(--attento-math-font); white-space: nowrap; margin-inline-end: 0.35em; }
.bars-grid { position: relative; display: grid; }
.bars-header > * { display: flex; align-items: center; justify-content: center; }
.bars-column { font-variant-numeric: tabular-nums; }
.bars-column[data-quiet] { visibility: hidden; }
.bars-cell { cursor: pointer; border-radius: 4px; }
.bars-cell:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: -1px; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25em 1.75em; margin: 0; color: var(--attento-muted); font-size: 0.9em; }
.legend-item { display: inline-flex; align-items: center; gap: 0.5em; }
.legend-truth { inline-size: 0.8em; block-size: 1.15em; border: 2px solid var(--attento-ink); border-radius: 3px; }
.legend-ramp { inline-size: 8em; block-size: 0.7em; border: 1px solid var(--attento-line-color); background-image: linear-gradient(to right, var(--attento-paper), var(--attento-ramp-middle) 60%, var(--attento-ramp-end)); print-color-adjust: exact; }
.readout { min-block-size: 6.4em; padding: 0.75em 1em; box-sizing: border-box; background: var(--attento-slot); border-radius: 6px; display: grid; align-items: center; }
.readout p { margin: 0; }
.readout-hint { color: var(--attento-muted); max-inline-size: 58ch; }
.readout [hidden] { display: none; }
.readout-where { font-weight: 600; min-block-size: 2em; display: flex; align-items: center; }
.readout-truth { margin-inline-start: 0.6em; white-space: nowrap; padding: 0.05em 0.5em; border: 2px solid currentcolor; border-radius: 4px; font-weight: 400; font-size: 0.85em; }
.table summary { cursor: pointer; color: var(--attento-muted); min-block-size: 1.9em; display: inline-flex; align-items: center; text-decoration: underline; text-underline-offset: 0.2em; text-decoration-color: var(--attento-line-color); }
.table summary:hover { color: var(--attento-ink); }
.table summary:focus-visible, .table-scroll:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.table-scroll { overflow: auto; max-block-size: 24em; }
.table table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.table caption { text-align: start; color: var(--attento-muted); padding-block: 0.35em; }
.table th, .table td { text-align: end; padding: 0.25em 0.6em; border-block-end: 1px solid var(--attento-rule); font-weight: 400; }
.table strong { font-weight: 700; }

@container bars (max-width: 34em) {
  .bars-head { gap: 0.25em 0.5em; }
  .bars-help { min-block-size: 4.3em; }
  .bars-choice { padding: 0.3em 0.75em; min-height: 2.75em; font-size: 0.9em; line-height: 1.2; }
  .readout { padding: 0.75em; min-block-size: 8em; }
  .table summary { min-block-size: 2.75em; }
}
@media (forced-colors: active) {
  .bars-choice:has(:checked) { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .legend-ramp, canvas { forced-color-adjust: none; }
}
`;
