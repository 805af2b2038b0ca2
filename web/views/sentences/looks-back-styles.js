/** Styles of a sentence that is read word by word. */
export const sentenceAttentionStyles = /* css */ `
.looks-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4em 1.5em; }
.looks [hidden], .reading > [hidden] { display: none; }
.looks-line { display: grid; gap: 0.5em; align-content: start; padding-block: 0.4em; }
.looks-past { display: grid; gap: 0.3em; }
.looks-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6em 0.9em; }
.looks-bar input { flex: 1 1 10em; min-inline-size: 0; min-block-size: 2.75em; accent-color: var(--attento-accent); }
.looks-words { display: flex; flex-wrap: wrap; gap: 0.35em; font-size: 1.2em; line-height: 1.35; }
.looks-word { padding: 0.2em 0.4em; border: 1px solid transparent; border-radius: 4px; cursor: pointer; white-space: pre; print-color-adjust: exact; }
.looks-word[data-true] { outline: 2px solid var(--attento-ink); outline-offset: 1px; }
.looks-word:focus-visible { outline: 3px solid var(--attento-focus); outline-offset: 1px; }
.looks-word[data-part='before'] { border-color: var(--attento-rule); }
.looks-word[data-part='now'] { border-color: var(--attento-accent); border-width: 2px; font-weight: 650; }
.looks-word[data-part='after'] { color: var(--attento-muted); }
.looks-word[data-unknown] { text-decoration: underline wavy; text-underline-offset: 0.2em; }
.looks-word[data-unknown]::after { content: '?'; font-size: 0.75em; vertical-align: super; }
.looks-verdict { margin: 0; }
.main .looks .align-plate .bars-row:not(.bars-header) { min-block-size: clamp(1.9em, calc(26em / var(--align-rows, 6)), 4em); }
.legend-now { inline-size: 1.4em; block-size: 1em; border: 2px solid var(--attento-accent); border-radius: 4px; }

@container bars (max-width: 34em) {
  .looks-past { display: none; }
  .looks-head { flex-wrap: nowrap; gap: 0.4em; overflow-x: auto; }
  .looks-head > * { flex: none; }
  .looks-head .align-pair { flex-wrap: nowrap; }
  .looks-head .align-pair > span { display: none; }
  .looks-head .align-pair input { inline-size: 3.5em; }
  .looks-bar { flex-wrap: nowrap; }
  .looks-bar input { flex: 1 1 5em; }
}
`;
