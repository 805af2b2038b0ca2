import { weightedSumStyles } from '../parts/weighted-sum.js';

export const calculatorStyles = /* css */ `${weightedSumStyles}
.calc cite { font-style: normal; }
.calc > .desk { grid-template-columns: minmax(0, 1fr) 20.5em; gap: var(--attento-gap-large); }
.calc > .desk.alone { grid-template-columns: minmax(0, 1fr); }
.calc-main { container-type: size; overflow-y: auto; display: block; position: relative; }
.calc-head { flex-wrap: nowrap; }
.calc-head select { flex: 0 1 20em; min-inline-size: 6em; }
.calc-head .field-help { flex: 1 1 10em; font-size: var(--attento-size-small); line-height: 1.3; max-inline-size: none; }
.calc-head .button { flex: none; min-block-size: var(--attento-control); padding: 0 var(--attento-gap-large); }
.calc-sentence { display: flex; align-items: center; gap: var(--attento-gap); min-inline-size: 0; }
.calc-sentence input { inline-size: 16em; }
.calc .presets select { inline-size: auto; }
.calc select, .calc-settings input, .calc textarea { inline-size: 100%; }
.calc-settings { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); align-items: start; }
.calc-settings .field { grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere; }
.calc-settings input[type=checkbox] { inline-size: 1.4em; min-block-size: 1.4em; }
.calc-settings input[type=range] { display: none; }
.calc-buttons, .calc-code { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap); }
.calc-inputs, .calc-lines { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-large); }
.calc-formula { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); margin-block-end: var(--attento-gap-large); }
.calc-formula .field { grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: var(--attento-gap-small) var(--attento-gap); }
.calc-formula .field-row { flex-wrap: nowrap; }
.calc-formula .field-row input { flex: 3 1 8em; }
.calc-formula .field-row select { flex: 1 1 6em; min-inline-size: 0; }
.calc-formula .field > .field-help { grid-column: 1 / -1; }
.calc-formula summary { cursor: pointer; }
.calc-queries { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small); margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.calc-queries legend { float: inline-start; padding: var(--attento-gap) var(--attento-gap) var(--attento-gap) 0; color: var(--attento-muted); }
:is(.calc-queries, .calc-form) .bars-choice { padding: 0 var(--attento-gap); }
.calc-queries .bars-choice { border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); }
.calc-note { margin: 0; color: var(--attento-muted); font-size: var(--attento-size-small); min-block-size: 2.9em; display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) var(--attento-gap); }
.calc-note b { color: var(--attento-ink); }
.calc .table-scroll { overflow-x: auto; max-block-size: none; }
.calc-map { border-collapse: separate; border-spacing: 2px; }
.calc-map caption { text-align: start; color: var(--attento-muted); padding-block-end: var(--attento-gap-small); font-size: var(--attento-size-small); line-height: 1.3; }
:host([theme='projector']) .calc-map caption { display: none; }
.calc-map th { padding: 0 var(--attento-gap-small); font-weight: 400; font-size: var(--attento-size-small); color: var(--attento-muted); text-align: end; }
.calc-map th span { writing-mode: vertical-rl; transform: rotate(180deg); margin-inline: auto; }
:host([theme='projector']) .calc-map :is(td, th button) { block-size: 1.9em; min-block-size: 0; }
.calc-map th button { min-block-size: var(--attento-control-small); min-inline-size: 1.75em; padding: 0; border: 0; background: none; cursor: pointer; text-decoration: underline dotted var(--attento-line-color); white-space: nowrap; }
.calc-map tr.of-query th button { color: var(--attento-ink); font-weight: 650; text-decoration: none; }
.calc-map tr.of-query td { outline: 2px solid var(--attento-ink); }
.calc-map td { inline-size: 2.8em; block-size: 2.2em; padding: 0; text-align: center; font-size: var(--attento-size-small); box-shadow: inset 0 0 0 1px var(--attento-rule); cursor: pointer; }
.calc-map td.hovered { font-weight: 650; text-decoration: underline; }
.calc-map td.target { outline: 2px solid var(--attento-ink); box-shadow: inset 0 0 0 2px var(--attento-paper); }
.calc-map td button { display: block; inline-size: 100%; min-block-size: var(--attento-control-small); padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
.calc-descent { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.calc-rate { inline-size: 4.5em; min-block-size: var(--attento-control); }
.calc-status { margin: 0; min-block-size: 1.4em; }
.calc-curve { inline-size: 100%; max-block-size: 3.5em; border-block-end: 1px solid var(--attento-line-color); }
.calc-curve polyline { fill: none; stroke: var(--attento-accent); stroke-width: 2; }
.calc-inputs .table-scroll { container-type: inline-size; }
.calc-inputs caption { position: sticky; inset-inline-start: 0; max-inline-size: 100cqi; }
.calc-table { border-collapse: separate; border-spacing: 2px; }
.calc-table caption { text-align: start; color: var(--attento-muted); padding-block-end: 0.15em; font-size: var(--attento-size-small); }
.calc-table caption b { color: var(--attento-ink); margin-inline-end: var(--attento-gap-small); }
.calc-table th { font-weight: 400; color: var(--attento-muted); text-align: center; padding: 0 var(--attento-gap-small); font-size: var(--attento-size-small); }
.calc-table th[scope=row] { text-align: end; white-space: nowrap; }
.calc-table tr.of-query th { color: var(--attento-ink); font-weight: 650; }
.calc-table tr.of-query th::before { content: '▸ '; }
.calc-table td { padding: 0; text-align: center; vertical-align: middle; border-radius: var(--attento-radius); }
.calc-table tbody td { background: var(--attento-slot); }
.calc-table td:is(.above, .below) { --side: var(--attento-diverging-middle); background: linear-gradient(color-mix(in srgb, var(--side) calc(100% * var(--tint, 0)), transparent) 0 0), var(--attento-slot); }
.calc-table td.below { --side: var(--attento-ramp-middle); }
.calc-table td.whole { text-align: start; }
.calc-table td.whole .num { inline-size: auto; }
.calc-table td.hovered { outline: 2px solid var(--attento-ink); }
.cell { inline-size: 3.15em; min-block-size: 1.95em; padding: 0; border: 0; border-radius: var(--attento-radius); background: none; text-align: center; cursor: ns-resize; }
.cell:focus { touch-action: none; cursor: text; }
.calc-table td input[type=checkbox] { inline-size: 1.4em; block-size: 1.4em; margin: var(--attento-gap); }
.slope { display: grid; justify-items: center; padding: 0 var(--attento-gap-small) var(--attento-gap-small); font-size: var(--attento-size-small); line-height: 1.2; text-align: center; }
.slope i { block-size: 3px; margin-block-start: 1px; border-radius: 2px; justify-self: start; margin-inline-start: 50%; background: var(--attento-ink); }
.slope i.below { justify-self: end; margin-inline: 0 50%; background: none; border: 1px solid var(--attento-ink); }
.num { font: inherit; display: block; inline-size: 100%; min-inline-size: 3.4em; min-block-size: var(--attento-control-small); line-height: 2.1em; padding: 0 var(--attento-gap-small); font-size: var(--attento-size); border: 0; border-radius: var(--attento-radius); background: none; color: inherit; white-space: nowrap; }
button.num { cursor: pointer; text-decoration: underline dotted; text-decoration-color: var(--attento-line-color); }
button.num[aria-pressed=true] { outline: 3px solid var(--attento-accent); outline-offset: -3px; font-weight: 650; text-decoration: none; }
.calc-line { display: flex; flex-wrap: wrap; justify-content: end; align-items: center; gap: 0 var(--attento-gap); min-block-size: var(--attento-control-small); }
.calc-table math { color: var(--attento-ink); font-family: var(--attento-math-font); white-space: nowrap; }
.calc-title { color: var(--attento-muted); }
.calc-table tr.final .num { font-weight: 650; }
.calc-form { position: absolute; z-index: 1; inset-inline-end: 0; background: var(--attento-paper); }
.calc-form + .calc-lines > .calc-queries { padding-inline-end: 14.5em; min-block-size: var(--attento-control); }
.calc-planes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--attento-gap-large); }
.calc-planes figure { margin: 0; }
.calc-planes figcaption { text-align: center; color: var(--attento-muted); font-size: var(--attento-size-small); }
.calc-plane { display: block; inline-size: 100%; max-block-size: min(60cqb, 24em); aspect-ratio: 1; border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); user-select: none; }
:host([theme='projector']) .calc-plane { max-block-size: 46cqb; }
.calc-plane text { fill: var(--attento-muted); font-size: 10px; text-anchor: middle; pointer-events: none; paint-order: stroke; stroke: var(--attento-paper); stroke-width: 3px; }
.calc-plane path { fill: none; stroke: var(--attento-muted); stroke-width: 1.5; stroke-linecap: round; }
.calc-plane .axis { stroke: var(--attento-line-color); stroke-width: 0.75; opacity: 0.6; }
.calc-plane .axis.of-query { stroke: var(--attento-accent); stroke-dasharray: 1 3; opacity: 1; }
.calc-plane .drop { stroke-width: 0.75; stroke-dasharray: 2 2; }
.calc-plane .shadow { stroke-width: 3; opacity: 0; }
.calc-plane .hovered :is(.drop, .shadow) { stroke: var(--attento-diverging-middle); opacity: 1; }
.calc-plane .hovered .drop { stroke-width: 1.5; }
.calc-plane .hovered .shaft { stroke: var(--attento-ink); }
.calc-plane .shaft.of-query { stroke: var(--attento-accent); stroke-width: 3; }
.calc-plane .long .shaft { stroke-dasharray: 6 4; }
.calc-plane .long .drop { display: none; }
.calc-plane .hidden { opacity: 0.25; }
.calc-plane .projection { stroke: var(--attento-muted); stroke-width: 1; }
.calc-plane .hull { fill: var(--attento-slot); stroke: var(--attento-line-color); }
.calc-plane .value .shaft { stroke-width: 0.75; opacity: 0.6; }
.calc-plane .own .shaft { stroke: var(--attento-ink); stroke-width: 3; opacity: 1; }
.calc-plane .context { fill: var(--attento-accent); pointer-events: none; transition: transform 0.25s ease-out; }
.calc-plane .context text { text-anchor: start; }
.calc-plane .context :is(text, circle) { fill: inherit; stroke: var(--attento-paper); font-weight: 650; }
.tip { cursor: grab; fill: var(--attento-ink); outline: none; }
.tip.fixed { cursor: default; touch-action: auto; }
.tip.own text { fill: inherit; font-weight: 650; }
.calc-origin { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) var(--attento-gap-large); }
.calc-origin > .calc-note { flex: 1 1 12em; }
.calc-origin td { border-radius: 0; }
.calc-origin td:nth-child(2n) { border-inline-start: var(--attento-gap) solid transparent; background-clip: padding-box; }
.calc-origin tbody tr:last-child > * { box-shadow: inset 0 2px var(--attento-muted); text-align: center; }
.calc-origin td .num { inline-size: auto; min-inline-size: 0; padding: 0; }
.tip.query { fill: var(--attento-accent); }
.tip .reach { fill: transparent; }
.tip:is(:hover, :focus-visible, .hovered) .reach { stroke: var(--attento-ink); stroke-opacity: 0.5; }
.tip:focus-visible .reach { stroke: var(--attento-focus); stroke-opacity: 1; stroke-width: 3; }
.tip.hovered text { fill: var(--attento-ink); font-weight: 650; }
.calc-flow { inline-size: 100%; table-layout: fixed; border-collapse: collapse; }
.calc-flow :is(td:first-child, th[scope=row]) { inline-size: 5.5em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.calc-flow th { font-weight: 400; color: var(--attento-muted); text-align: end; padding-inline-end: var(--attento-gap); }
.calc-flow th[scope=col] { text-align: center; line-height: 1.2; }
.calc-flow td[class] { --bar-range: calc(100% - 3.6em); position: relative; block-size: 1.75em; padding: 0; }
.calc-flow i { position: absolute; inset-block: 2px; inset-inline-start: calc(3.3em + var(--bar-range) / 2); inline-size: calc(var(--bar-range) * var(--tint)); background: var(--attento-diverging-middle); opacity: 0.6; border-radius: 2px; transition: inline-size 0.15s; }
.calc-flow i.below { inset-inline: auto calc(0.3em + var(--bar-range) / 2); background: var(--attento-ramp-middle); }
.calc-flow .weights i { inset-inline-start: 3.3em; inline-size: calc(var(--bar-range) * var(--tint) * 2); background: var(--attento-accent); }
.calc-flow tr.hovered :is(th, td) { color: var(--attento-ink); font-weight: 650; }
.calc-flow tr.hovered i { opacity: 1; }
.calc-reading { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--attento-gap-small) var(--attento-gap); margin: 0; }
.calc-reading dt { color: var(--attento-muted); }
.calc-reading dd { margin: 0; }
.calc-dial { display: grid; gap: var(--attento-gap-small); }
.calc-dial span { display: flex; justify-content: space-between; color: var(--attento-muted); }
.calc-dial output { color: var(--attento-ink); }
.calc-dial input { inline-size: 100%; margin: 0; min-block-size: var(--attento-control-small); }
.calc-bars { margin: 0; display: grid; gap: var(--attento-gap); }
.calc-bars svg { inline-size: 100%; max-inline-size: 28em; block-size: auto; display: block; }
.calc-bars text { fill: var(--attento-muted); font-size: 14px; }
.calc-bars .part rect { fill: var(--attento-diverging-middle); stroke: var(--attento-line-color); stroke-width: 1; }
.calc-bars .part.below rect { fill: var(--attento-ramp-middle); }
.calc-bars .part text { fill: var(--attento-ink); text-anchor: middle; }
.calc-bars .part.dim { opacity: 0.2; }
.calc-bars .sum { fill: var(--attento-ink); stroke: var(--attento-paper); stroke-width: 1; }
.calc-bars .zero { fill: var(--attento-ink); }
.calc-bars .legend-item.hovered { color: var(--attento-ink); font-weight: 650; }
.calc-hovered { flex: 1 1 100%; min-block-size: 2.9em; }
.calc-code textarea { flex: 1 1 100%; min-inline-size: 0; block-size: 30em; padding: var(--attento-gap); font: 0.85em / 1.4 ui-monospace, monospace; white-space: pre; }

/* With a fine pointer cells can be smaller, so that all three tables are visible. */
@media not (pointer: coarse) {
  .side .calc-inputs:not(:has(> .calc-reading)) { gap: var(--attento-gap-small); }
  .side .calc-note { min-block-size: 0; line-height: 1.25; }
  .side .calc-table { border-spacing: 2px 1px; }
  .side .calc-table caption { line-height: 1.2; padding-block-end: 0; }
  .side .calc-table th { line-height: 1.05; }
  .side .cell { min-block-size: max(24px, 1.5em); }
}
@container scope (min-width: 85em) {
  .calc > .desk:not(.alone) { grid-template-columns: minmax(0, 1fr) 42em; }
  .calc-inputs { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
  .calc-inputs > .calc-note { grid-column: 1 / -1; }
}
@container scope (min-width: 64em) {
  .calc:has([data-name='map']) > .desk:not(.alone) { grid-template-columns: minmax(0, 1fr) 26em; }
  .calc-map:not(:has(td:nth-of-type(8))) th span { writing-mode: horizontal-tb; transform: none; }
  .calc-map:not(:has(td:nth-of-type(8))) td { inline-size: 4em; block-size: 3.2em; }
}
/* In a low view two rows of the table are visible below the planes. */
@container hero (max-height: 30em) {
  .calc-plane { max-block-size: 47cqb; }
}
/* The description has a line of its own where it would be a narrow column. */
@container scope (max-width: 85em) {
  .calc-head { flex-wrap: wrap; }
  .calc-head .field-help { order: 1; flex-basis: 100%; }
  .calc-head select { margin-inline-end: auto; }
}
@container scope (max-width: 52em) {
  .calc > .desk { grid-template-columns: minmax(0, 1fr); }
  .calc-planes { gap: var(--attento-gap-small); }
  .calc-plane text { font-size: 16.5px; }
  .calc-flow { font-size: var(--attento-size-small); }
  .calc-flow th[scope=col] math { display: none; }
  .calc:has(.calc-origin) > .calc-head { display: none; }
  .calc-lines:has(> .calc-origin) { gap: var(--attento-gap-small); }
  .calc-origin .cell { inline-size: 2.5em; min-block-size: 1.75em; }
  .calc-origin td .num { min-block-size: 0; line-height: 1.75em; }
  .calc-origin + .calc-planes .calc-plane { max-block-size: max(7.5em, 40cqb); }
  .calc-head, .calc-queries { flex-wrap: nowrap; overflow-x: auto; }
  .calc-queries { inline-size: 100%; }
  .calc-form + .calc-lines > .calc-queries { inline-size: calc(100% - 14.5em); padding-inline-end: 0; }
  .calc-queries > *, .calc-head > * { flex: none; }
  .calc-head .field-help, .calc-head > .field-label { display: none; }
  .calc-head select { flex: 1 0 13em; inline-size: auto; }
  .cell { min-block-size: var(--attento-control); }
  .num { line-height: 2.3em; }
  .calc-queries .bars-choice { min-block-size: var(--attento-control); }
  .calc-queries .bars-choice:has(:checked) { scroll-initial-target: nearest; }
  .calc-line { max-inline-size: 8em; white-space: normal; }
  .calc-lines .num { min-inline-size: 2.9em; padding: 0; font-size: var(--attento-size-small); }
  .calc-line:has(> math) > .calc-title { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .calc-table math { font-size: var(--attento-size); }
  .calc-map caption, .side .table-scroll:has(.calc-map) + .legend { display: none; }
  .calc-map td { block-size: 1.7em; }
  .calc-map :is(th, td) button { min-block-size: 1.7em; }
  [data-low] .calc[data-tab='side'] > .desk > .main { display: none; }
  [data-low] .calc[data-tab='side'] > .desk > .side { display: flex; }
  /* All lines of the formula stay visible above the inputs and above the map of all weights. */
  .scope:not([data-low]) .calc[data-tab='side'] > .desk { grid-template-rows: minmax(0, 9fr) minmax(0, 5fr); }
  .scope:not([data-low]) .calc[data-tab='side'] > .calc-head, .scope:not([data-low]) .calc[data-tab='side'] .calc-slopes:not(:has(button)) { display: none; }
  .scope:not([data-low]) .calc[data-tab='side'] .calc-inputs :is(tr:has(~ .of-query), .of-query ~ tr) { display: none; }
  .scope:not([data-low]) .calc[data-tab='side'] .calc-inputs caption { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .scope:not([data-low]) .calc:has([data-name='map']) > .desk { grid-template-rows: minmax(0, 1fr) auto; }
  .scope:not([data-low]) .calc [data-name='map'] > * { grid-area: 1 / 1; }
  .scope:not([data-low]) .calc [data-name='map'] > header { z-index: 1; place-self: start end; }
  .scope:not([data-low]) .calc [data-name='map'] h2, .scope:not([data-low]) .calc:has([data-name='map']) .calc-queries { display: none; }
  .scope:not([data-low]) .calc:is([data-tab='side'], :has([data-name='map'])) .calc-lines { gap: 0; }
  .scope:not([data-low]) .calc:is([data-tab='side'], :has([data-name='map'])) :is(.num, .calc-line) { min-block-size: 1.75em; line-height: 1.75em; }
  .scope:not([data-low]) .calc[data-tab='side'] .calc-note { min-block-size: 0; line-height: 1.25; }
}
@container scope (max-width: 30em) {
  /* The planes are as wide as the screen, and the tools above them folded with the others. */
  :host([data-folded]) .calc-head { display: none; }
  :host([data-folded]) .calc-queries + .calc-planes .calc-plane { max-block-size: min(24em, 100cqb - 5.5em); }
  .screen.calc > .bar.bar { display: var(--attento-bar, flex); }
  .calc-head { gap: var(--attento-gap-small); }
  /* Rows that scroll fade at their end. */
  .calc-head, .calc-queries { padding-inline-end: 1em; mask: linear-gradient(to left, transparent, #000 1em); }
  .calc-head .button { padding: 0 var(--attento-gap); }
  .calc-head select { flex: 1 0 7em; }
  :is(.calc-queries, .calc-form) .bars-choice { font-size: var(--attento-size-small); }
  .calc-form + .calc-lines > .calc-queries { inline-size: calc(100% - 13em); }
}
@media (prefers-reduced-motion: reduce) {
  .calc-plane .context, .calc-flow i { transition: none; }
}
@media (forced-colors: active) {
  :is(.calc-bars svg, .calc-plane, .calc-flow i) { forced-color-adjust: none; }
}
@media print {
  .calc-settings, .calc-buttons, .calc .presets { display: none; }
}
`;
