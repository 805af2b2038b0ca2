/**
 * The layout that the poster and the live instrument share, so that nothing moves when one replaces the other.
 *
 * The page can style the tag itself, so everything important is set on `.scope` inside, which no selector of the page matches
 * and which inherits only visibility. The direction is always left to right: all supported languages are written so, and
 * mirrored formulas, legends and axes would be wrong.
 */

export const shellStyles = /* css */ `
  :host {
    display: block;
    direction: ltr !important;
    flex: 1 1 20em;
    min-inline-size: min(100%, 20em);
  }
  :host([hidden]) {
    display: none;
  }
  :host([fit]) {
    block-size: 100%;
  }
  :host([fit]) .scope {
    block-size: 100%;
    min-block-size: var(--attento-least, 20em);
    border: 0;
    border-radius: 0;
  }
  .scope {
    all: initial;
    box-sizing: border-box;
    display: block;
    position: relative;
    visibility: inherit;
    pointer-events: inherit;
    color-scheme: inherit;
    /* Never drawn. Its computed color shows the color scheme, and its transition event a change of the scheme. */
    column-rule-color: Canvas;
    transition: column-rule-color 1ms;
    container: scope / inline-size;
    block-size: var(--attento-block-size, max(560px, 26em));
    overflow: hidden;
    border: 1px solid var(--attento-rule);
    border-radius: var(--attento-radius);
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
  .shell,
  .screen,
  .sheet {
    display: flex;
    flex-direction: column;
    gap: var(--attento-gap);
    min-block-size: 0;
  }
  .shell {
    block-size: 100%;
    padding: var(--attento-gap) var(--attento-gap-large);
  }
  .screen,
  .sheet,
  .desk {
    flex: 1;
    min-block-size: 0;
  }
  .transport {
    display: flex;
    align-items: center;
    gap: var(--attento-gap);
    min-block-size: var(--attento-control);
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
    gap: var(--attento-gap);
    min-block-size: var(--attento-control);
    padding: 0 var(--attento-gap-large);
    border: 1px solid var(--attento-line-color);
    border-radius: var(--attento-radius);
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
  .button.text {
    flex: none;
    min-block-size: 0;
    padding: 0 var(--attento-gap);
    border-color: transparent;
    background: none;
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
  :focus-visible {
    outline: 3px solid var(--attento-focus);
    outline-offset: 2px;
  }
  a {
    color: var(--attento-accent);
  }
  .notices {
    display: grid;
    flex: none;
    gap: var(--attento-gap);
    max-block-size: 30%;
    overflow: auto;
  }
  .notices.none {
    position: absolute;
  }
  .notice {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--attento-gap-large);
    margin: 0;
    padding: var(--attento-gap) var(--attento-gap-large);
    border-inline-start: 4px solid var(--attento-accent);
    background: var(--attento-slot);
    overflow-wrap: anywhere;
  }
  .notice.bad {
    border-color: var(--attento-bad);
  }
  .poster,
  .poster-picture {
    inline-size: 100%;
    block-size: 100%;
  }
  slot[name='poster'] {
    display: block;
    flex: 1;
    min-block-size: 0;
  }
  .poster-title,
  .poster-note,
  .foot {
    margin: 0;
  }
  .poster-title {
    font-size: var(--attento-size-large);
    font-weight: 650;
    line-height: 1.25;
  }
  .poster-note {
    color: var(--attento-muted);
  }
  @media (forced-colors: active) {
    .button.primary {
      forced-color-adjust: none;
    }
  }
  @media print {
    .scope {
      container-type: inline-size;
      block-size: auto !important;
      overflow: visible;
    }
    .transport {
      display: none;
    }
  }
`;
