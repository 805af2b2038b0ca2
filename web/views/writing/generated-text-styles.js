import { panelStyles } from '../../parts/panel-styles.js';
import { headLinesStyles } from '../heads/head-lines.js';

/** Styles of a text that a model writes, with arcs over it. */
export const generatedTextStyles = /* css */ `${panelStyles}${headLinesStyles}
.written-controls { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.written-controls label { display: flex; align-items: center; gap: var(--attento-gap); }
.written-plate { position: relative; padding-block-start: 2.2em; }
.written-plate > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.written-text { position: relative; z-index: 1; text-shadow: 0 0 2px var(--attento-paper), 0 0 2px var(--attento-paper), 0 0 4px var(--attento-paper); font-family: ui-monospace, monospace; line-height: 2.7; overflow-wrap: anywhere; white-space: pre-wrap; }
.written-token { cursor: pointer; border-radius: 3px; padding-block: var(--attento-gap-small); }
.written-token[data-given] { color: var(--attento-muted); }
.written-token[data-from] { text-shadow: none; background: var(--attento-ink); color: var(--attento-paper); }
.written-heads { margin: 0; padding: 0; list-style: none; display: grid; gap: var(--attento-gap-small); min-block-size: 6em; }
.written-heads > li { display: flex; align-items: baseline; gap: var(--attento-gap); }

@container bars (min-width: 34em) {
  .main > .written .written-text { font-size: var(--attento-size-huge); }
  .main > .written > .written-plate { flex: 1 0 auto; padding-block-start: 20cqb; }
}
:host([theme='projector']) .main > .written > .written-plate { padding-block-start: 36cqb; }
@container bars (max-width: 45em) {
  .main > .written > .written-plate { flex: 1 0 auto; }
  .written-controls { flex-wrap: nowrap; overflow-x: auto; }
  .written-controls > * { flex: none; }
  .written-controls input { inline-size: 5em; }
}
@container bars (max-width: 34em) {
  .written-plate { padding-block-start: var(--attento-gap-large); }
  .written-text { font-size: var(--attento-size); line-height: 2.5; }
  .written-controls { gap: var(--attento-gap); font-size: var(--attento-size-small); }
  .written-controls input { inline-size: 2.5em; }
}
`;
