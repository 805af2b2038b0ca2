import { alignmentStyles } from '../alignment/alignment-styles.js';

export const drawingStyles = /* css */ `${alignmentStyles}
.panel.drawing { gap: var(--attento-gap-large); border: 0; padding: 0; }
.drawing:not([data-committed]) .legend-item:last-child { visibility: hidden; }
.drawing-rows { grid-column: 1 / -1; margin: 0; }
.drawing[data-committed] .drawing-rows, .drawing:not([data-committed]) figcaption { display: none; }
.drawing-rows b { color: var(--attento-ink); }
.drawing-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19em), 1fr)); gap: var(--attento-gap-large) 2em; }
.drawing-map { margin: 0; min-inline-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); align-content: start; }
.drawing-map figcaption { font-weight: 650; }
.drawing:not([data-committed]) .align-plate { touch-action: pan-y; user-select: none; }
.drawing:not([data-committed]) .bars-cell { cursor: crosshair; }
.drawing[data-committed] .bars-cell { cursor: default; }
.drawing .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(1.5em, var(--align-cell, 4.2em))); }
.drawing[data-committed] .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(0.85em, var(--align-cell, 4.2em))); }
.drawing .align-plate .bars-aside { display: none; }
/* Until it is committed, the map to draw fills the whole space. */
.drawing:not([data-committed]) .drawing-maps { grid-template-columns: minmax(0, 1fr); }
.main .drawing:not([data-committed]) .align-plate .bars-row:not(.bars-header) { min-block-size: clamp(1.5em, calc((100cqb - 19em) / var(--align-rows, 6)), 12em); }
.drawing .panel-table caption { text-align: start; color: var(--attento-muted); padding-block: var(--attento-gap-small); }
`;
