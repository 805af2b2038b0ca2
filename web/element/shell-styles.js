/**
 * The layout that the poster and the live instrument share: nothing moves when one becomes the other.
 *
 * The tag itself is at the mercy of the page's styles, so all that matters hangs on `.scope` inside, which no selector
 * of the page reaches and which takes over nothing but visibility. It reads from left to right in every page: no language
 * here is written otherwise, and formulas, legends and axes turned round would be wrong.
 * @module
 */
import { css } from 'lit';

export const shellStyles = css`
  :host {
    display: block;
    direction: ltr !important;
    flex: 1 1 20em;
    min-inline-size: min(100%, 20em);
  }
  :host([hidden]) {
    display: none;
  }
  .scope {
    all: initial;
    display: block;
    position: relative;
    visibility: inherit;
    pointer-events: inherit;
    color-scheme: inherit;
    container: scope / inline-size;
    border: 1px solid var(--attento-rule);
    border-radius: 8px;
    color: var(--attento-ink);
    background: var(--attento-paper);
    font: 400 var(--attento-size) / 1.45 var(--attento-font);
    overflow-wrap: break-word;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .shell {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.25em;
    padding: 1em 1.25em;
    max-inline-size: 84em;
    margin-inline: auto;
  }
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr);
    gap: 1.5em 2.75em;
    align-items: start;
    min-block-size: calc(24.4em + var(--rows, 5) * clamp(1.5em, 24em / var(--rows, 5), 4.5em));
  }
  .main,
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1em;
  }
  .transport {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75em 0.6em;
    min-block-size: 3.1em;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.25em 2em;
    min-block-size: 3.6em;
    padding-block-start: 0.75em;
    border-block-start: 1px solid var(--attento-rule);
  }
  .presets {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
    padding-block-end: 0.5em;
  }
  .field-help {
    margin: 0;
    color: var(--attento-muted);
    font-size: 0.9em;
    max-inline-size: 60ch;
    text-wrap: pretty;
  }
  .presets .field-help {
    flex: 1 0 100%;
    min-block-size: 3lh;
    max-inline-size: none;
    padding-inline-end: max(0px, 100% - 60ch);
  }
  .preset[aria-pressed='true'] {
    border-color: var(--attento-accent);
    box-shadow: inset 0 0 0 1px var(--attento-accent);
    font-weight: 600;
  }
  .preset[aria-pressed='true']::before {
    content: '✓';
    color: var(--attento-accent);
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 2.75em;
    padding: 0 1.1em;
    border: 1px solid var(--attento-line-colour);
    border-radius: 999px;
    background: var(--attento-paper);
    cursor: pointer;
    touch-action: manipulation;
  }
  .button:hover {
    border-color: var(--attento-ink);
  }
  .button.primary {
    min-inline-size: 7.2em;
    border-color: var(--attento-accent);
    background: var(--attento-accent);
    color: var(--attento-on-accent);
    font-weight: 600;
  }
  .button.primary:hover {
    filter: brightness(1.12);
  }
  .button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .button svg {
    inline-size: 1em;
    block-size: 1em;
    fill: currentcolor;
    flex: none;
  }
  :is(button, input, select, summary, a, output, .shell):focus-visible {
    outline: 3px solid var(--attento-focus);
    outline-offset: 2px;
  }
  a {
    color: var(--attento-accent);
  }
  .notices {
    display: grid;
    gap: 0.5em;
  }
  .notices.none {
    position: absolute;
  }
  .notice {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 1em;
    margin: 0;
    padding: 0.6em 1em;
    border-inline-start: 4px solid var(--attento-accent);
    background: var(--attento-slot);
    overflow-wrap: anywhere;
  }
  .notice.bad {
    border-color: var(--attento-bad);
  }
  .notice button {
    flex: none;
    min-inline-size: 2em;
    min-block-size: 2em;
    border: 0;
    background: none;
    cursor: pointer;
  }
  .poster {
    inline-size: 100%;
    block-size: auto;
    display: block;
  }
  .poster .slot {
    fill: var(--attento-slot);
  }
  .poster .edge {
    fill: var(--attento-ink);
  }
  .poster .truth {
    fill: none;
    stroke: var(--attento-ink);
    stroke-width: var(--attento-line);
  }
  .poster text {
    fill: var(--attento-muted);
    font-size: 15px;
  }
  .poster .word {
    fill: var(--attento-ink);
  }
  .poster-picture {
    block-size: min(39cqi, 27.5em);
  }
  .poster-picture .poster {
    block-size: 100%;
  }
  .poster-title,
  .poster-note {
    margin: 0;
    max-inline-size: 60ch;
    text-wrap: pretty;
  }
  .poster-title {
    font-size: 1.35em;
    font-weight: 650;
    line-height: 1.25;
  }
  .poster-note {
    color: var(--attento-muted);
  }
  .poster-head {
    display: grid;
    gap: 0.25em;
  }
  .poster-legend {
    min-block-size: calc(3lh + 1.5em);
    padding: 0.75em 1em;
    border-radius: 6px;
    background: var(--attento-slot);
    max-inline-size: none;
  }
  @container scope (max-width: 52em) {
    .shell {
      padding: 1em;
      gap: 1em;
    }
    .more {
      min-block-size: 6.6em;
    }
    .poster-picture {
      block-size: 61cqi;
    }
    .poster-legend {
      min-block-size: calc(6lh + 1.5em);
    }
    .stage {
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
      min-block-size: calc(75em + var(--rows, 5) * clamp(1.5em, 20em / var(--rows, 5), 3.6em));
    }
  }
  @media (forced-colors: active) {
    .button.primary {
      forced-color-adjust: none;
    }
  }
  @media print {
    .transport,
    .more {
      display: none;
    }
  }
`;
