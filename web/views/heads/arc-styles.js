import { panelStyles } from '../../parts/panel-styles.js';
import { headLinesStyles } from './head-lines.js';

export const arcStyles = /* css */ `${panelStyles}${headLinesStyles}
.arcs-scroll { overflow-x: auto; padding: 3px; margin: -3px; }
.arcs-plate { position: relative; min-inline-size: min-content; }
.arcs-plate > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.arcs-grid { display: grid; justify-content: start; padding-block-start: max(8.5em, 50cqb); }
.arcs-grid[data-crossing] { padding-block-start: 0; gap: max(6.5em, 46cqb); }
.arcs-row { display: flex; gap: var(--attento-gap-small); }
.arcs-token { min-inline-size: 2.3em; min-block-size: var(--attento-control-small); padding: 0 var(--attento-gap); box-sizing: border-box; display: flex; align-items: center; justify-content: center; border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); white-space: pre; cursor: pointer; background: var(--attento-paper); }
.arcs-grid[data-crossing] .arcs-token { min-inline-size: max(2.3em, 7cqi); }
.arcs-token[data-from] { background: var(--attento-ink); border-color: var(--attento-ink); color: var(--attento-paper); }
.arcs-list { margin: 0; padding: 0; list-style: none; display: grid; gap: var(--attento-gap-small); }
.arcs-list > li { display: flex; align-items: baseline; gap: var(--attento-gap); }
.arcs .readout-where { min-block-size: 1.8em; }
`;
