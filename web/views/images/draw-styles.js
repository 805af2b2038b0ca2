import { holdingStyles } from '../../parts/holding-panel.js';
import { panelStyles } from '../../parts/panel-styles.js';
import { sharedStyles } from '../../parts/shared-styles.js';
import { pictureStyles } from './picture-styles.js';

export const drawStyles = /* css */ `${pictureStyles}${sharedStyles}${panelStyles}${holdingStyles}
.draw-player { container-type: inline-size; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.draw-squares { direction: ltr; inline-size: min(100%, 3 * var(--draw-square, 36cqb)); display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--attento-gap); touch-action: pan-y; cursor: crosshair; outline-offset: 3px; border-radius: var(--attento-radius); user-select: none; }
.draw-squares figure { margin: 0; min-inline-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); align-content: start; }
.draw-squares figcaption, .draw-label { color: var(--attento-muted); font-size: var(--attento-size-small); text-wrap: balance; }
.draw [data-held]::before { content: "● "; color: var(--attento-accent); }
.draw-held { display: flex; gap: var(--attento-gap); }
.draw-held figure { margin: 0; inline-size: 7em; color: var(--attento-muted); }
.draw-steps { display: grid; grid-template-columns: minmax(8.75em, 30%) minmax(0, 1fr); gap: var(--attento-gap); align-items: start; }
.draw-play { display: grid; gap: var(--attento-gap-small); justify-items: start; min-inline-size: 8.75em; }
.draw-which { margin: 0; color: var(--attento-muted); }
.draw-row { direction: ltr; display: grid; grid-template-columns: repeat(var(--draw-columns), minmax(0, 1fr)); gap: var(--attento-gap-small); max-inline-size: calc(var(--draw-columns) * 11cqb); }
.draw-item { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: var(--attento-gap-small); padding: 3px; border-radius: var(--attento-radius); cursor: pointer; }
.draw-item input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; opacity: 0; cursor: pointer; }
.draw-item:has(:checked) { outline: 3px solid var(--attento-ink); outline-offset: -1px; }
.draw-item:has(:focus-visible) { outline: 3px solid var(--attento-focus); outline-offset: -1px; }
.draw-note { color: var(--attento-muted); font-size: var(--attento-size-small); text-align: center; white-space: nowrap; line-height: 1.2; }
.draw-bar { block-size: 2.5em; background: linear-gradient(var(--attento-accent) 0 0) no-repeat bottom / 100% calc(var(--draw-height, 0) * 100%), var(--attento-slot); }
.draw-choose { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--attento-gap); align-items: center; }
.draw-choose .draw-label { max-inline-size: 7em; }
.draw-choose .draw-row { max-inline-size: calc(var(--draw-columns) * 8.5cqb); }
.draw-sheets { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20em), 1fr)); gap: var(--attento-gap-large) 2em; }
.draw-sheets figure { margin: 0; min-inline-size: 0; display: grid; gap: var(--attento-gap-small); }
.draw-sheets figcaption { font-weight: 650; }
.draw-sheets .draw-picture { border: 0; }
.draw-own { container: own / inline-size; }
.draw-own-parts { display: grid; grid-template: auto 1fr / minmax(12em, max(17em, min(40%, 100cqb - 14em))) minmax(0, 1fr); gap: var(--attento-gap) 2em; align-items: start; }
.draw-own-parts > .draw-result { grid-area: 1 / 2 / span 2; }
.draw-pad-side { display: grid; gap: var(--attento-gap); align-content: start; }
.draw-result { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); align-content: start; }
.draw-interpolation, .draw-baseline { direction: ltr; margin: 0; display: grid; gap: var(--attento-gap-small); }
.draw-baseline { inline-size: 50%; }
.legend-look, .legend-stroke { inline-size: 1em; block-size: 1em; border: 2px solid var(--attento-accent); border-radius: 0; background: none; box-sizing: border-box; }
.legend-stroke { border-color: var(--attento-bad); }
.draw-player ~ .legend .legend-ramp { inline-size: 5em; }

.main > .draw { padding: 3px; }

/* In a wide and low view, the pictures to choose from are beside the steps. */
@container hero (min-aspect-ratio: 17 / 10) {
  .main > .draw:not([data-table]) { --draw-square: 48cqb; display: grid; grid-template: minmax(0, 1fr) auto / auto minmax(0, 1fr); gap: var(--attento-gap) 1.5em; }
  .main > .draw > .draw-choose { grid-template: auto auto / minmax(0, 1fr); align-content: start; }
  .main > .draw .draw-choose .draw-label { max-inline-size: 40cqb; }
  .main > .draw .draw-choose .draw-row { grid-template-columns: repeat(4, minmax(0, 8.5cqb)); max-inline-size: none; }
  .main > .draw > .legend { grid-column: 1 / -1; }
  .main > .draw > .view-foot { grid-column: 2; justify-self: end; }
}
/* In a less wide view, the squares are in two rows, with the steps in their fourth place and the pictures beside them. */
@container hero (min-width: 34em) and (max-aspect-ratio: 17 / 10) {
  .main > .draw:not([data-table]) { display: grid; grid-template: auto auto minmax(0, 1fr) / auto minmax(0, 1fr); gap: var(--attento-gap) 1.5em; }
  .main > .draw:not([data-table]) > .draw-player { --draw-square: min(50cqb - 2.2em, 50cqi - 7em); grid-area: 1 / 1 / span 3; grid-template: repeat(2, minmax(0, 1fr)) / repeat(2, var(--draw-square)); align-self: start; inline-size: calc(2 * var(--draw-square) + var(--attento-gap)); }
  .main > .draw:not([data-table]) .draw-squares { grid-area: 1 / 1 / span 2 / span 2; inline-size: auto; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .main > .draw:not([data-table]) .draw-steps { grid-area: 2 / 2; grid-template-columns: minmax(0, 1fr); }
  .main > .draw:not([data-table]) .draw-play { grid-template-columns: minmax(0, 1fr); }
  .main > .draw:not([data-table]) .draw-steps .draw-row { gap: 0; --attento-size-small: 12px; }
  .main > .draw:not([data-table]) > :not(.draw-player) { grid-column: 2; margin-inline-end: 0; }
  .main > .draw:not([data-table]) > .draw-choose { grid-template: auto auto / minmax(0, 1fr); }
  .main > .draw:not([data-table]) > .draw-choose > .draw-label { max-inline-size: none; min-block-size: var(--zoom-room, 0); margin-inline-end: var(--zoom-room, 0); }
  .main > .draw:not([data-table]) > .draw-choose > .draw-row { grid-template-columns: repeat(4, minmax(0, 6.5cqb)); max-inline-size: none; }
  .main > .draw:not([data-table]) > .legend { padding: 0; align-content: start; }
}
@container own (max-width: 40em) {
  .draw-own-parts { grid-template: none / minmax(0, 1fr); }
  .draw-own-parts > .draw-result { grid-area: auto; }
  .draw-pad-side { max-inline-size: 13em; }
}
@container bars (max-width: 45em) {
  .draw-squares { inline-size: 100%; }
  .draw-steps, .draw-choose { grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); }
  .draw-choose .draw-label { max-inline-size: none; }
  .draw-play { grid-template-columns: auto auto; gap: var(--attento-gap); align-items: center; justify-content: start; font-size: var(--attento-size-small); }
  .draw-bar { block-size: 1.25em; }
}
@container bars (max-width: 34em) {
  /* The drawing pad comes first, with its buttons beside it. */
  .draw-own-parts { order: -1; }
  .draw-pad-side { grid-template-columns: 10em minmax(0, 1fr); max-inline-size: none; align-items: start; }
  .draw-pad-side > :not(.draw-pad, .panel-row) { grid-column: 1 / -1; }
  .draw-squares { gap: var(--attento-gap-small); }
  .draw-row { gap: 0.15em; }
  .draw:not([data-baseline]) > .draw-player { order: -1; margin-inline-end: var(--zoom-room, 0); }
  .draw[data-baseline] > .draw-choose .draw-row { max-inline-size: none; }
}
`;
