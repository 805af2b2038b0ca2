/** Styles of the view of a model without attention. */
export const bottleneckStyles = /* css */ `
.main .bottleneck { flex: 3 1 auto; display: grid; grid: auto / auto auto minmax(6em, 1fr) auto; grid-auto-rows: minmax(2.75em, 1fr); gap: var(--attento-gap) 0; }
.bottleneck[data-words] { grid-auto-rows: minmax(2.75em, auto); }
.bottleneck > p { margin: 0; align-self: center; }
.bottleneck-head { color: var(--attento-muted); font-size: var(--attento-size-small); text-align: center; }
.bottleneck-length { font-weight: 650; padding-inline-end: var(--attento-gap); }
.bottleneck-tokens { display: flex; flex-wrap: wrap; align-content: center; gap: 0 var(--attento-gap-small); min-inline-size: 5em; padding: var(--attento-gap-small) var(--attento-gap); box-sizing: border-box; block-size: 100%; background: var(--attento-slot); font-size: clamp(0.85em, 2.6cqi, 1.3em); font-variant-numeric: tabular-nums; line-height: 1.2; --funnel: 1.2em; }
.bottleneck-source { justify-self: end; padding-inline-end: calc(var(--funnel) + 0.3em); clip-path: polygon(0 0, calc(100% - var(--funnel)) 0, 100% 20%, 100% 80%, calc(100% - var(--funnel)) 100%, 0 100%); }
.bottleneck-output { justify-self: start; padding-inline-start: calc(var(--funnel) + 0.3em); clip-path: polygon(0 20%, var(--funnel) 0, 100% 0, 100% 100%, var(--funnel) 100%, 0 80%); }
.bottleneck-output small { display: block; font-size: max(12px, 0.75em); text-align: center; line-height: 1; }
.bottleneck-true { color: var(--attento-muted); }
.bottleneck-rest { min-inline-size: 1.9em; }
[data-words] > .bottleneck-tokens { font-size: var(--attento-size); column-gap: var(--attento-gap-small); }
[data-words] > .bottleneck-tokens small { display: inline; }
.bottleneck canvas { block-size: 60%; min-block-size: 0; inline-size: 100%; align-self: center; background: var(--attento-slot); }
.main .lengths { flex: 2 1 auto; display: grid; grid: auto minmax(4.2em, 1fr) auto / minmax(0, 1fr); gap: var(--attento-gap-small); line-height: 1.2; }
.lengths-bars { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0 var(--attento-gap-small); margin: 0; padding: 0; list-style: none; }
.lengths-bars li { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; text-align: center; font-size: var(--attento-size-small); color: var(--attento-muted); font-variant-numeric: tabular-nums; }
.lengths-bars i { background: linear-gradient(to top, var(--attento-accent) var(--share), var(--attento-slot) 0); print-color-adjust: exact; }
.lengths-bars [data-shown] b { color: var(--attento-ink); text-decoration: underline; text-underline-offset: 0.2em; }
.lengths input { margin: 0 calc(150% / var(--length-count) - 0.5em); accent-color: var(--attento-accent); min-block-size: 1.5em; }
@container bars (max-width: 34em) {
  .main .bottleneck { grid-template: auto auto auto auto / auto minmax(3em, 1fr) auto; grid-auto-rows: minmax(2.2em, 1fr); gap: var(--attento-gap-small) 0; }
  .bottleneck > :nth-child(-n + 3), .bottleneck .bottleneck-true { display: none; }
  .bottleneck > :nth-child(4) { grid-column: 1 / -1; text-align: end; }
  .bottleneck-length { position: absolute; clip-path: inset(50%); }
  .bottleneck > .bottleneck-tokens { font-size: 12px; padding: 0.1em var(--attento-gap-small); min-inline-size: 3em; --funnel: 0.6em; }
  .bottleneck:not([data-words]) > .bottleneck-tokens { flex-wrap: nowrap; column-gap: 0.1em; }
  .bottleneck-rest { min-inline-size: 0; }
}
`;
