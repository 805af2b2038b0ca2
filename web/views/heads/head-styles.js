export const headStyles = /* css */ `
.heads-view .align-head > .heads { inline-size: 100%; }
.heads-view .bars-choice { padding: 0 var(--attento-gap); font-size: var(--attento-size-small); line-height: 1.2; white-space: nowrap; }
/* A strip that scrolls: layer by layer, each map beside its name and numbers. */
.heads { display: flex; flex: none; gap: var(--attento-gap-large); padding: 2px; }
.heads-layer { display: flex; flex: none; gap: var(--attento-gap-small); }
.head { flex: none; display: grid; grid-template: auto 1fr / 2.6em auto; gap: 0 var(--attento-gap-small); }
.head-open { grid-row: 1 / -1; align-self: start; }
.head-name { display: flex; align-items: center; gap: var(--attento-gap-small); margin: 0; min-block-size: 1.5em; }
.head .head-numbers { display: block; font-size: var(--attento-size-small); line-height: 1.25; }
.head .head-numbers > span { display: block; white-space: nowrap; }
.head-switch { display: inline-flex; align-items: center; gap: var(--attento-gap-small); min-block-size: 1.5em; color: var(--attento-muted); font-size: var(--attento-size-small); cursor: pointer; }
.head-switch input { inline-size: 1.25em; block-size: 1.25em; margin: 0; cursor: pointer; }
.head-open { position: relative; display: grid; align-items: start; padding: 2px; border: 2px solid transparent; border-radius: var(--attento-radius); background: none; cursor: zoom-in; }
.head-open:hover { border-color: var(--attento-line-color); }
.head-open[aria-pressed='true'] { border-color: var(--attento-ink); }
.head-open canvas { display: block; inline-size: 100%; max-block-size: 3.4em; }
.head[data-off] canvas { opacity: 0.25; }
.head[data-off] .head-name > span { text-decoration: line-through; }
.head[data-held] .head-open::after { content: "●"; position: absolute; inset-block-start: -0.4em; inset-inline-end: -0.25em; color: var(--attento-accent); -webkit-text-stroke: 3px var(--attento-paper); paint-order: stroke fill; }
.head-numbers { display: flex; flex-wrap: wrap; gap: 0 var(--attento-gap); margin: 0; min-block-size: 1.3em; color: var(--attento-muted); font-size: var(--attento-size-small); line-height: 1.35; }
.legend-masked { inline-size: 0.8em; block-size: 1.15em; background: var(--attento-slot); border: 1px solid var(--attento-rule); }
.head-status { margin: 0; max-inline-size: 68ch; }
.head-status:empty { display: none; }
.head-title { display: flex; flex: none; align-items: baseline; gap: 0 var(--attento-gap-large); min-inline-size: 0; overflow: hidden; white-space: nowrap; }
.head-title .head-numbers { flex-wrap: nowrap; }
.head-opened { flex: none; margin: 0; font-size: var(--attento-size); font-weight: 650; }

:host([theme='projector']) .head-title { display: none; }
:host([theme='projector']) .heads-view .align-head > .heads { flex: 1 1 12em; inline-size: 0; }

@container bars (max-width: 45em) {
  .head-title { display: none; }
  .heads-view .bars-choice { white-space: normal; }
  .heads-view .align-pair input { inline-size: 3.5em; }
}
@container bars (max-width: 34em) {
  .head { grid-template-columns: 2.4em auto; font-size: var(--attento-size-small); }
  .main:not(:popover-open) .heads-view > :is(.legend, .view-foot) { display: none; }
  /* Before the run all heads are alike: a page without the bar has room for one map only. */
  :where(.heads-view .bars-choices) ~ .heads { display: var(--attento-bar, flex); }
  /* The kinds, the heads and the pair are in one row. */
  .heads-view .align-head { display: flex; flex: none; flex-wrap: nowrap; overflow-x: auto; scroll-padding-inline: 3.5em; }
  .heads-view .align-head > * { flex: none; }
  .heads-view .align-pair { order: 1; }
  /* Several heads of several kinds get a row of their own, with narrow tiles, that stays when the row above scrolls. */
  .heads-view .align-head:has(> .bars-choices):has(.head + .head) { display: grid; grid-template-columns: max-content 1fr; margin: 0; padding-inline-end: var(--zoom-room); scroll-padding-inline: 1em;
    & > .align-pair { position: sticky; inset-inline-end: 0; background: var(--attento-paper); }
    & > .align-pair > span { display: none; }
    & > .heads { grid-area: 2 / 1; position: sticky; inset-inline-start: 0; inline-size: 100cqi; }
    & .head { grid-template: auto auto auto / 2.4em auto; gap: 0; }
    & .head-open { grid-area: 1 / 1; }
    & .head-name { display: contents; }
    & .head-switch { grid-area: 1 / 2; }
    & .head-switch input { inline-size: 24px; block-size: 24px; }
    & .head-name > span { grid-area: 2 / 1 / auto / -1; line-height: 1.1; }
    & .head-numbers { grid-area: 3 / 1 / auto / -1; font-size: calc(0.86 * var(--attento-size-small)); }
  }
  .heads-view .bars-choice:has(:checked) { scroll-initial-target: nearest; }
}
`;
