import { decoderStyles } from '../alignment/decoder-styles.js';

export const pathStyles = /* css */ `${decoderStyles}
.path-tokens { display: flex; flex-wrap: wrap; gap: var(--attento-gap-small); }
.path-tokens .decoder-token { min-inline-size: 2.3em; min-block-size: var(--attento-control-small); text-align: center; border-color: var(--attento-line-color); border-radius: var(--attento-radius); }
.path-tokens .decoder-token[aria-pressed='true'] { background: var(--attento-ink); color: var(--attento-paper); }
.path-body { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 1.5em 2.5em; align-items: start; }
.path-body[hidden] { display: none; }
.path-stations { display: grid; grid-template-columns: minmax(0, 1fr); margin: 0; padding: 0; list-style: none; }
.path-part { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap-small); padding: 0.15em 0 var(--attento-gap-large) 1.3em; border-inline-start: 4px solid var(--attento-line-color); }
.path-part:first-child { border-start-start-radius: 4px; }
.path-part > h3 { color: var(--attento-muted); font-weight: 400; font-size: var(--attento-size); }
.path-chips { display: flex; flex-wrap: wrap; gap: var(--attento-gap-small); }
.path-chip { min-block-size: var(--attento-control-small); padding: 0 var(--attento-gap); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: none; color: inherit; font: inherit; cursor: pointer; }
.path-chip:hover { border-color: var(--attento-ink); }
.path-chip[aria-current] { background: var(--attento-ink); border-color: var(--attento-ink); color: var(--attento-paper); }
.path-stream { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--attento-gap); align-items: center; color: var(--attento-muted); font-size: var(--attento-size-small); }
.path-detail { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); position: sticky; inset-block-start: 1em; }
.path-detail .strip { block-size: 2.2em; }
.path-rows { display: grid; grid-template-columns: minmax(4.5em, max-content) minmax(3em, 1fr) 5em; gap: 0.15em var(--attento-gap); align-items: center; }
.path-rows[data-plain] { grid-template-columns: minmax(4.5em, max-content) 0 5em; }
.path-rows > .decoder-number { text-align: end; }
.path-number { display: inline-flex; align-items: center; gap: var(--attento-gap); }
.path-number input { inline-size: 5em; }
.path .readout { min-block-size: 7em; }
@container bars (max-width: 46em) {
  .path-body { grid-template-columns: minmax(0, 1fr); }
  .path-detail { position: static; order: -1; }
}
`;
