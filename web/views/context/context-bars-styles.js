import { holdingStyles } from '../../parts/holding-panel.js';
import { sharedStyles } from '../../parts/shared-styles.js';

export const contextBarsStyles = /* css */ `${sharedStyles}${holdingStyles}
.bars-signs { display: inline-flex; align-items: center; gap: var(--attento-gap); min-height: var(--attento-control-small); color: var(--attento-muted); cursor: pointer; }
.bars-signs input { inline-size: 1.15em; block-size: 1.15em; margin: 0; }
.bars-plate { --bars-label: 5.6em; --bars-aside: 6.2em; --bars-head-height: 2em; position: relative; touch-action: pan-y; flex: 1 1 auto; min-block-size: calc(var(--bars-head-height) + 1.5em * var(--bars-rows)); }
.bars-canvas { position: absolute; inset-block-start: var(--bars-head-height); inset-inline: var(--bars-label) var(--bars-aside); inline-size: calc(100% - var(--bars-label) - var(--bars-aside)); block-size: calc(100% - var(--bars-head-height)); }
.bars-plate > .bars-grid { block-size: 100%; grid-template-rows: var(--bars-head-height); grid-auto-rows: minmax(0, 1fr); }
.bars-row { display: grid; grid-template-columns: var(--bars-label) repeat(var(--bars-columns), minmax(0, 1fr)) var(--bars-aside); }
.bars-header { block-size: var(--bars-head-height); color: var(--attento-muted); }
.bars-corner { font-size: var(--attento-size-small); justify-content: flex-end !important; padding-inline-end: var(--attento-gap-large); }
.bars-label { display: flex; align-items: center; justify-content: flex-end; padding-inline-end: var(--attento-gap); white-space: pre; }
.bars-word { color: var(--attento-muted); min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.bars-aside { padding-inline-start: var(--attento-gap-large); display: flex; align-items: center; }
.bars-header .bars-aside { justify-content: flex-start; font-size: var(--attento-size-small); }
.bars-verdict { overflow: hidden; display: grid; grid-template-columns: minmax(0, 1fr); line-height: 1.25; min-inline-size: 0; }
.bars-share { font-size: var(--attento-size-large); }
.bars-note { font-size: var(--attento-size-small); color: var(--attento-muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-block-size: 1.25em; }
.bars-found { color: var(--attento-good); }
.bars-dense .bars-note { display: none; }
.bars-dense .bars-share, .bars-dense .bars-label { font-size: var(--attento-size-small); }
.bars-plate + .legend { padding-inline-start: 5.6em; }
.readout-filled { display: grid; grid-template-columns: 1fr auto; gap: var(--attento-gap-small) var(--attento-gap-large); align-items: center; min-block-size: 4.9em; }
.readout-formula { grid-column: 1 / -1; font-size: var(--attento-size-large); overflow-x: auto; }
.readout-move { min-block-size: var(--attento-control-small); padding: 0 var(--attento-gap); font-size: var(--attento-size-small); }
.readout-move[aria-disabled=true] { opacity: 0.5; }

@container bars (max-width: 34em) {
  .bars-plate { --bars-label: 1.5em; --bars-aside: 4em; }
  .bars-word, .bars-corner { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .bars-header .bars-column:nth-child(2) { grid-column: 2; }
  .bars-header .bars-aside { line-height: 1.1; }
  .bars-aside { padding-inline-start: var(--attento-gap-small); }
  .bars-share { font-size: var(--attento-size); }
  .bars-note { white-space: normal; overflow-wrap: anywhere; }
  .bars-dense .bars-column { font-size: var(--attento-size-small); }
  .bars-signs { min-height: var(--attento-control); }
  .bars-plate + .legend { padding-inline-start: 0; }
  .readout-formula { font-size: var(--attento-size-small); }
  .readout-move { min-block-size: var(--attento-control); }
}
/* Below the map of a narrow screen there is no room after the answers. */
@container scope (max-width: 52em) {
  .reading > :has(> .readout-move) { order: -2; }
}
/* In a low view, five rows have no room for two lines each. */
@container hero (max-height: 24em) {
  .bars-note { display: none; }
}
`;
