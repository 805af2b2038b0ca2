import { panelStyles } from '../parts/panel-styles.js';

/** Styles of races. */
export const raceStyles = /* css */ `${panelStyles}
.race-lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr)); gap: 1em 1.5em; }
.race-lane { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.4em; align-content: start; margin: 0; }
.race-together:empty { display: none; }
.race-lane h3 { margin: 0; font-size: 1em; font-weight: 650; }
.race-lane canvas { inline-size: 100%; block-size: 13em; }
.race-lane dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.1em; margin: 0; font-variant-numeric: tabular-nums; }
.race-lane dl div { display: flex; justify-content: space-between; gap: 0.5em; }
.race-lane dt { color: var(--attento-muted); }
.race-lane dd { margin: 0; text-align: end; }
.race-values { display: flex; flex-wrap: wrap; gap: 0.35em 1.1em; }
.race-values label { display: inline-flex; min-inline-size: 0; align-items: center; gap: 0.45em; min-block-size: 2em; }
.race-values input[type='checkbox'] { inline-size: 1.2em; block-size: 1.2em; accent-color: var(--attento-accent); }
.race-values input[type='text'], .race select { min-block-size: 2.75em; max-inline-size: 100%; padding: 0 0.6em; border: 1px solid var(--attento-line-color); border-radius: 6px; background: var(--attento-paper); }
.race details > summary { cursor: pointer; color: var(--attento-muted); min-block-size: 2.2em; display: inline-flex; align-items: center; text-decoration: underline; text-underline-offset: 0.2em; }
.race details.race-own > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6em; justify-items: start; padding-block-end: 0.5em; }
@media (max-width: 40em) {
  .race-lanes { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1em; }
  .race .race-ready { flex-wrap: nowrap; overflow-x: auto; }
  .race-ready > * { flex: none; }
  .race-lane canvas { block-size: 9em; }
  .race-lane dl { font-size: 0.92em; }
}
`;
