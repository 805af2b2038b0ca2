import { panelStyles } from '../../parts/panel-styles.js';
import { headLinesStyles } from '../heads/head-lines.js';

/** Styles of a text that a model writes, with arcs over it. */
export const generatedTextStyles = /* css */ `${panelStyles}${headLinesStyles}
.written-controls { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 1.2em; }
.written-controls label { display: flex; align-items: center; gap: 0.5em; }
.written-controls input { accent-color: var(--attento-accent); }
.written-plate { position: relative; padding-block-start: 2.2em; }
.written-plate > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.written-text { position: relative; z-index: 1; text-shadow: 0 0 2px var(--attento-paper), 0 0 2px var(--attento-paper), 0 0 4px var(--attento-paper); font-family: ui-monospace, monospace; font-size: 1.05em; line-height: 2.3; overflow-wrap: anywhere; white-space: pre-wrap; }
.written-token { cursor: pointer; border-radius: 3px; padding-block: 0.25em; }
.written-token[data-given] { color: var(--attento-muted); }
.written-token[data-from] { text-shadow: none; background: var(--attento-ink); color: var(--attento-paper); }
.written-token:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 1px; }
.written-heads { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.2em; min-block-size: 6em; font-variant-numeric: tabular-nums; }
.written-heads > li { display: flex; align-items: baseline; gap: 0.6em; }

@container bars (min-width: 34em) {
  .main > .written .written-text { font-size: 1.5em; }
  .main > .written > .written-plate { flex: 1 0 auto; padding-block-start: 20cqb; }
}
:host([theme='projector']) .main > .written > .written-plate { font-size: 1.3em; padding-block-start: 36cqb; }
@container bars (max-width: 45em) {
  .written-controls { flex-wrap: nowrap; overflow-x: auto; }
  .written-controls > * { flex: none; }
  .written-controls input { inline-size: 5em; }
}
@container bars (max-width: 34em) {
  .written-plate { padding-block-start: 1em; }
  .written-text { font-size: 0.95em; line-height: 2; }
}
`;
