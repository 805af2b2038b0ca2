/** Styles of pictures, and of what is drawn upon them. */
export const pictureStyles = /* css */ `
.caption-scene { position: relative; aspect-ratio: 1; max-inline-size: 27em; }
.caption-scene > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; border-radius: 3px; }
.caption-cells { position: absolute; inset: 0; display: grid; grid-template-rows: repeat(var(--caption-cells), 1fr); }
.caption-cells > [role=row] { display: grid; grid-template-columns: repeat(var(--caption-cells), 1fr); }
.caption-cells .bars-cell { border-radius: 2px; }
.caption-cells .bars-cell:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: -3px; }
.legend-light { inline-size: 1.6em; block-size: 0.9em; border-radius: 3px; background: radial-gradient(closest-side, #ffffff, #14171c); }
.draw-picture { display: block; inline-size: 100%; border: 1px solid var(--attento-line-color); box-sizing: border-box; forced-color-adjust: none; }
.draw-read { color: var(--attento-accent); }
.draw-write { color: var(--attento-bad); }
.draw-pad { position: relative; touch-action: none; cursor: crosshair; outline-offset: 3px; border-radius: var(--attento-radius); user-select: none; }
.drawing-maps.drawing-pictures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), min(18em, 40svh))); }
.main .drawing:not([data-committed]) .drawing-pictures { grid-template-columns: minmax(0, max(12em, 58cqb)); }
.drawing .caption-drawing { display: grid; grid-template-columns: repeat(auto-fill, minmax(8em, 1fr)); gap: var(--attento-gap); }
.main .drawing:not([data-committed]) .caption-drawing { grid-template-columns: repeat(3, minmax(0, 56cqb)); }
.caption-row-label { display: block; padding-block-end: var(--attento-gap-small); }
.drawing:not([data-committed]) .caption-drawing { touch-action: pan-y; user-select: none; }
`;
