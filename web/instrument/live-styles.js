/** Styles of the live part: numbers, speed, settings. */
export const liveStyles = /* css */ `
.field-help { margin: 0; color: var(--attento-muted); font-size: 0.9em; max-inline-size: 60ch; }
/* Numbers are never broken across lines. */
:is(output, data, mn, .num, [class*='number'], [class*='value'], [class$='-share']) { overflow-wrap: normal; white-space: nowrap; }
.button.primary:hover { filter: brightness(1.12); }
/* Maps, tokens, formulas and time run from left to right in every language. */
:is(.bars-plate, .features-plate, .align-scroll, .arcs-scroll, .heads, .race-lane canvas, .sentences-grid, .sentence-own, .token, .curve-plot, .surface-plot, .explain-scroll, .calc-table, .calc-bars, math, .formula, .bars-formula) { direction: ltr; }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.sample { margin: 0.4em 0 0; color: var(--attento-muted); font-size: 0.85em; }
.metrics { border-block-start: 1px solid var(--attento-rule); }
.metric { border-block-end: 1px solid var(--attento-rule); }
.metric summary { display: grid; grid-template-columns: 1fr auto 1em; gap: 0.6em; align-items: center; min-block-size: 2.5em; cursor: pointer; list-style: none; }
.metric summary::-webkit-details-marker { display: none; }
.metric-label { color: var(--attento-muted); text-decoration: underline dotted var(--attento-line-color); text-underline-offset: 0.25em; }
.metric summary:hover .metric-label { color: var(--attento-ink); }
.metric-value { white-space: nowrap; font-variant-numeric: tabular-nums; text-align: end; }
.metric-mark { color: var(--attento-good); }
.twins .metric summary, .baseline-heads { grid-template-columns: minmax(0, 1fr) 3em 0.7em 3em 0.7em; gap: 0.25em; }
.baseline-names, .baseline-heads { margin: 0; color: var(--attento-muted); }
.baseline-names { display: flex; flex-wrap: wrap; gap: 0 1em; padding-block-start: 0.5em; }
.baseline-names b { color: var(--attento-ink); }
.baseline-heads { display: grid; font-weight: 600; text-align: end; border-block-end: 1px solid var(--attento-rule); }
.metric p { margin: 0; padding-block: 0 0.75em; color: var(--attento-muted); }
.formula { font-family: var(--attento-math-font); color: var(--attento-ink); white-space: nowrap; }

.settings-note { color: var(--attento-muted); }
.settings-search { inline-size: 100%; min-block-size: 2.5em; margin-block: 1em 0.4em; padding: 0 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; background: var(--attento-paper); }
.settings > .fields .field:not(:focus-within, :has(.field-error)) > .field-help { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.settings-rest > summary { min-block-size: 2.5em; align-content: center; color: var(--attento-muted); cursor: pointer; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19em), 1fr)); gap: 1em 2em; }
.fields .field-help { font-size: 0.85em; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25em; align-content: start; min-inline-size: 0; }
.field.wide { grid-column: 1 / -1; }
.field-label { font-weight: 600; overflow-wrap: anywhere; }
.field-unit { margin-inline-start: 0.3em; color: var(--attento-muted); font-weight: 400; }
.field-restart { color: var(--attento-muted); font-weight: 400; }
.field-row { display: flex; align-items: center; gap: 0.75em; }
.formula-tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em; grid-column: 1 / -1; }
.formula-status { flex: 1 1 20em; }
.formula-reading { flex: 1 0 100%; margin: 0; overflow-x: auto; }
.field-text { flex-wrap: wrap; gap: 0.5em; }
.field-text input { flex: 1 1 100%; min-inline-size: 0; }
.field-row input[type='range'] { flex: 1; min-inline-size: 5em; block-size: 2.75em; margin: 0; accent-color: var(--attento-accent); cursor: pointer; }
.field input[type='number'], .field input[type='text'], .field select { min-block-size: 2.5em; inline-size: 8.5em; padding: 0 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; background: var(--attento-paper); font-variant-numeric: tabular-nums; }
.field select { inline-size: auto; min-inline-size: 8.5em; max-inline-size: 100%; justify-self: start; }
.field input[type='checkbox'], .own-data-link input { inline-size: 1.4em; block-size: 1.4em; accent-color: var(--attento-accent); }
.field input[aria-invalid='true'] { border-color: var(--attento-bad); border-width: 2px; }
textarea { min-block-size: 6em; inline-size: 100%; padding: 0.5em 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; font: inherit; color: inherit; background: var(--attento-paper); }
.own-data-panel { display: grid; gap: 0.75em; padding-block: 0.75em 1em; overflow-wrap: anywhere; }
.own-data-link { display: inline-flex; align-items: center; gap: 0.6em; min-block-size: 2.75em; }
.own-data-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 1em; margin: 0; }
.own-data-row .button:focus-within { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.own-data-panel .field-error, .own-data-report p { margin: 0; }
.own-data-report { padding: 0.6em 1em; border-inline-start: 4px solid var(--attento-accent); background: var(--attento-slot); overflow-wrap: anywhere; }
.own-data-report ul { margin: 0.35em 0 0; padding-inline-start: 1.2em; }
.field-list { display: flex; flex-wrap: wrap; gap: 0.5em 1em; }
.field-list label { display: grid; gap: 0.15em; }
.field-list label > span { color: var(--attento-muted); font-size: 0.85em; }
.field .field-list input { inline-size: 5em; }
.field-error { display: block; color: var(--attento-bad); }
.settings-foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 1em; margin: 0 0 1em; color: var(--attento-muted); }
.share { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75em; margin-inline-start: auto; }
.share-dialog { inline-size: min(46em, 100vw - 1.5em); max-inline-size: none; max-block-size: calc(100dvb - 1.5em); padding: 1em 1.25em 1.25em; border: 1px solid var(--attento-line-color); border-radius: 8px; color: var(--attento-ink); background: var(--attento-paper); }
.share-dialog::backdrop { background: rgb(0 0 0 / 0.45); }
.share-dialog > * + * { margin-block: 0.9em 0; }
.share-dialog .field-help { min-block-size: 2lh; }
.share-dialog textarea { display: block; font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; resize: vertical; }
.share-head { display: flex; align-items: center; justify-content: space-between; }
.share-head h2 { margin: 0; font-size: 1.35em; font-weight: 650; }
.share-head .button { min-inline-size: 2.75em; padding: 0; }
.share-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em; }
.share-row .field-help { min-block-size: 0; }
.share-status { flex: 1 1 10em; color: var(--attento-muted); }
.save-items { display: flex; flex-wrap: wrap; gap: 0.6em; padding-block: 0.7em; }
.save label:focus-within { outline: 2px solid var(--attento-focus); outline-offset: 2px; }
.shortcuts h3 { margin: 0 0 0.5em; font-size: 1em; }
.shortcuts dl { display: grid; gap: 0.5em; margin: 0 0 1em; }
.shortcuts-switch { display: flex; align-items: center; gap: 0.6em; min-block-size: 2.75em; }
.shortcuts-switch input { inline-size: 1.4em; block-size: 1.4em; accent-color: var(--attento-accent); }
.frame { display: contents; }
.frame:disabled { display: flex; align-items: start; gap: 0.5em; margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.lock { display: inline-grid; place-content: center; inline-size: 1.2em; block-size: 1.4em; color: var(--attento-muted); }
.lock svg { inline-size: 1em; block-size: 1em; fill: currentcolor; }
:is(input, select, textarea):disabled { opacity: 0.6; cursor: default; }
.shortcuts dl div { display: grid; grid-template-columns: 6.5em 1fr; gap: 0.75em; }
.shortcuts dd { margin: 0; color: var(--attento-muted); }
kbd { font: inherit; font-size: 0.9em; padding: 0.05em 0.45em; border: 1px solid var(--attento-line-color); border-radius: 4px; background: var(--attento-slot); color: var(--attento-ink); }

@container scope (max-width: 52em) {
  .metric summary { min-block-size: 2.75em; }
}
`;
