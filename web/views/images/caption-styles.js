import { alignmentStyles } from '../alignment/alignment-styles.js';
import { pictureStyles } from './picture-styles.js';

export const captioningStyles = /* css */ `${pictureStyles}${alignmentStyles}
.caption-player { display: grid; grid-template-columns: minmax(0, 1.6fr) minmax(0, 1fr); gap: var(--attento-gap) 1.5em; align-items: start; }
.caption-player > :not(.caption-main, .caption-beside) { grid-column: 1 / -1; }
.caption p { margin-block: 0; }
.caption-main { display: grid; grid-template-columns: minmax(0, 27em); gap: var(--attento-gap); }
.caption-beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.caption-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--attento-gap) var(--attento-gap-large); }
.caption-row > .button { min-inline-size: 10.5em; }
.caption-line { margin: 0; font-size: var(--attento-size-huge); line-height: 1.35; min-block-size: 1.35em; }
.caption-line b { text-decoration: underline; text-decoration-thickness: 0.12em; }
.caption-line [data-later] { color: var(--attento-muted); }
.caption-strip { display: grid; grid-template-columns: repeat(3, minmax(0, 7.5em)); gap: var(--attento-gap-small); }
.main > .caption .caption-main { grid-template-columns: minmax(0, min(36em, 100cqb - 3.5em)); }
:host([theme='projector']) .main > .caption .caption-player { grid-template-columns: minmax(0, min(36em, 100cqb - 6em)) minmax(0, 1fr); }
:host([theme='projector']) .main > .caption .caption-main { grid-template-columns: minmax(0, 1fr); }
.main > .caption .caption-scene { max-inline-size: none; }
.caption-word { container-type: inline-size; position: relative; display: grid; gap: 0.15em; padding: 3px; border: 2px solid transparent; border-radius: var(--attento-radius); cursor: pointer; touch-action: manipulation; }
.caption-word input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.caption-word:has(:checked) { border-color: var(--attento-accent); }
.caption-word:has(:focus-visible) { outline: 3px solid var(--attento-focus); outline-offset: 1px; }
.caption-thumb { inline-size: 100%; aspect-ratio: 1; border-radius: 2px; }
/* Small enough that <unknown> fits on one line. */
.caption-token { font-size: clamp(12px, 14.5cqi, var(--attento-size-small)); line-height: 1.3; min-block-size: 1.3em; overflow-wrap: anywhere; }
:host([theme='projector']) .caption-token { font-size: var(--attento-size-small); }
.caption-word:has(:checked) .caption-token { font-weight: 650; }
.caption-token > span { font-weight: 400; }
.caption-word[data-held] .caption-token::before { content: "●"; color: var(--attento-accent); margin-inline-end: var(--attento-gap-small); }
.caption .readout { min-block-size: 5.6em; }
.legend-look { inline-size: 0.9em; block-size: 0.9em; border: 2px solid var(--attento-ink); border-radius: 50%; }
.legend-sample { inline-size: 0.6em; block-size: 0.6em; border: 1px solid #14171c; border-radius: 50%; background: #ffffff; }
.caption-samples { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.6em, 6.5em)); gap: var(--attento-gap); margin: 0; padding: 0; list-style: none; }
.caption-samples li { display: grid; gap: 0.15em; font-size: var(--attento-size-small); }

/* In a low view, the picture leaves room for the words, in two rows or in one. */
@container hero (max-height: 30em) and (min-width: 34em) {
  .main > .caption .caption-player { grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); }
  .main > .caption .caption-strip { grid-template-columns: repeat(3, minmax(0, 5.5em)); }
  .main > .caption .caption-thumb { inline-size: 3.8em; }
  .caption-row { gap: var(--attento-gap-small); }
  .caption-row > .button { min-inline-size: 0; }
  .caption-line { font-size: var(--attento-size); }
}
@container hero (max-height: 28em) and (min-width: 34em) {
  .main > .caption .caption-strip { grid-template-columns: repeat(6, minmax(0, 7.5em)); }
}
@container bars (max-width: 34em) {
  .caption-player { grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr); gap: var(--attento-gap); }
  .caption-row > .button { min-inline-size: 0; }
  .caption-player .caption-row > .bars-choices { display: none; }
  .caption-line { font-size: var(--attento-size); }
  .caption-strip { gap: 0.1em; }
  .caption-word { padding: 1px; }
}

/* A picture of the reader's own. */
.caption-yours { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2.4fr); gap: var(--attento-gap-large) 2em; align-items: start; }
.caption-palette { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.caption-palette .bars-choice { padding-inline: var(--attento-gap); }
.caption-yours .caption-player .caption-scene { max-inline-size: 19em; }
.caption-yours .caption-strip { grid-template-columns: repeat(4, minmax(0, 7.5em)); }
.caption-board { max-inline-size: 16em; cursor: pointer; }
:host([theme='projector']) .caption-yours { grid-template-columns: 57cqb minmax(0, 1fr); }
:host([theme='projector']) .caption-board { max-inline-size: none; }
.caption-board .bars-cell { touch-action: manipulation; }
.caption-output { font-size: var(--attento-size-large); }
@container bars (min-width: 44.01em) {
  .caption-yours .caption-player { grid-template-columns: minmax(0, 18em) minmax(10.5em, 1fr); }
  .caption-yours .caption-strip { grid-template-columns: repeat(auto-fill, minmax(min(100%, 5.8em), 1fr)); }
}
/* In a low view the board and its picture fit below the palette and the caption. */
@container hero (max-height: 34em) and (min-width: 46em) {
  .caption-board { max-inline-size: calc(100cqb - 17.5em); }
  .caption-yours .caption-player { grid-template-columns: calc(100cqb - 18em) minmax(0, 1fr); }
}
@container bars (max-width: 44em) {
  .caption-yours { grid-template-columns: minmax(0, 1fr); }
}
/* On a phone the board comes first, with the palette beside it. */
@container bars (max-width: 34em) {
  .caption > .caption-yours { order: -1; }
  .caption-palette { grid-template-columns: 10em minmax(0, 1fr); }
  .caption-board { order: -1; }
  .caption-palette .bars-choices { flex-wrap: wrap; border-radius: var(--attento-radius); }
}
`;
