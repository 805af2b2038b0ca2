/** Styles of the live part: numbers, speed, settings. */
export const liveStyles = /* css */ `
/* In every language maps, tokens, formulas and time run from left to right. */
:is(.bars-plate, .features-plate, .align-scroll, .arcs-scroll, .heads, .race-lane canvas, .sentences-grid, .sentence-own, .token, .curve-plot, .surface-plot, .film, .explain-scroll, .calc-table, .calc-bars, math, .formula, .bars-formula) { direction: ltr; }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.speed { display: flex; flex: 1 1 20em; align-items: center; gap: 0.75em; min-block-size: 2.75em; min-inline-size: 0; margin-inline-start: 0.75em; }
.speed-label { color: var(--attento-muted); }
.speed input { flex: 1 1 6em; inline-size: 6em; min-inline-size: 4em; max-inline-size: 11em; block-size: 2.75em; margin: 0; accent-color: var(--attento-accent); cursor: pointer; }
.speed-text { flex: 0 1 10.75em; display: grid; line-height: 1.25; font-variant-numeric: tabular-nums; }
.speed-text b { font-weight: 400; }
.speed-text span { color: var(--attento-muted); font-size: 0.85em; }

.side { gap: 1.25em; }
.wide-views { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5em; }
.count { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5em 1em; }
.count p { margin: 0; line-height: 1.2; }
.count-label { color: var(--attento-muted); font-size: 0.9em; }
.count p > .count-label:first-child { display: block; }
.count-value { font-size: 1.75em; font-variant-numeric: tabular-nums; }
.count progress { grid-column: 1 / -1; inline-size: 100%; block-size: 3px; appearance: none; border: 0; background: var(--attento-rule); }
.count progress::-webkit-progress-bar { background: var(--attento-rule); }
.count progress::-webkit-progress-value { background: var(--attento-accent); }
.count progress::-moz-progress-bar { background: var(--attento-accent); }

.metrics { border-block-start: 1px solid var(--attento-rule); }
.metric { border-block-end: 1px solid var(--attento-rule); }
.metric summary { display: grid; grid-template-columns: 1fr auto 1em; gap: 0.6em; align-items: center; min-block-size: 2.5em; cursor: pointer; list-style: none; }
.metric summary::-webkit-details-marker { display: none; }
.metric-label { color: var(--attento-muted); text-decoration: underline dotted var(--attento-line-colour); text-underline-offset: 0.25em; }
.metric summary:hover .metric-label { color: var(--attento-ink); }
.metric-value { font-variant-numeric: tabular-nums; text-align: end; }
.metric-mark { color: var(--attento-good); }
.twins .metric summary { grid-template-columns: minmax(0, 1fr) 4.6em 0.8em 4.6em 0.8em; }
.twin-names, .twin-heads { margin: 0; color: var(--attento-muted); }
.twin-names { padding-block-start: 0.5em; text-wrap: pretty; }
.twin-names b { color: var(--attento-ink); }
.twin-names b:not(:first-child) { margin-inline-start: 0.75em; }
.twin-heads { display: grid; grid-template-columns: minmax(0, 1fr) 4.6em 0.8em 4.6em 0.8em; gap: 0.6em; font-weight: 600; text-align: end; border-block-end: 1px solid var(--attento-rule); }
.metric p { margin: 0; padding-block: 0 0.75em; color: var(--attento-muted); text-wrap: pretty; }
.formula { font-family: var(--attento-math-font); color: var(--attento-ink); white-space: nowrap; }

.settings, .shortcuts { flex: none; }
.settings[open], .shortcuts[open] { flex: 1 0 100%; }
.settings > summary, .shortcuts > summary { cursor: pointer; min-block-size: 2.75em; display: inline-flex; align-items: center; gap: 0.6em; }
.settings > summary::before, .shortcuts > summary::before { content: '▸'; color: var(--attento-muted); }
.settings[open] > summary::before, .shortcuts[open] > summary::before { content: '▾'; }
.settings-note { color: var(--attento-muted); }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19em), 1fr)); gap: 1.5em 2.5em; padding-block: 0.75em 1em; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35em; align-content: start; min-inline-size: 0; }
.field.wide { grid-column: 1 / -1; }
.field-label { font-weight: 600; }
.field-unit { color: var(--attento-muted); font-weight: 400; }
.field-restart { color: var(--attento-muted); font-weight: 400; }
.field-row { display: flex; align-items: center; gap: 0.75em; }
.field-row input[type='range'] { flex: 1; min-inline-size: 5em; block-size: 2.75em; margin: 0; accent-color: var(--attento-accent); cursor: pointer; }
.field input[type='number'], .field input[type='text'], .field select, .share input { min-block-size: 2.75em; inline-size: 8.5em; padding: 0 0.6em; border: 1px solid var(--attento-line-colour); border-radius: 6px; background: var(--attento-paper); font-variant-numeric: tabular-nums; }
.field input[type='checkbox'] { inline-size: 1.4em; block-size: 1.4em; accent-color: var(--attento-accent); }
.field input[aria-invalid='true'] { border-color: var(--attento-bad); border-width: 2px; }
textarea { min-block-size: 6em; inline-size: 100%; padding: 0.5em 0.6em; border: 1px solid var(--attento-line-colour); border-radius: 6px; font: inherit; color: inherit; background: var(--attento-paper); }
.presets { flex: 1 0 100%; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em; padding-block-end: 0.5em; }
.presets .field-help { flex: 1 0 100%; }
.preset[aria-pressed='true'] { border-color: var(--attento-accent); box-shadow: inset 0 0 0 1px var(--attento-accent); font-weight: 600; }
.preset[aria-pressed='true']::before { content: '✓'; color: var(--attento-accent); }
.own-data-panel { display: grid; gap: 0.75em; padding-block: 0.75em 1em; }
.own-data-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 1em; margin: 0; }
.own-data-row .button:focus-within { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.own-data-panel .field-error, .own-data-report p { margin: 0; }
.own-data-report { padding: 0.6em 1em; border-inline-start: 4px solid var(--attento-accent); background: var(--attento-slot); overflow-wrap: anywhere; }
.own-data-report ul { margin: 0.35em 0 0; padding-inline-start: 1.2em; }
.field-list { display: flex; flex-wrap: wrap; gap: 0.5em 1em; }
.field-list label { display: grid; gap: 0.15em; }
.field-list label > span { color: var(--attento-muted); font-size: 0.85em; }
.field .field-list input { inline-size: 5em; }
.field-help { margin: 0; color: var(--attento-muted); font-size: 0.9em; max-inline-size: 60ch; text-wrap: pretty; }
.field-error { display: block; color: var(--attento-bad); }
.settings-foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 1em; margin: 0 0 1em; color: var(--attento-muted); }
.share { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75em; margin-inline-start: auto; }
.share input { inline-size: min(30em, 80vw); }
.share-told { color: var(--attento-muted); }
.share-told:empty { display: none; }
.save-items { display: flex; flex-wrap: wrap; gap: 0.6em; padding-block: 0.7em; }
.save label:focus-within { outline: 2px solid var(--attento-focus); outline-offset: 2px; }
.shortcuts dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22em), 1fr)); gap: 0.5em 2em; margin: 0 0 1em; }
.shortcuts dl div { display: grid; grid-template-columns: 6.5em 1fr; gap: 0.75em; }
.shortcuts dd { margin: 0; color: var(--attento-muted); }
kbd { font: inherit; font-size: 0.9em; padding: 0.05em 0.45em; border: 1px solid var(--attento-line-colour); border-radius: 4px; background: var(--attento-slot); color: var(--attento-ink); }

@container scope (max-width: 52em) {
  .speed { margin-inline-start: 0; flex: 1 1 100%; }
  .speed input { max-inline-size: none; }
  .metric summary { min-block-size: 2.75em; }
  .twins .metric summary, .twin-heads { grid-template-columns: minmax(0, 1fr) 4em 0.8em 4em 0.8em; gap: 0.3em; }
  .share { margin-inline-start: 0; }
}
`;
