import { panelStyles } from '../parts/panel-styles.js';

export const raceStyles = /* css */ `${panelStyles}
.race-lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr)); gap: var(--attento-gap-large) 1.5em; }
.race-lane { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); align-content: start; margin: 0; }
.race-together:empty { display: none; }
.race-lane h3 { margin: 0; font-size: var(--attento-size); font-weight: 650; }
.race-lane canvas { inline-size: 100%; block-size: 13em; }
.race-lane dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.1em; margin: 0; }
.race-lane dl div { display: flex; justify-content: space-between; gap: var(--attento-gap); }
.race-lane dt { color: var(--attento-muted); }
.race-lane dd { margin: 0; text-align: end; }
.race-values { display: flex; flex-wrap: wrap; gap: var(--attento-gap-small) var(--attento-gap-large); }
.race-values label { display: inline-flex; min-inline-size: 0; align-items: center; gap: var(--attento-gap); min-block-size: var(--attento-control-small); }
.race-values input[type='checkbox'] { inline-size: 1.2em; block-size: 1.2em; }
.race-values input[type='text'], .race select { max-inline-size: 100%; }
.race details > summary { cursor: pointer; color: var(--attento-muted); min-block-size: var(--attento-control-small); display: inline-flex; align-items: center; text-decoration: underline; }
.race details.race-own > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); justify-items: start; padding-block-end: var(--attento-gap); }
@media (max-width: 40em) {
  .race-lanes { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--attento-gap-large); }
  .race .race-ready { flex-wrap: nowrap; overflow-x: auto; }
  .race-ready > * { flex: none; }
  .race-lane canvas { block-size: 9em; }
  .race-lane dl { font-size: var(--attento-size-small); }
}
`;
