/**
 * The themes: every color and line of the instrument as a custom property, so that a page can override any of them
 * with `attento-scope { --attento-ink: … }`. `theme="auto"` (the default) follows the tag's color scheme on the page, which
 * is light unless the page sets another; the attribute `data-dark` marks a dark scheme. Every other theme sets the color scheme
 * that fits its colors. The font size follows the root's, within limits.
 *
 * @cssprop --attento-paper - Background.
 * @cssprop --attento-ink - Text.
 * @cssprop --attento-muted - Secondary text.
 * @cssprop --attento-rule - Lines between areas.
 * @cssprop --attento-slot - Background of form fields and empty areas.
 * @cssprop --attento-line-color - Color of meaningful lines: outlines of the truth, axes.
 * @cssprop --attento-line - Width of meaningful lines in pixels, a plain number.
 * @cssprop --attento-accent - Primary buttons and learned values.
 * @cssprop --attento-on-accent - Text on primary buttons.
 * @cssprop --attento-ramp-middle - Weight 0.6 on maps, 0.4 on dark ones, legible with black and with white. Weight 0 has the color of the paper.
 * @cssprop --attento-ramp-end - Weight 1 on maps, and −1 on maps of differences.
 * @cssprop --attento-diverging-middle - Like --attento-ramp-middle, for positive differences.
 * @cssprop --attento-diverging-end - The largest positive difference.
 * @cssprop --attento-focus - Focus ring.
 * @cssprop --attento-good - Positive verdicts.
 * @cssprop --attento-bad - Negative verdicts, and errors.
 * @cssprop --attento-font - Fonts of text.
 * @cssprop --attento-math-font - Fonts of formulas.
 * @cssprop --attento-size - Size of text, not in em. The three other sizes are multiples of it.
 * @cssprop --attento-size-small - Size of notes, labels and legends.
 * @cssprop --attento-size-large - Size of headings.
 * @cssprop --attento-size-huge - Size of titles and of the main number.
 * @cssprop --attento-gap-small - Space inside small controls. Use em for spaces and heights.
 * @cssprop --attento-gap - Space between things that belong together.
 * @cssprop --attento-gap-large - Space between groups.
 * @cssprop --attento-control - Minimum height of buttons and fields.
 * @cssprop --attento-control-small - Minimum height of buttons and fields in dense rows.
 * @cssprop --attento-radius - Rounding of corners.
 */

const light = /* css */ `
  --attento-paper: #fdfcf9;
  --attento-ink: #1b1f27;
  --attento-muted: #585f6d;
  --attento-rule: #e6e3db;
  --attento-slot: #f0ede5;
  --attento-line-color: #858b96;
  --attento-accent: #1d4f91;
  --attento-on-accent: #ffffff;
  --attento-focus: #1d6fd1;
  --attento-good: #1f6b3a;
  --attento-bad: #a3231f;
  --attento-ramp-end: #14248c;
  --attento-diverging-end: #5f2503;
`;

const dark = /* css */ `
  --attento-paper: #14171c;
  --attento-ink: #ece9e1;
  --attento-muted: #a8aebb;
  --attento-rule: #2c323b;
  --attento-slot: #20252d;
  --attento-line-color: #6d7584;
  --attento-accent: #f2cf5b;
  --attento-on-accent: #14171c;
  --attento-focus: #7db4ff;
  --attento-good: #8fd19e;
  --attento-bad: #ff9d8f;
  --attento-ramp-end: #a8edff;
  --attento-diverging-end: #ffdca6;
`;

export const themeStyles = /* css */ `
  :host {
    --attento-line: 2;
    --attento-font: system-ui, sans-serif;
    --attento-size: clamp(16px, 1rem, 22px);
    --attento-size-large: calc(1.2 * var(--attento-size));
    --attento-gap: 0.6em;
    --attento-gap-large: 1em;
    --attento-control: 2.75em;
    --attento-radius: 6px;
    --attento-ramp-middle: #1576d3;
    --attento-diverging-middle: #b55d05;
    ${light}
  }
  :host(:where([data-dark])),
  :host([theme='dark']) {
    ${dark}
  }
  :host([theme='dark']) {
    color-scheme: dark !important;
  }
  :host(:is([theme='light'], [theme='projector'], [data-paper])) {
    color-scheme: light !important;
    ${light}
  }
  :host([theme='projector']) {
    --attento-paper: #ffffff;
    --attento-ink: #000000;
    --attento-muted: #3a3f48;
    --attento-rule: #cfcfcf;
    --attento-slot: #ececec;
    --attento-line-color: #55595f;
    --attento-line: 4;
    --attento-size: clamp(1rem, min(1.34vw, 2.4vh), 2rem);
  }
  :host([data-paper]) {
    --attento-paper: #ffffff;
  }
  @media (forced-colors: active) {
    :host {
      --attento-paper: Canvas;
      --attento-ink: CanvasText;
      --attento-muted: CanvasText;
      --attento-rule: GrayText;
      --attento-slot: Canvas;
      --attento-line-color: CanvasText;
      --attento-accent: Highlight;
      --attento-on-accent: HighlightText;
      --attento-ramp-end: CanvasText;
      --attento-diverging-end: Highlight;
    }
  }
  @media print {
    :host {
      color-scheme: light !important;
      ${light}
    }
  }
`;
