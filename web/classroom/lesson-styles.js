/** Styles of a lesson: before the prediction it fills the instrument, afterwards it takes a few lines above the map. */
export const lessonStyles = /* css */ `
.lesson { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: var(--attento-gap); min-block-size: 0; overflow-y: auto; container: bars / inline-size; padding: 3px; }
.lesson:focus { outline: 0; }
.lesson p, .lesson ul { margin: 0; max-inline-size: 72ch; }
.lesson-text { display: grid; gap: var(--attento-gap-small); }
.lesson-text [role='status'] { min-block-size: 1.35em; }
.lesson-right { color: var(--attento-good); }
.lesson-text ul { padding-inline-start: var(--attento-gap-large); display: grid; gap: var(--attento-gap-small); }
.lesson .drawing > .panel-row { position: sticky; inset-block-end: 0; padding-block: var(--attento-gap-small); background: var(--attento-paper); }
.lesson-steps { display: flex; gap: var(--attento-gap) var(--attento-gap-large); margin: 0; padding: 0; list-style: none; color: var(--attento-muted); }
.lesson-steps li { display: flex; align-items: baseline; gap: var(--attento-gap-small); border-block-end: 3px solid var(--attento-rule); }
.lesson-steps li[data-done] { border-color: var(--attento-line-color); }
.lesson-steps li[aria-current='step'] { border-color: var(--attento-accent); color: var(--attento-ink); font-weight: 650; }
.lesson-head { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) var(--attento-gap-large); max-block-size: 30%; padding-block: 4px var(--attento-gap-small); container-type: normal; border-block-end: 1px solid var(--attento-rule); line-height: 1.35; }
.lesson-head .lesson-text { flex: 1 1 20em; }
.lesson-head:has(ul) .lesson-text { flex-basis: 100%; order: 1; }
.lesson-head ul { grid-template-columns: repeat(auto-fit, minmax(min(100%, 17em), 1fr)); gap: var(--attento-gap-small) 2em; max-inline-size: none; }
.lesson-next { margin-inline-start: auto !important; }
.lesson-panel { container: bars / inline-size; min-block-size: 0; overflow: auto; padding: 3px; }
.lesson-panel .drawing-maps { grid-template-columns: repeat(auto-fit, minmax(min(100%, 12em), 1fr)); gap: var(--attento-gap) var(--attento-gap-large); }
.lesson-panel .align-plate .bars-row { min-block-size: var(--attento-control-small); }

@container scope (max-width: 30em) {
  .lesson-steps { gap: var(--attento-gap); }
  .lesson-steps li:not([aria-current='step']) .lesson-name { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .lesson-head .lesson-text { flex-basis: 100%; order: 1; }
  .lesson:not(.lesson-head) .lesson-text { font-size: var(--attento-size-small); line-height: 1.35; }
  .lesson-panel .align-plate .bars-row { min-block-size: 1.7em; }
}
`;
