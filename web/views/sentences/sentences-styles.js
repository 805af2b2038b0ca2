import { holdingStyles } from '../../parts/holding-panel.js';
import { panelStyles } from '../../parts/panel-styles.js';
import { sharedStyles } from '../../parts/shared-styles.js';

/** Styles of the sentences and of their words. */
export const sentencesStyles = /* css */ `${sharedStyles}${panelStyles}${holdingStyles}
.sentences .bars-head { grid-template-columns: 1fr; }
.sentences .readout { min-block-size: 4.6em; align-content: center; }
.sentences .bars-help { min-block-size: 1.45em; }
.sentences-grid { display: grid; }
.sentence { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--attento-gap-small) 1.5em; align-items: center; padding-block: var(--attento-gap-small); border-block-end: 1px solid var(--attento-rule); }
.sentence-own .sentence { border: 0; }
.sentence-text { display: flex; flex-wrap: wrap; gap: 0.1em 0; }
.token { display: grid; align-content: start; border-radius: 3px; cursor: pointer; line-height: 1.3; }
.token:hover .token-word { text-decoration: underline; }
.token-word { padding-inline: 0.15em; white-space: pre; }
.token-cue, .legend-cue { outline: 2px dotted var(--attento-ink); outline-offset: -1px; border-radius: var(--attento-radius); }
.token-unknown { text-decoration: underline wavy var(--attento-bad); }
.token-unknown::after { content: '?'; font-size: var(--attento-size-small); vertical-align: super; color: var(--attento-bad); }
.token-lane { display: flex; block-size: 1em; min-inline-size: 0.6em; border: 0 solid var(--attento-rule); }
.token-lane-0 { border-block-start-width: 1px; }
.token-lane-1 { align-items: flex-end; border-block-end-width: 1px; }
.token-bar { inline-size: 100%; block-size: 0; border: 0 solid var(--attento-ink); border-block-end-width: 1px; }
.token-lane-1 .token-bar { border-block-width: 1px 0; }
.token-bar[data-none] { visibility: hidden; }
/* The same hatching as that of paintHatching(). */
.token-lane[data-held] { background: repeating-linear-gradient(-45deg, transparent 0 4px, var(--attento-accent) 4px 5px); }
.sentence[data-held] .verdict-truth::before { content: "●"; color: var(--attento-accent); margin-inline-end: var(--attento-gap-small); }
.token-padding .token-word, .legend-padding { background: repeating-linear-gradient(-45deg, var(--attento-slot) 0 4px, var(--attento-rule) 4px 8px); }
.token:has(.token-cue), .token-padding { margin-inline: var(--attento-gap-small); }
.token-padding .token-word { padding-inline: var(--attento-gap); color: var(--attento-muted); }
.token-word[data-share]:not([data-share=''])::after { content: attr(data-share); margin-inline-start: var(--attento-gap); color: var(--attento-ink); }
.legend-padding, .legend-cue { inline-size: 1.6em; block-size: 1em; }
.verdicts { display: grid; grid-template-columns: auto auto auto; gap: 0 var(--attento-gap); font-size: var(--attento-size-small); line-height: 1.35; }
.verdict { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; }
.verdict-truth { grid-column: 1 / -1; color: var(--attento-muted); }
.verdict b { font-weight: 400; }
.verdict-mark { min-inline-size: 4.2em; }
.verdict-right { color: var(--attento-good); }
.verdict-wrong { color: var(--attento-bad); }
.sentences .table td:nth-child(4), .sentences .table td:nth-child(7) { text-align: start; }

@container bars (max-width: 34em) {
  .sentence { grid-template-columns: minmax(0, 1fr); }
  .verdicts { justify-content: start; }
  .sentences > .panel { border: 0; padding: 0; }
  .sentences > .panel > h2 { display: none; }
  .sentences .legend { gap: 0 var(--attento-gap); }
  .sentences .typed .button { flex: none; padding: 0 var(--attento-gap); }
}
`;
