/** Styles of the small maps of heads. */
export const headStyles = /* css */ `
.main .heads-view > .heads-body { flex: 1 1 auto; display: grid; grid-template: minmax(0, 1fr) / minmax(0, 15.5em) minmax(0, 1fr); gap: 1em; min-block-size: 16em; }
.exploration-body:has(> .heads-view) { align-content: stretch; }
.exploration-body > .heads-view { display: flex; flex-direction: column; gap: 0.5em; min-block-size: 0; }
.exploration-body > .heads-view > .legend { min-block-size: 2.25em; align-items: center; padding-inline-end: 3em; }
.exploration-body > .heads-view > .legend + .view-foot:not(:has(> [open].table)) { margin-block-start: -2.75em; align-self: end; }
.heads-large { display: flex; flex-direction: column; gap: 0.4em; min-inline-size: 0; min-block-size: 0; }
.main .heads-large .align-scroll { min-block-size: 0; }
.heads { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.4em; align-content: start; overflow-y: auto; padding: 2px; }
.heads-layer { --gap: 0.5em; display: flex; flex-wrap: wrap; gap: 0.3em var(--gap); }
.head { flex: 0 0 clamp(4.7em, calc((100% - (var(--heads) - 1) * var(--gap)) / var(--heads)), 13em); min-inline-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr; gap: 0.2em; align-content: start; }
.head-name { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 0.25em; margin: 0; min-block-size: 1.5em; font-variant-numeric: tabular-nums; }
.head-switch { display: inline-flex; align-items: center; gap: 0.35em; min-block-size: 1.5em; color: var(--attento-muted); font-size: 0.9em; cursor: pointer; }
.head-switch input { inline-size: 1.25em; block-size: 1.25em; margin: 0; accent-color: var(--attento-accent); cursor: pointer; }
.head-open { position: relative; display: grid; align-items: start; padding: 2px; border: 2px solid transparent; border-radius: 6px; background: none; cursor: zoom-in; }
.head-open:hover { border-color: var(--attento-line-color); }
.head-open[aria-pressed='true'] { border-color: var(--attento-ink); }
.head-open:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 1px; }
.head-open canvas { display: block; inline-size: 100%; max-block-size: 13em; }
.head[data-off] canvas { opacity: 0.25; }
.head[data-off] .head-name > span { text-decoration: line-through; }
.head[data-held] .head-open::after { content: "●"; position: absolute; inset-block-start: -0.75em; inset-inline-end: -0.25em; color: var(--attento-accent); -webkit-text-stroke: 3px var(--attento-paper); paint-order: stroke fill; }
.head-numbers { display: flex; flex-wrap: wrap; gap: 0 0.8em; margin: 0; min-block-size: 1.3em; color: var(--attento-muted); font-size: 0.85em; line-height: 1.35; font-variant-numeric: tabular-nums; }
.head-numbers > span { max-inline-size: 100%; }
.legend-masked { inline-size: 0.8em; block-size: 1.15em; background: var(--attento-slot); border: 1px solid var(--attento-rule); print-color-adjust: exact; }
.head-told { margin: 0; max-inline-size: 68ch; font-variant-numeric: tabular-nums; }
.head-told:empty { display: none; }
.heads-large > :is(.head-opened, .head-numbers) { flex: none; }
.head-opened { margin: 0; overflow: hidden; font-size: 1.05em; font-weight: 650; white-space: nowrap; text-overflow: ellipsis; }

/* On a projector the map comes first. */
:host([theme='projector']) .heads-large > :is(.head-numbers, .head-opened) { display: none; }
:host([theme='projector']) .heads-view .align-head { flex-wrap: nowrap; overflow-x: auto; }
:host([theme='projector']) .heads-view .align-head > * { flex: none; }
@container bars (max-width: 40em) {
  .main .heads-view > .heads-body { grid-template-columns: 6.5em minmax(0, 1fr); gap: 0.5em; min-block-size: 13em; }
  .heads-view .align-head { flex: none; flex-wrap: nowrap; overflow-x: auto; scroll-padding-inline: 3.5em; }
  .heads-view .align-head > * { flex: none; }
  .heads-view .align-head .bars-choice:has(:checked) { scroll-initial-target: nearest; }
  /* The map beside its numbers, so that more heads are visible. */
  .head { flex: 1 1 100%; grid-template: auto auto / 3.2em minmax(0, 1fr); gap: 0 0.3em; font-size: 0.9em; }
  .heads-large > .head-numbers, .head-opened, .main:not(:popover-open) > .heads-view > :is(.legend, .view-foot) { display: none; }
  .head-numbers { align-content: center; font-size: 0.72em; }
  .head-open { padding: 2px; }
  .head-name { grid-column: 1 / -1; min-block-size: 1.8em; }
  .head-switch { min-block-size: 1.8em; }
}
`;
