import { alignmentStyles } from '../alignment/alignment-styles.js';

/** Styles of the drawn prediction, and of pictures that are drawn upon, which other views use, too. */
export const drawingStyles = /* css */ `${alignmentStyles}
.caption-scene { position: relative; aspect-ratio: 1; max-inline-size: 27em; }
.caption-scene > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; border-radius: 3px; }
.caption-cells { position: absolute; inset: 0; display: grid; grid-template-rows: repeat(var(--caption-cells), 1fr); }
.caption-cells > [role=row] { display: grid; grid-template-columns: repeat(var(--caption-cells), 1fr); }
.caption-cells .bars-cell { border-radius: 2px; }
.caption-cells .bars-cell:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: -3px; }
.legend-light { inline-size: 1.6em; block-size: 0.9em; border-radius: 3px; background: radial-gradient(closest-side, #ffffff, #14171c); print-color-adjust: exact; }
.panel.drawing { gap: 0.9em; border: 0; padding: 0; }
.drawing:not([data-committed]) .legend-item:last-child { visibility: hidden; }
.draw-picture { display: block; inline-size: 100%; border: 1px solid var(--attento-line-color); box-sizing: border-box; forced-color-adjust: none; }
.draw-read { color: var(--attento-accent); }
.draw-write { color: var(--attento-bad); }
.draw-pad { position: relative; touch-action: none; cursor: crosshair; outline-offset: 3px; border-radius: 4px; user-select: none; }
.draw-pad:focus-visible { outline: 3px solid var(--attento-focus); }
.drawing-maps.drawing-pictures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), min(18em, 40svh))); }
.drawing-rows { grid-column: 1 / -1; margin: 0; }
.drawing[data-committed] .drawing-rows, .drawing:not([data-committed]) figcaption { display: none; }
.drawing-rows b { color: var(--attento-ink); }
.prediction > summary { font-size: 1.05em; font-weight: 650; cursor: pointer; }
.drawing-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19em), 1fr)); gap: 1em 2em; }
.drawing-map { margin: 0; min-inline-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3em; align-content: start; }
.drawing-map figcaption { font-weight: 650; }
.drawing:not([data-committed]) .align-plate { touch-action: pan-y; user-select: none; }
.drawing:not([data-committed]) .bars-cell { cursor: crosshair; }
.drawing[data-committed] .bars-cell { cursor: default; }
.drawing .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(1.5em, var(--align-cell, 4.2em))); }
.drawing[data-committed] .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(0.85em, var(--align-cell, 4.2em))); }
.drawing .align-plate .bars-aside { display: none; }
.drawing .caption-drawing { display: grid; grid-template-columns: repeat(auto-fill, minmax(8em, 1fr)); gap: 0.8em; }
.caption-row-label { display: block; padding-block-end: 0.2em; }
.drawing:not([data-committed]) .caption-drawing { touch-action: pan-y; user-select: none; }
.drawing .panel-table caption { text-align: start; color: var(--attento-muted); padding-block: 0.35em; }
`;
