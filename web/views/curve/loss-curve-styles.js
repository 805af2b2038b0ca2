/** Styles of curves and plots; their tables share the rules of the map's. */
export const lossCurveStyles = /* css */ `
.curve { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35em; }
.curve { position: relative; }
.curve-head { display: grid; margin: 0; padding-inline-end: 2.25em; color: var(--attento-muted); font-size: 0.9em; }
.curve-value { font-variant-numeric: tabular-nums; min-block-size: 1.4em; }
.curve-plot { position: relative; block-size: 13em; touch-action: pan-y; cursor: crosshair; border-radius: 4px; }
.curve-plot:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 2px; }
.curve-canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.curve-axis { margin: 0; padding-inline-start: 2em; color: var(--attento-muted); font-size: 0.9em; }
`;
