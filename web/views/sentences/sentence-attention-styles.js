export const sentenceAttentionStyles = /* css */ `
.looks-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) 1.5em; }
.looks [hidden], .reading > [hidden] { display: none; }
.looks-line { display: grid; gap: var(--attento-gap); align-content: start; padding-block: var(--attento-gap-small); }
.looks-past { display: grid; gap: var(--attento-gap-small); }
.looks-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.looks-bar input { flex: 1 1 10em; min-inline-size: 0; min-block-size: var(--attento-control); }
.looks-words { display: flex; flex-wrap: wrap; gap: var(--attento-gap-small); font-size: var(--attento-size-large); line-height: 1.35; }
.looks-word { padding: var(--attento-gap-small); border: 1px solid transparent; border-radius: var(--attento-radius); cursor: pointer; white-space: pre; }
.looks-word[data-true] { outline: 2px solid var(--attento-ink); outline-offset: 1px; }
.looks-word[data-part='before'] { border-color: var(--attento-rule); }
.looks-word[data-part='now'] { border-color: var(--attento-accent); border-width: 2px; font-weight: 650; }
.looks-word[data-part='after'] { color: var(--attento-muted); }
.looks-word[data-unknown] { text-decoration: underline wavy; }
.looks-word[data-unknown]::after { content: '?'; font-size: var(--attento-size-small); vertical-align: super; }
.looks-verdict { margin: 0; }
.main .looks .align-plate .bars-row:not(.bars-header) { min-block-size: clamp(1.9em, calc(26em / var(--align-rows, 6)), 4em); }
.legend-now { inline-size: 1.4em; block-size: 1em; border: 2px solid var(--attento-accent); border-radius: var(--attento-radius); }

/* In a low view the lines of the words that were read are lower, so that the last one is visible. */
@container hero (max-height: 34em) and (min-width: 34.01em) {
  .main > .looks { gap: var(--attento-gap-small); }
  .looks-head .align-pair > span { display: none; }
  .looks-line { gap: var(--attento-gap-small); padding: 0; }
  .looks-bar > * { --attento-control: var(--attento-control-small); }
  .looks-words { font-size: var(--attento-size-small); line-height: 1.3; }
  .looks-word { padding-block: 1px; }
  .looks-past { gap: 2px; }
}
@container bars (max-width: 34em) {
  .looks-past { display: none; }
  .looks-head { flex-wrap: nowrap; gap: var(--attento-gap-small); overflow-x: auto; }
  .looks-head > * { flex: none; }
  .looks-head .align-pair { flex-wrap: nowrap; }
  .looks-head .align-pair > span { display: none; }
  .looks-head .align-pair input { inline-size: 3.5em; }
  .looks-bar { flex-wrap: nowrap; }
  .looks-bar input { flex: 1 1 5em; }
}
`;
