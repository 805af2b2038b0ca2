import { panelStyles } from '../../parts/panel-styles.js';

export const decoderStyles = /* css */ `${panelStyles}
.decoder .panel-row input { flex: 1 1 18em; min-inline-size: 0; }
.decoder-body { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 1.5em 2.5em; align-items: start; }
.decoder-body > * { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.decoder-body[data-blind] { grid-template-columns: minmax(0, 1fr); }
.decoder-body[data-blind] > :first-child, .decoder-body[data-blind] .decoder-rows > :is(.decoder-number, .decoder-bar, .decoder-head:nth-child(n + 3)) { display: none; }
.decoder-body[data-blind] .decoder-rows { grid-template-columns: minmax(4.5em, auto) minmax(3em, 1fr); }
.decoder-output { margin: 0; font-size: var(--attento-size-large); }
.decoder-output b { font-weight: 650; }
.decoder-turn { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.decoder-turn strong { font-weight: 650; }
.decoder h3 { margin: 0; font-size: var(--attento-size); font-weight: 650; }
.decoder-rows { display: grid; grid-template-columns: minmax(4.5em, auto) minmax(3em, 1fr) 4.9em minmax(3em, 7em) 3.2em; gap: 0.1em var(--attento-gap); align-items: center; }
.decoder-rows > .decoder-head { color: var(--attento-muted); font-size: var(--attento-size-small); }
.decoder-rows > .decoder-number { text-align: end; white-space: nowrap; }
.decoder-token { min-block-size: 1.75em; padding: 0 var(--attento-gap-small); border: 1px solid transparent; border-radius: var(--attento-radius); background: none; color: inherit; font: inherit; text-align: end; white-space: pre; cursor: pointer; overflow: hidden; text-overflow: ellipsis; }
.decoder-token:hover { text-decoration: underline; }
.decoder-token[aria-pressed='true'] { border-color: var(--attento-ink); font-weight: 650; }
.decoder-token[data-unknown] { text-decoration: underline wavy var(--attento-bad); }
.strip { display: block; inline-size: 100%; block-size: 1.1em; image-rendering: pixelated; cursor: crosshair; border-radius: 2px; outline: 1px solid var(--attento-rule); forced-color-adjust: none; }
.decoder-bar { block-size: 0.8em; background: var(--attento-slot); border-radius: 2px; }
.decoder-bar > i { display: block; block-size: 100%; background: var(--attento-accent); border-radius: 2px; }
.decoder-strips { display: grid; grid-template-columns: fit-content(55%) minmax(0, 1fr); gap: var(--attento-gap-small) var(--attento-gap); align-items: center; }
.decoder-strips > span { color: var(--attento-muted); }
.decoder-candidates { display: grid; grid-template-columns: minmax(4.5em, max-content) minmax(3em, 1fr) 3.2em; gap: var(--attento-gap-small) var(--attento-gap); align-items: center; margin: 0; }
.decoder-candidates > span:nth-child(3n + 1) { text-align: end; white-space: pre; }
.decoder-candidates > .decoder-chosen { font-weight: 650; }
.main .decoder .align-plate .bars-row:not(.bars-header) { min-block-size: clamp(1.5em, calc(12em / var(--align-rows, 4)), 3em); }
.decoder .readout-formula { white-space: normal; line-height: 2.3; }
.decoder .readout { min-block-size: 9em; overflow-x: auto; gap: var(--attento-gap-small); }

@container bars (min-width: 46em) {
  .decoder-body[data-blind] .decoder-detail { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); column-gap: 2.5em; }
  .decoder-body[data-blind] .decoder-detail > * { grid-column: 2; }
  .decoder-body[data-blind] .decoder-detail > :first-child, .decoder-body[data-blind] .decoder-candidates { grid-area: 1 / 1; }
  .decoder-body[data-blind] .decoder-candidates { grid-row: 2 / span 2; align-content: start; }
}
@container bars (max-width: 46em) {
  .decoder-body { grid-template-columns: minmax(0, 1fr); }
}
@container bars (max-width: 34em) {
  .decoder-rows { grid-template-columns: minmax(3.5em, auto) minmax(min-content, 1fr) 3.5em minmax(2em, 4em) 3.4em; gap: 0.1em var(--attento-gap); font-size: var(--attento-size); }
  .decoder-token { min-block-size: var(--attento-control-small); }
  .decoder .panel-row { flex-wrap: nowrap; overflow-x: auto; }
  .decoder .panel-row :is(input, button) { flex: none; }
}
`;
