/** Styles of the panel that tests whether a map explains an answer. */
export const explanationTestStyles = /* css */ `
.explain-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.explain-field { display: inline-flex; align-items: center; gap: var(--attento-gap); color: var(--attento-muted); }
.explain-field :is(input, select) { inline-size: 6em; }
.explain-field select { inline-size: auto; max-inline-size: 14em; }
.explain-all { justify-self: start; }
.explain-description { color: var(--attento-muted); }
.explain-tests { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.explain-tests > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); }
.explain-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) var(--attento-gap-large); }
.explain-outcome { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); }
.explain-when { color: var(--attento-muted); font-size: var(--attento-size-small); }
.explain-scroll { overflow-x: auto; position: relative; }
.explain-scroll:focus-visible { outline: 2px solid var(--attento-accent); outline-offset: 2px; }
.explain-table th, .explain-table td { padding: var(--attento-gap-small) var(--attento-gap); font-weight: 400; text-align: center; }
.explain-table thead th { color: var(--attento-muted); font-size: var(--attento-size-small); white-space: nowrap; }
.explain-table tbody th { text-align: start; color: var(--attento-muted); padding-inline-start: 0; min-inline-size: 4.5em; position: sticky; inset-inline-start: 0; background: var(--attento-paper); }
.explain-table tbody td { block-size: 2em; vertical-align: top; background: linear-gradient(to top, color-mix(in srgb, var(--attento-accent) 30%, transparent) calc(var(--share) * 100%), transparent 0); border-block-end: 1px solid var(--attento-rule); }
.explain-map table { inline-size: 100%; }
.explain-map :is(td, thead th) { min-inline-size: 3.2em; padding-inline: 0.15em; }
.explain-map tbody th { min-inline-size: 0; }
.main .explain-map tbody td { block-size: 14cqb; vertical-align: bottom; }
@container bars (min-width: 44em) {
  .explain-body { grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 2em; align-items: start; }
  .explain-body > * { grid-column: 1 / -1; }
  .explain-body > .explain-all { grid-column: 1; }
  .explain-body > .explain-verdict { grid-column: 2; }
  .explain-tests { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--attento-gap-large) 2em; align-items: start; }
  /* On a projector the map is high, and the tests stand beside it. */
  :host([theme='projector']) .main .explain-map tbody td { block-size: 54cqb; }
  :host([theme='projector']) .explain-body { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  :host([theme='projector']) .explain-body > * { grid-column: 2; }
  :host([theme='projector']) .explain-body > .panel-row { grid-area: 1 / 1; }
  :host([theme='projector']) .explain-body > .explain-map { grid-area: 2 / 1 / span 6; }
  :host([theme='projector']) .explain-tests { grid-template-columns: minmax(0, 1fr); }
}
@container bars (max-width: 34em) {
  .explain .panel-row { flex-wrap: nowrap; }
  /* The map stays visible above the tests of it. */
  .explain-body { display: flex; flex-direction: column; }
  .explain-map { position: sticky; inset-block-start: -3px; z-index: 1; background: var(--attento-paper); }
  .explain-field { gap: var(--attento-gap-small); }
  .explain-field input { inline-size: 3.5em; }
  .explain-table :is(th, td, thead th) { padding-inline: var(--attento-gap-small); font-size: var(--attento-size-small); }
  .explain-table tbody th { min-inline-size: 0; }
  /* The only row needs no name, and the first columns need its room. */
  .explain-map :is(thead td, tbody th) { display: none; }
}
`;
