/** Background of a part of the timeline, up to the middle of the knob. @param {string} color @param {string} share */
const fill = (color, share) =>
  `linear-gradient(var(--attento-${color}) 0 0) 0 / calc(var(--knob) / 2 + (100% - var(--knob)) * var(--${share})) 100% no-repeat`;
const kTrack = `block-size: 0.7em; border: 1px solid var(--attento-line-color); border-radius: 1em; forced-color-adjust: none;
  background: ${fill('accent', 'shown')}, ${fill('line-color', 'trained')}, var(--attento-slot);`;
const kKnob = `box-sizing: border-box; inline-size: var(--knob); block-size: var(--knob); border: 0.3em solid var(--attento-accent); border-radius: 50%;
  background: var(--attento-paper); forced-color-adjust: none;`;

/**
 * The layout of the live instrument. The element fills its container; the map takes the space that the other rows leave, and
 * views size their cells to fit this space.
 */
export const screenStyles = /* css */ `
.screen { gap: var(--attento-gap); }
.transport .quiet { padding: 0; inline-size: 2.75em; flex: none; }
.timeline { --knob: 1.35em; flex: 1 1 10em; min-inline-size: 0; block-size: 2.75em; margin: 0; appearance: none; background: none; cursor: pointer; }
.timeline::-webkit-slider-runnable-track { ${kTrack} }
.timeline::-moz-range-track { ${kTrack} }
.timeline::-webkit-slider-thumb { ${kKnob} appearance: none; margin-block-start: calc(0.35em - 1px - var(--knob) / 2); }
.timeline::-moz-range-thumb { ${kKnob} }
.count { display: grid; grid-template-columns: repeat(2, auto); gap: 0 var(--attento-gap); align-items: baseline; margin: 0; flex: none; }
.count:has(.count-planned) { grid-template-columns: repeat(3, auto); }
.count-label, .count-planned { color: var(--attento-muted); font-size: var(--attento-size-small); }
.count-loss { display: none; grid-column: 1 / -1; font-size: var(--attento-size-small); line-height: 1.2; text-align: end; color: var(--attento-muted); }
.count-value { display: inline-block; min-inline-size: 3.2em; text-align: end; font-size: var(--attento-size-huge); line-height: 1.2; }

.desk { display: grid; grid-template-columns: minmax(0, 1fr) 19em; grid-template-rows: minmax(0, 1fr); gap: var(--attento-gap-large); }
.desk.alone { grid-template-columns: minmax(0, 1fr); }
.main { container: hero / size; min-block-size: 0; display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
.main > * { min-block-size: 0; }
.zoom { display: none; position: absolute; inset: 0 0 auto auto; place-content: center; inline-size: 2.5em; block-size: 2.5em; padding: 0; border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: var(--attento-paper); cursor: zoom-in; }
.zoom::before { content: '⤢'; }
.main:popover-open { --align-least: 2em; position: fixed; inset: 0; inline-size: auto; block-size: auto; margin: 0; padding: 0.75em; border: 0; color: inherit; background: var(--attento-paper); overflow: hidden; }
.main:popover-open > .zoom { inset: 0.75em 0.75em auto auto; cursor: zoom-out; }
.main:popover-open > .zoom::before { content: '✕'; }
.main > .bars { display: flex; flex-direction: column; gap: var(--attento-gap); overflow-y: auto; }
:where(.main > .bars > *) { flex: none; }
:is(.main > .bars, .exploration-body > .align) > .legend { padding-inline: 0 3em; min-block-size: var(--attento-control-small); align-items: center; }
.pin { padding-inline: var(--attento-gap); }
.main .legend:has(+ .view-foot > .pin) { padding-inline-end: 9.5em; }
:is(.main > .bars, .exploration-body > .align) > .legend + .view-foot:not(:has(> [open].table)) { margin-block-start: -2.75em; align-self: end; }
.main > [data-table] > .view-foot { flex: 1; overflow: auto; }
.reading { display: grid; gap: var(--attento-gap); }
.side .bars-help { min-block-size: 0; font-size: var(--attento-size-small); }
.side .readout:has(> .readout-hint:not([hidden])) { background: none; padding: 0; font-size: var(--attento-size-small); }
.side { display: flex; flex-direction: column; gap: var(--attento-gap); min-block-size: 0; overflow-y: auto; padding: 0 0 1.2em var(--attento-gap-large); border-inline-start: 1px solid var(--attento-rule); mask: linear-gradient(to top, transparent, #000 1.2em); }
.side > * { flex: none; }
.side .readout { min-block-size: 7em; padding: var(--attento-gap); align-content: start; }
.side .readout-formula { white-space: normal; overflow: visible; }
.side .curve-plot { block-size: 8em; }
.side .metrics { border: 0; }
.side .metric summary { min-block-size: var(--attento-control-small); }
:host([data-folded]) :is(.metrics, .bar > :not(.unfold, .foot, .numbers[aria-pressed='true'])) { display: none; }
:host(:not([data-folded])) .unfold { display: none; }
.more-metrics > summary { cursor: pointer; min-block-size: var(--attento-control-small); align-content: center; color: var(--attento-muted); }

[data-highlighted] { outline: 3px solid var(--attento-accent); outline-offset: -1px; }

.exploration { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); gap: var(--attento-gap); }
.side > .exploration { flex: 1; min-block-size: 0; }
.exploration-head { display: flex; align-items: center; justify-content: space-between; gap: var(--attento-gap) var(--attento-gap-large); }
.exploration-head h2 { margin: 0; font-size: var(--attento-size-large); font-weight: 650; }
.exploration-head .button { min-block-size: var(--attento-control-small); padding: 0 var(--attento-gap); }
.exploration-body { container: bars / inline-size; overflow: auto; min-block-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: var(--attento-gap); padding: 3px 3px 1em; mask: linear-gradient(to top, transparent, #000 1em); }
.exploration-body .panel { border: 0; padding: 0; }
.exploration-body .panel > h2:first-child { display: none; }

.bar { display: flex; flex: none; align-items: center; gap: 0.15em; padding-block: var(--attento-gap-small) 2px; border-block-start: 1px solid var(--attento-rule); font-size: var(--attento-size-small); }
.bar, .heads { overflow-x: auto; scrollbar-width: thin;
  /* A shade at the end while there is more to scroll. */
  background: linear-gradient(var(--attento-paper) 0 0) calc(100% + 2px) 0 / 1em 100% no-repeat local, linear-gradient(to left, var(--attento-line-color), transparent) right / 0.7em 100% no-repeat; }
.bar > * { flex: none; }
.bar :focus-visible { outline-offset: -3px; }
/* Views are at the start, tools at the end. */
.bar > [data-explore='settings'] { margin-inline-start: auto; }
.bar > [data-explore='settings'] ~ .share { margin-inline-start: var(--attento-gap-small); }
.bar > :is(.numbers, .speed) { display: none; }
.bar .share .button { min-block-size: var(--attento-control); padding: 0 0.5em; }
.bar > .foot { padding-inline: var(--attento-gap); }
.choice { min-block-size: var(--attento-control); padding: 0 0.5em; border: 1px solid transparent; border-radius: var(--attento-radius); background: none; white-space: nowrap; cursor: pointer; }
.choice:hover { border-color: var(--attento-line-color); }
.choice[aria-pressed='true'] { background: var(--attento-ink); color: var(--attento-paper); forced-color-adjust: none; }
.choice:disabled { opacity: 0.6; cursor: default; }
.typed { display: flex; gap: var(--attento-gap); min-inline-size: 0; }
.typed input { flex: 1 1 18em; min-inline-size: 0; }
.presets { display: flex; align-items: center; margin-inline-end: var(--attento-gap-small); padding-inline-end: var(--attento-gap-small); border-inline-end: 1px solid var(--attento-rule); }
.preset-now { font-weight: 600; }
.presets .field-help { visibility: var(--attento-hint, visible); }
.preset-list { position: fixed; inset: auto; inline-size: min(34em, 96vw); margin: 0; padding: var(--attento-gap-small); overflow: auto; border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); color: var(--attento-ink); background: var(--attento-paper); box-shadow: 0 6px 24px rgb(0 0 0 / 25%); }
.preset-choice { display: grid; grid-template-columns: 4.2em minmax(0, 1fr); gap: var(--attento-gap-small) var(--attento-gap-large); align-items: center; inline-size: 100%; min-block-size: 3.6em; padding: var(--attento-gap-small) var(--attento-gap); border: 1px solid transparent; border-radius: var(--attento-radius); background: none; text-align: start; line-height: 1.3; cursor: pointer; }
.preset-choice:hover { background: var(--attento-slot); }
.preset-choice[aria-current] { border-color: var(--attento-accent); background: var(--attento-slot); }
.preset-thumbnail { display: grid; place-items: center; block-size: 3em; }
.preset-thumbnail svg { inline-size: 100%; block-size: 100%; min-block-size: 0; }
.preset-help { display: block; color: var(--attento-muted); font-size: var(--attento-size-small); }
.speed { display: flex; flex: none; align-items: center; gap: var(--attento-gap); }
.speed input { inline-size: 5.5em; min-inline-size: 0; block-size: 2.25em; margin: 0; cursor: pointer; }
.speed-text { inline-size: 6em; font-size: var(--attento-size-small); line-height: 1.2; color: var(--attento-muted); }
.speed-text b { font-weight: 400; }

@container scope (max-width: 52em) {
  .transport .speed { display: none; }
  .main { position: relative; }
  .zoom { display: grid; }
  .main:popover-open .heads { display: none; }
  .main { --zoom-room: 3em; }
  .main > .bars > :first-child { margin-inline-end: var(--zoom-room); }
  .exploration-head { padding-inline-end: var(--zoom-room); }
  .count-loss { display: block; }
  .screen { gap: var(--attento-gap-small); }
  .shell { padding-block: var(--attento-gap); }
  .main > .bars { gap: var(--attento-gap-small); }
  .desk { grid-template: minmax(0, 1fr) / minmax(0, 1fr); gap: var(--attento-gap); }
  .side { padding: 0; border: 0; }
  .side > .metrics { order: -1; }
  .bar { display: var(--attento-bar, flex); }
  .bar > :is(.numbers, .speed) { display: flex; align-items: center; }
  .screen:not([data-tab='side'], [data-aside]) .side { display: none; }
  .screen[data-aside] .desk { grid-template-rows: minmax(0, 2fr) minmax(0, 3fr); }
  /* As much as a phone's page adds for the numbers, so that the map keeps its height. */
  .screen[data-tab='side'] .desk { grid-template-rows: minmax(0, 1fr) min(50%, 24dvh - var(--attento-gap)); }
  .choice { min-block-size: 2.6em; }
  /* If the screen is too low for both, the inspector replaces the map, unless the page chooses the map. */
  [data-low] .screen:is([data-tab='side'], [data-aside]) .desk { grid-template-rows: minmax(0, 1fr); }
  [data-low] .screen:is([data-tab='side'], [data-aside]) .main { display: none; }
  [data-low] .screen[data-tab='side'] .main { display: var(--attento-map, none); }
  [data-low] .screen[data-tab='side'] .side { display: var(--attento-side, flex); }
}
@container scope (min-width: 30.01em) {
  [data-high] .bar { flex-wrap: wrap; }
}
@container scope (max-width: 70em) {
  .bar { gap: 0; }
  .choice, .bar .share .button { padding: 0 var(--attento-gap-small); }
}
/* With a fine pointer tools can be lower, so that all fit in two rows. */
@media not (pointer: coarse) {
  @container scope (30.01em <= width <= 70em) {
    .bar { flex-wrap: wrap; align-content: center; min-block-size: calc(var(--attento-control) + 0.6em); }
    .bar > .choice, .bar :is(.presets, .share) .button, .bar .preset-now { min-block-size: 24px; }
  }
}
@container scope (max-width: 30em) {
  .exploration-body form .button { padding: 0 var(--attento-gap); }
  [data-tab] > .transport > .primary { min-inline-size: 2.75em; padding: 0 var(--attento-gap); }
  .transport .primary span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .transport { gap: var(--attento-gap-small); }
  /* The bar has two rows, so that more of it is visible before it scrolls. */
  :host(:not([data-folded])) .bar { display: var(--attento-bar, grid); grid: repeat(2, auto) / auto-flow; justify-items: start; }
  .preset-label { display: inline-block; max-inline-size: 5.5em; overflow: clip; text-overflow: ellipsis; }
  .count-label, .count-planned { display: none; }
}
/* On a projector the map has the whole height. The controls are beside it, below the numbers, and hidden unless in use. */
:host([theme='projector']) .side .readout-hint { display: none; }
:host([theme='projector']) .side .readout { min-block-size: 0; }
:host([theme='projector']) .exploration p { max-inline-size: none; }
:host([theme='projector']) .shell { padding-block: 0.25em; }
:host([theme='projector']) .main > .bars { --attento-control: 2em; --attento-control-small: 1.6em; gap: var(--attento-gap-small); }
:host([theme='projector']) .main > .bars > .view-foot { --attento-control: var(--attento-control-small); }
:host([theme='projector']) .main > .bars > .legend + .view-foot:not(:has(> [open].table)) { margin-block-start: calc(-1 * var(--attento-control-small) - var(--attento-gap-small)); }
@container scope (min-width: 52.01em) {
  :host([theme='projector']) .screen { position: relative; gap: 0; }
  :host([theme='projector']) .desk { position: absolute; inset: 0; grid-template-columns: minmax(0, 1fr) 18em; }
  :host([theme='projector']) .side { margin-block-end: 12em; }
  :host([theme='projector']) .screen > :not(.desk) { --attento-control: 2em; z-index: 1; align-self: end; flex-wrap: wrap; gap: var(--attento-gap-small); inline-size: 18em; padding: 0.3em; background: var(--attento-paper); }
  :host([theme='projector']) .screen > :first-child { margin-block-start: auto; }
  :host([theme='projector']) .screen > .bar { font-size: var(--attento-size); }
  :host([theme='projector']) .timeline { flex-basis: 100%; block-size: 1.6em; }
  :host([theme='projector']:not([data-active])) .screen > :is(.transport, .bar):not(:focus-within) { opacity: 0; pointer-events: none; }
}
:host([data-print]) :is(.transport, .bar) { display: none; }
/* Controls that are not printed keep their space beside the map, so that the map keeps its size. */
:host([data-print]) .desk :is(.button:not(li > .button), .view-foot, .bars-choices, .bars-signs, .head-switch, .readout-hint, input[type='range']) { visibility: hidden; }
:host([data-print]) .scope { container-type: inline-size; block-size: auto; overflow: visible; border: 0; print-color-adjust: exact; }
:host([data-print]) .desk { flex: none; block-size: var(--print-height); overflow: visible; }
`;
