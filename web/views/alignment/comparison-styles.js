/** Styles of the comparison of two maps. */
export const comparisonStyles = /* css */ `
.compare-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13.5em), 1fr)); gap: var(--attento-gap-large) 1.5em; align-items: start; }
.compare-maps h3 { margin: 0; font-size: var(--attento-size); }
.compare-maps > section { gap: var(--attento-gap-small); align-content: start; }
.panel .compare-notes { color: var(--attento-muted); font-size: var(--attento-size-small); }
.panel .compare-notes:empty { display: none; }
.compare-maps .align-plate .bars-label { flex-wrap: wrap; align-content: center; line-height: 1.1; }
@container scope (max-width: 34em) {
  .compare-maps { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--attento-gap); }
  .compare-difference { grid-column: 1 / -1; }
  .main .compare .align-plate .bars-row:not(.bars-header) { min-block-size: 1.5em; }
}
.compare-difference .align-plate .align-word { color: var(--attento-ink); }
.compare-difference .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(0.85em, max(var(--align-cell, 4.2em), 7em))) 5em; }
.compare-difference .align-plate .bars-header .bars-aside { display: flex; }
`;
