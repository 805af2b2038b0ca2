import { holdingStyles } from '../../parts/holding-panel.js';
import { panelStyles } from '../../parts/panel-styles.js';
import { sharedStyles } from '../../parts/shared-styles.js';

/** Styles of the alignment, and of the views of a decoder. */
export const alignmentStyles = /* css */ `${sharedStyles}${panelStyles}${holdingStyles}
.align-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) 1.5em; }
.align-verdict { visibility: var(--attento-hint, visible); flex: 1 1 16em; margin: 0; color: var(--attento-muted); }
.align-verdict:empty { display: none; }
.align-scroll { position: relative; overflow: auto; padding: 3px; margin: -3px; }
.align-plate { position: relative; min-inline-size: min-content; touch-action: pan-y; }
.main:popover-open .align-plate { touch-action: auto; }
.align-plate > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.align-plate .bars-row { display: grid; grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(var(--align-least, 0px), max(var(--align-cell, 4.2em), 7em))) minmax(var(--align-aside), 1fr); min-block-size: clamp(1.4em, calc(26em / var(--align-rows, 6)), 3.2em); }
.align-plate .bars-header { min-block-size: 1.6em; color: var(--attento-muted); position: sticky; inset-block-start: -3px; z-index: 1; background: var(--attento-paper); }
.align-plate .bars-corner { justify-content: start; align-items: end; font-size: var(--attento-size-small); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding-block-end: var(--attento-gap-small); position: sticky; inset-inline-start: 0; background: var(--attento-paper); }
.align-plate .bars-column { cursor: pointer; font-size: min(var(--attento-size-small), var(--label-size, 1em)); align-items: end; color: var(--attento-ink); white-space: pre; padding-block-end: var(--attento-gap-small); }
.align-plate [data-slanted] .bars-header { min-block-size: var(--label-height); }
.align-plate [data-slanted] .bars-column { inline-size: 50%; justify-content: end; padding: 0; line-height: 1; translate: calc(-0.5em * sin(var(--label-angle))) -0.2em; rotate: var(--label-angle); transform-origin: 100% 100%; }
.align-plate [data-dense] .bars-row > :not(.bars-cell) { visibility: hidden; }
.align-plate [data-dense] .bars-header { display: none; }
.align-plate [data-dense] { --align-label: 0px; --align-aside: 0px; }
.align-plate .bars-label, .align-plate .bars-aside { display: flex; align-items: center; min-inline-size: 0; overflow: hidden; white-space: pre; }
.align-plate .bars-label { justify-content: end; padding-inline-end: var(--attento-gap); position: sticky; inset-inline-start: 0; background: var(--attento-paper); }
/* The padding is not wider than the column, whose width may be 0. */
.align-plate .bars-aside { padding-inline-start: min(0.6em, var(--align-aside)); color: var(--attento-muted); }
.align-plate .bars-header .bars-aside { justify-content: start; align-items: end; font-size: var(--attento-size-small); padding-block-end: var(--attento-gap-small); }
.align-plate .bars-label[data-chosen] { font-weight: 650; text-decoration: underline; }
.align-plate .bars-label:not([data-sign=''])::before { content: attr(data-sign); margin-inline-end: var(--attento-gap-small); }
.align-plate .bars-label[data-held]::after { content: "●"; position: absolute; inset-inline-end: 0; scale: 0.6; transform-origin: 100% 50%; color: var(--attento-accent); }
.align-plate .bars-column[data-hidden] { text-decoration: line-through 2px; opacity: 0.6; }
.align-pair { display: flex; align-items: center; gap: var(--attento-gap-small) var(--attento-gap); margin: 0; }
.align-pair input { inline-size: 5.5em; }
.align-pair .button { flex: none; min-inline-size: 2.75em; padding: 0; }
.align-plate .bars-cell { border-radius: 2px; }
.align-good { color: var(--attento-good); }
.align-bad { color: var(--attento-bad); }
/* In a game only held rows are marked. */
.screen:has(.conduct.hold) [data-highlighted] { outline: 0; }
.align-plate .align-changed:not(.align-good, .align-bad) { color: var(--attento-accent); }
.legend-window { inline-size: 1.6em; block-size: 0.8em; border: 2px solid var(--attento-accent); border-block-end: 0; border-radius: 50% 50% 0 0; }
.legend-look { inline-size: 0.6em; block-size: 0.6em; border: 1px solid #14171c; border-radius: 50%; background: #ffffff; }
.align .readout { align-content: center; }

.exploration-body:has(> .align:not(.panel)) { align-content: stretch; padding-block-end: 3px; mask: none; }
.exploration-body > .align:not(.panel) { display: flex; flex-direction: column; gap: var(--attento-gap); min-block-size: 0; }
.main .align-scroll { flex: 1 1 auto; min-block-size: min(calc(1.5em * var(--align-rows, 6) + 2em), 14em); }
.main .align-plate, .main .align-plate > .bars-grid { min-block-size: 100%; }
.main .align-plate > .bars-grid { display: flex; flex-direction: column; }
.main .align-plate .bars-header { flex: none; }
.main .align-plate { display: grid; --row: clamp(12px, calc(25.6em / var(--align-rows, 6)), 1em); }
.main .align-plate .bars-row:not(.bars-header) { flex: 1 1 0; min-block-size: var(--align-least, var(--row)); max-block-size: 7em; line-height: 1; }
.main .align-plate .bars-row:not(.bars-header) > :is(.bars-label, .bars-aside) { font-size: var(--row); }
:host([theme='projector']) .align-plate { --align-least: 0px; }
.main .panel .align-plate .bars-row:not(.bars-header) { min-block-size: clamp(1.5em, calc(24em / var(--align-rows, 6)), 4em); }

@container bars (max-width: 34em) {
  .align-pair { gap: var(--attento-gap-small); }
  .align-pair > span { font-size: var(--attento-size-small); line-height: 1.2; }
  .align-pair input { inline-size: 4.5em; }
  .align-pair input, .align-pair .button { min-block-size: var(--attento-control-small); }
  .align-plate { font-size: var(--attento-size-small); }
  .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(var(--align-least, 0px), var(--align-cell, 4.2em))) minmax(min(1.7em + var(--align-output), var(--align-aside)), 1fr); }
  .align-plate .bars-aside { padding-inline-start: min(0.3em, var(--align-aside)); }
  .main .align-scroll { min-block-size: 9em; }
  .main .align-plate .bars-row:not(.bars-header) { min-block-size: var(--align-least, 0px); }
  /* The sign comes first: where there is no room, the word is cut off. */
  .align-plate .bars-aside > span { display: flex; flex-direction: row-reverse; gap: 0.6em; }
  .align-plate .bars-header .bars-aside { display: none; }
}
@container bars (max-width: 20em) {
  .align-plate { --align-output: 0px !important; }
}
`;
