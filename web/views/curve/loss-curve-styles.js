/** Styles of curves and plots; their tables use the rules for the table of a map. */
export const lossCurveStyles = /* css */ `
.curve { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); }
.curve-head { display: grid; margin: 0; padding-inline-end: 2.25em; color: var(--attento-muted); font-size: var(--attento-size-small); }
.curve-head .curve-value { min-block-size: 1.4em; white-space: normal; }
.curve-plot { position: relative; block-size: 13em; touch-action: pan-y; cursor: crosshair; border-radius: var(--attento-radius); }
.exploration .curve-plot { block-size: max(13em, 62cqb); }
.curve-canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.curve-axis { margin: 0; padding-inline-start: 2em; color: var(--attento-muted); font-size: var(--attento-size-small); }
`;
