/** Selector of the panels that are saved separately: those that are not nested in another one. */
export const kPanelSelector = '.panel:not(.panel .panel)';

/** Styles of panels below a map. */
export const panelStyles = /* css */ `
.panel { border-block-start: 1px solid var(--attento-rule); padding-block-start: var(--attento-gap-large); display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.panel h2 { margin: 0; font-size: var(--attento-size); font-weight: 650; }
.panel p { margin: 0; max-inline-size: 68ch; }
.panel-note { color: var(--attento-muted); font-size: var(--attento-size-small); }
.panel-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.panel-row progress { inline-size: 9em; block-size: 4px; appearance: none; border: 0; background: var(--attento-rule); }
.panel-row progress::-webkit-progress-bar { background: var(--attento-rule); }
.panel-row progress::-webkit-progress-value { background: var(--attento-accent); }
.panel-row progress::-moz-progress-bar { background: var(--attento-accent); }
.panel-status { margin: 0; flex: 1 1 24em; color: var(--attento-muted); }
.panel-status:empty { display: none; }
.panel table { border-collapse: collapse; }
.panel-table th, .panel-table td { text-align: end; padding: var(--attento-gap-small) 0 var(--attento-gap-small) 1.4em; border-block-end: 1px solid var(--attento-rule); font-weight: 400; }
.panel-table th:first-child { text-align: start; padding-inline-start: 0; }
.panel-table thead tr:first-child > * { border: 0; padding-block-end: 0; }
.panel-table thead th { color: var(--attento-muted); font-size: var(--attento-size-small); vertical-align: bottom; }
.panel .bars-choice { min-height: var(--attento-control); }
@media print {
  .panel-row { display: none; }
}
`;
