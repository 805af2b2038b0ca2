export const graphStyles = /* css */ `
.graph-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap-small) 1.5em; }
.graph-plate { position: relative; inline-size: 100%; aspect-ratio: 4 / 3; min-block-size: 15em; max-block-size: 56svh; }
.main > .bars > .graph-plate { flex: 1 1 15em; aspect-ratio: auto; max-block-size: none; }
.graph-matrix .align-plate .bars-row { min-block-size: var(--attento-control-small); }
.main .graph-matrix { flex: 1 1 auto; display: flex; flex-direction: column; min-block-size: 0; }
.graph [hidden], .reading > [hidden] { display: none; }
.graph-plate > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.graph-node[data-held]::before { content: "●"; position: absolute; inset-block-start: -0.5em; inset-inline-end: -0.2em; color: var(--attento-accent); }
.graph-node { position: absolute; inset-inline-start: calc(6% + 88% * var(--x)); inset-block-start: calc(12% + 76% * var(--y)); translate: -50% -50%; box-sizing: border-box; min-inline-size: var(--graph-size); block-size: var(--graph-size); padding: 0 var(--attento-gap-small); display: grid; place-content: center; font: inherit; font-size: var(--attento-size-small); line-height: 1.1; white-space: pre; color: var(--attento-ink); background: var(--attento-paper); border: 1.5px solid var(--attento-line-color); border-radius: calc(var(--graph-size) / 2); cursor: grab; touch-action: none; user-select: none; }
.graph-node[data-query] { border-color: var(--attento-ink); border-radius: 0.4em; }
.graph-node[aria-pressed='true'] { background: var(--attento-ink); color: var(--attento-paper); }
.graph-node:active { cursor: grabbing; }
.graph-answer { font-size: var(--attento-size-small); text-align: center; }
.graph-answer:empty { display: none; }
.graph-node[data-answer='right'] .graph-answer { color: var(--attento-good); }
.graph-node[data-answer='wrong'] .graph-answer { color: var(--attento-bad); }
.graph-node[aria-pressed='true'] .graph-answer { color: inherit; }
.graph-own .graph-plate { max-block-size: max(10em, 60cqb); }
.graph-own fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.graph-own label { display: inline-flex; align-items: center; gap: 0.5em; }
.graph-own input[type='text'] { flex: 1 1 16em; min-inline-size: 0; min-block-size: 2.5em; padding: 0 0.6em; box-sizing: border-box; }
.graph-text label { flex: 1 1 20em; }
.graph-text summary { cursor: pointer; min-block-size: 2.5em; align-content: center; color: var(--attento-muted); text-decoration: underline; }

@container bars (max-width: 34em) {
  .graph-head { gap: var(--attento-gap-small); }
  .graph-head .align-pair > span { display: none; }
  .graph-own > .panel-row:first-of-type { flex-wrap: nowrap; overflow-x: auto; }
  .graph-own > .panel-row:first-of-type > * { flex: none; }
  .graph-own .graph-plate { min-block-size: 8em; aspect-ratio: 9 / 4; }
  .graph-plate { aspect-ratio: 5 / 3; min-block-size: 11em; }
  .main > .bars > .graph-plate { flex: 1 1 9em; min-block-size: 9em; }
}
`;
