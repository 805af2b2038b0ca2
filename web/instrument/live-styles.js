/** Styles of the live instrument: numbers, speed, settings. */
export const liveStyles = /* css */ `
:host { --attento-size-small: calc(0.875 * var(--attento-size)); --attento-size-huge: calc(1.45 * var(--attento-size)); --attento-gap-small: 0.3em; --attento-control-small: 2.25em; --attento-math-font: 'STIX Two Math', 'Cambria Math', 'Latin Modern Math', Georgia, serif; }
.scope { accent-color: var(--attento-accent); font-variant-numeric: tabular-nums; text-underline-offset: 0.2em; }
:where(input:is([type='number'], [type='search'], [type='text'], :not([type])), select, textarea) { min-block-size: var(--attento-control); padding: 0 var(--attento-gap); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: var(--attento-paper); }
.field-help { margin: 0; color: var(--attento-muted); font-size: var(--attento-size-small); max-inline-size: 60ch; }
/* Numbers are never broken across lines. */
:is(output, data, mn, .num, [class*='number'], [class*='value'], [class$='-share']) { overflow-wrap: normal; white-space: nowrap; }
.button.primary:hover { filter: brightness(1.12); }
/* Maps, tokens, formulas and time run from left to right in every language. */
:is(.bars-plate, .features-plate, .align-scroll, .arcs-scroll, .heads, .race-lane canvas, .sentences-grid, .sentence-own, .token, .curve-plot, .surface-plot, .explain-scroll, .calc-table, .calc-bars, math, .formula, .bars-formula) { direction: ltr; }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.sample { margin: var(--attento-gap-small) 0 0; color: var(--attento-muted); font-size: var(--attento-size-small); }
.metrics { border-block-start: 1px solid var(--attento-rule); }
.metric { border-block-end: 1px solid var(--attento-rule); }
.metric summary { display: grid; grid-template-columns: 1fr auto 1em; gap: var(--attento-gap); align-items: center; min-block-size: var(--attento-control); cursor: pointer; list-style: none; }
.metric summary::-webkit-details-marker { display: none; }
.metric-label { color: var(--attento-muted); text-decoration: underline dotted var(--attento-line-color); }
.metric summary:hover .metric-label { color: var(--attento-ink); }
.metric-value { white-space: nowrap; text-align: end; }
.metric-mark { color: var(--attento-good); }
.twins .metric summary, .baseline-heads { grid-template-columns: minmax(0, 1fr) 3em 0.7em 3em 0.7em; gap: var(--attento-gap-small); }
.baseline-names, .baseline-heads { margin: 0; color: var(--attento-muted); }
.baseline-names { display: flex; flex-wrap: wrap; gap: 0 var(--attento-gap-large); padding-block-start: var(--attento-gap); }
.baseline-names b { color: var(--attento-ink); }
.baseline-heads { display: grid; font-weight: 600; text-align: end; border-block-end: 1px solid var(--attento-rule); }
.metric p { margin: 0; padding-block: 0 var(--attento-gap); color: var(--attento-muted); }
.formula { font-family: var(--attento-math-font); color: var(--attento-ink); white-space: nowrap; }

.settings-note { color: var(--attento-muted); }
.settings-search { inline-size: 100%; margin-block: var(--attento-gap-large) var(--attento-gap-small); }
.settings > .fields .field:not(:focus-within, :has(.field-error)) > .field-help { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.settings-rest > summary { min-block-size: var(--attento-control); align-content: center; color: var(--attento-muted); cursor: pointer; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19em), 1fr)); gap: var(--attento-gap-large) 2em; }
.fields .field-help { font-size: var(--attento-size-small); }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); align-content: start; min-inline-size: 0; }
.field.wide { grid-column: 1 / -1; }
.field-label { font-weight: 600; overflow-wrap: anywhere; }
.field-unit { margin-inline-start: var(--attento-gap-small); color: var(--attento-muted); font-weight: 400; }
.field-restart { color: var(--attento-muted); font-weight: 400; }
.field-row { display: flex; align-items: center; gap: var(--attento-gap); }
.formula-tools { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap); grid-column: 1 / -1; }
.formula-status { flex: 1 1 20em; }
.formula-reading { flex: 1 0 100%; margin: 0; overflow-x: auto; }
.field-text { flex-wrap: wrap; gap: var(--attento-gap); }
.field-text input { flex: 1 1 100%; min-inline-size: 0; }
.field-row input[type='range'] { flex: 1; min-inline-size: 5em; block-size: 2.75em; margin: 0; cursor: pointer; }
.field input[type='number'], .field input[type='text'], .field select { inline-size: 8.5em; }
.field select { text-overflow: ellipsis; inline-size: auto; min-inline-size: 8.5em; max-inline-size: 100%; justify-self: start; }
.field input[type='checkbox'], .own-data-link input { inline-size: 1.4em; block-size: 1.4em; }
.field input[aria-invalid='true'] { border-color: var(--attento-bad); border-width: 2px; }
textarea { min-block-size: 6em; inline-size: 100%; padding: var(--attento-gap); font: inherit; color: inherit; }
.own-data-panel { display: grid; gap: var(--attento-gap); padding-block: var(--attento-gap) var(--attento-gap-large); overflow-wrap: anywhere; }
.own-data-link { display: inline-flex; align-items: center; gap: var(--attento-gap); min-block-size: var(--attento-control); }
.own-data-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); margin: 0; }
.own-data-row .button:focus-within { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.own-data-panel .field-error, .own-data-report p { margin: 0; }
.own-data-report { padding: var(--attento-gap) var(--attento-gap-large); border-inline-start: 4px solid var(--attento-accent); background: var(--attento-slot); overflow-wrap: anywhere; }
.own-data-report ul { margin: var(--attento-gap-small) 0 0; padding-inline-start: var(--attento-gap-large); }
.field-list { display: flex; flex-wrap: wrap; gap: var(--attento-gap) var(--attento-gap-large); }
.field-list label { display: grid; gap: 0.15em; }
.field-list label > span { color: var(--attento-muted); font-size: var(--attento-size-small); }
.field .field-list input { inline-size: 5em; }
.field-error { display: block; color: var(--attento-bad); }
.settings-foot { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); margin: 0 0 var(--attento-gap-large); color: var(--attento-muted); }
.share { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap); margin-inline-start: auto; }
.share-dialog { inline-size: min(46em, 100vw - 1.5em); max-inline-size: none; max-block-size: calc(100dvb - 1.5em); padding: var(--attento-gap-large) var(--attento-gap-large); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); color: var(--attento-ink); background: var(--attento-paper); }
.share-dialog::backdrop { background: rgb(0 0 0 / 0.45); }
.share-dialog > * + * { margin-block: var(--attento-gap-large) 0; }
.share-dialog .field-help { min-block-size: 2lh; }
.share-dialog textarea { display: block; font-family: ui-monospace, monospace; font-size: var(--attento-size-small); overflow-wrap: anywhere; resize: vertical; }
.share-head { display: flex; align-items: center; justify-content: space-between; }
.share-head h2 { margin: 0; font-size: var(--attento-size-huge); font-weight: 650; }
.share-head .button { min-inline-size: 2.75em; padding: 0; }
.share-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap); }
.share-row .field-help { min-block-size: 0; }
.share-status { flex: 1 1 10em; color: var(--attento-muted); }
.save-items { display: flex; flex-wrap: wrap; gap: var(--attento-gap); padding-block: var(--attento-gap); }
.save label:focus-within { outline: 2px solid var(--attento-focus); outline-offset: 2px; }
.shortcuts h3 { margin: 0 0 var(--attento-gap); font-size: var(--attento-size); }
.shortcuts dl { display: grid; gap: var(--attento-gap); margin: 0 0 var(--attento-gap-large); }
.shortcuts-switch { display: flex; align-items: center; gap: var(--attento-gap); min-block-size: var(--attento-control); }
.shortcuts-switch input { inline-size: 1.4em; block-size: 1.4em; }
.frame { display: contents; }
.frame:disabled { display: flex; align-items: start; gap: var(--attento-gap); margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.lock { display: inline-grid; place-content: center; inline-size: 1.2em; block-size: 1.4em; color: var(--attento-muted); }
.lock svg { inline-size: 1em; block-size: 1em; fill: currentcolor; }
:is(input, select, textarea):disabled { opacity: 0.6; cursor: default; }
.shortcuts dl div { display: grid; grid-template-columns: 6.5em 1fr; gap: var(--attento-gap); }
.shortcuts dd { margin: 0; color: var(--attento-muted); }
kbd { font: inherit; font-size: var(--attento-size-small); padding: 0.05em var(--attento-gap); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: var(--attento-slot); color: var(--attento-ink); }

@container scope (max-width: 52em) {
  .metric summary { min-block-size: var(--attento-control); }
}
`;
