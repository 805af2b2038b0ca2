/**
 * Shared styles of the views: choices, legend, readout, table, grid cells. Every main view includes them.
 * Sizes are in ems, so that the projector theme enlarges them with its font size.
 */
export const sharedStyles = /* css */ `
.bars { container: bars / inline-size; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.bars-head { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.bars-choices { display: inline-flex; justify-self: start; border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); overflow: clip; }
.bars-choice { position: relative; display: inline-flex; align-items: center; min-height: var(--attento-control-small); padding: 0 var(--attento-gap-large); cursor: pointer; color: var(--attento-muted); }
.bars-choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.bars-choice:has(:checked) { background: var(--attento-ink); color: var(--attento-paper); }
.bars-choice:has(:focus-visible) { outline: 3px solid var(--attento-focus); outline-offset: -3px; border-radius: var(--attento-radius); }
.bars-help { grid-column: 1 / -1; margin: 0; color: var(--attento-muted); min-block-size: 2.9em; font-size: var(--attento-size-small); }
.bars-formula { color: var(--attento-ink); font-family: var(--attento-math-font); white-space: nowrap; margin-inline-end: var(--attento-gap-small); }
.bars-grid { position: relative; display: grid; }
.bars-header > * { display: flex; align-items: center; justify-content: center; }
.bars-column[data-quiet] { visibility: hidden; }
.bars-cell { cursor: pointer; border-radius: var(--attento-radius); }
.bars-cell:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: -1px; }
.legend { display: flex; flex-wrap: wrap; gap: var(--attento-gap-small) 1.75em; margin: 0; color: var(--attento-muted); font-size: var(--attento-size-small); }
.legend-item { display: inline-flex; align-items: center; gap: var(--attento-gap); }
.legend-truth { inline-size: 0.8em; block-size: 1.15em; border: 2px solid var(--attento-ink); border-radius: 3px; }
.legend-ramp { inline-size: 6em; block-size: 0.7em; border: 1px solid var(--attento-line-color); }
.readout { min-block-size: 6.4em; padding: var(--attento-gap) var(--attento-gap-large); box-sizing: border-box; background: var(--attento-slot); border-radius: var(--attento-radius); display: grid; align-items: center; }
.readout p { margin: 0; }
.readout-hint { color: var(--attento-muted); max-inline-size: 58ch; }
.readout [hidden] { display: none; }
.readout-where { font-weight: 600; min-block-size: var(--attento-control-small); display: flex; align-items: center; }
.readout-truth { margin-inline-start: var(--attento-gap); white-space: nowrap; padding: 0.05em var(--attento-gap); border: 2px solid currentcolor; border-radius: var(--attento-radius); font-weight: 400; font-size: var(--attento-size-small); }
.table summary { cursor: pointer; color: var(--attento-muted); min-block-size: 1.9em; display: inline-flex; align-items: center; text-decoration: underline; text-decoration-color: var(--attento-line-color); }
.table summary:hover { color: var(--attento-ink); }
.table-scroll { overflow: auto; max-block-size: 24em; }
.table table { border-collapse: collapse; }
.table caption { text-align: start; color: var(--attento-muted); padding-block: var(--attento-gap-small); }
.table th, .table td { text-align: end; padding: var(--attento-gap-small) var(--attento-gap); border-block-end: 1px solid var(--attento-rule); font-weight: 400; }
.table strong { font-weight: 700; }

@container bars (max-width: 34em) {
  .bars-head { gap: var(--attento-gap-small) var(--attento-gap); }
  .bars-help { min-block-size: 4.3em; }
  .bars-choice { padding: var(--attento-gap-small) var(--attento-gap); min-height: var(--attento-control); font-size: var(--attento-size-small); line-height: 1.2; }
  .readout { padding: var(--attento-gap); min-block-size: 8em; }
  .table summary { min-block-size: var(--attento-control); }
}
@media (forced-colors: active) {
  .bars-choice:has(:checked) { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .legend-ramp, canvas { forced-color-adjust: none; }
}
`;
