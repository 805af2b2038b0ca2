/**
 * The story beside the instrument: one scene, its question, and links to other scenes.
 * @module
 */
import { html, nothing } from 'lit';
import { translate } from '../language/translate.js';
import { writeAddress } from './address.js';
import { byLengthTemplate } from './by-length.js';
import { linksOf, subjects } from './chapters.js';
import { ownStoryTemplate } from './own-story.js';
import { diagnosisTemplate } from './patient-panel.js';
import { paragraphs } from './prose.js';
import { questionTemplate } from './question.js';
import { scoresFigure } from './scores.js';

/** @import { PlacedChapter } from './chapters.js' */

/**
 * @typedef {object} Telling
 * @property {readonly PlacedChapter[]} all
 * @property {PlacedChapter} chapter
 * @property {number} scene from 0
 * @property {string} notice about the address
 * @property {string} shows sentence about what has changed in the instrument
 * @property {(() => void) | null} onUndo restores the reader's settings; null where there is nothing to restore
 * @property {boolean} taught whether a lesson runs in the instrument, so the story asks no question
 * @property {boolean} predicting whether the text is hidden because it would give the prediction away
 * @property {string | null} chosen
 * @property {import('./question.js').Outcome | null} outcome
 * @property {(id: string) => void} onChoose
 * @property {import('./patient-round.js').DiagnosisState | null} round diagnosis of the faulty model of the scene
 * @property {Parameters<typeof byLengthTemplate>[0]} lengths
 * @property {import('../engine/shapes.js').DataSummary | null} own data of the reader's; they replace the text of the scene
 * @property {unknown} traced template of the live figure; null where there is none
 */

/** @param {Telling} telling */
export function storyTemplate(telling) {
  const { chapter, scene, notice, predicting, own } = telling;
  const told = chapter.scenes[scene];
  if (!told) return nothing;
  return html`
    <section class="story" id="story" tabindex="-1" aria-label=${translate('Story')}>
      <div class="telling">
        <h1><span class="chapter-number">${chapter.number}</span> ${translate(chapter.title)}</h1>
        ${notice ? html`<p class="address-notice" role="status">${notice}</p>` : null}
        ${
          predicting
            ? html`<p class="scene-count">${translate('The text of this scene comes after your prediction.')}</p>`
            : html`
                ${partTemplate(chapter, told)}
                <p class="scene-count">
                  ${translate('Scene {n} of {count}', { n: scene + 1, count: chapter.scenes.length })}
                </p>
                ${own ? ownStoryTemplate(own) : sceneTemplate(telling, told)}
              `
        }
        ${own ? null : taskTemplate(telling, told)}
        ${predicting ? null : showsTemplate(telling)}
        ${predicting ? null : bridgeTemplate(telling)}
      </div>
      ${wayTemplate(telling)}
    </section>
  `;
}

/** @param {Telling} telling @param {import('./scene.js').PlacedScene} told */
const sceneTemplate = ({ chapter, scene }, told) => html`
  <h2 id="scene-title">${translate(told.title)}</h2>
  <div class="scene-text">${paragraphs(told.text, linkOf(chapter.number, scene + 1, linksOf(told.experiment)))}</div>
`;

/** The question of the scene and its figures. @param {Telling} telling @param {import('./scene.js').PlacedScene} told */
function taskTemplate({ taught, predicting, chosen, outcome, onChoose, round, lengths, traced }, told) {
  return html`
    ${told.question && !taught ? questionTemplate({ question: told.question, chosen, outcome, onChoose }) : null}
    ${round && !taught ? diagnosisTemplate(round) : null}
    ${told.figure === 'by-length' && !predicting ? byLengthTemplate(lengths) : null}
    ${predicting ? null : traced}
    ${told.figure === 'scores' && !predicting ? scoresFigure() : null}
  `;
}

/**
 * Links to a preset keep the scene beside it.
 * @param {number} chapter
 * @param {number} scene from 1
 * @param {(preset: string) => string} links of its experiment
 * @returns {(preset: string) => string}
 */
const linkOf = (chapter, scene, links) => (preset) =>
  writeAddress({ chapter, scene, link: links(preset).slice(1) });

/**
 * Title of the experiment, in chapters with several experiments.
 * @param {PlacedChapter} chapter
 * @param {import('./scene.js').PlacedScene} told
 */
function partTemplate({ scenes }, { experiment }) {
  if (scenes.every((scene) => scene.experiment === experiment)) return null;
  return html`<p class="scene-part">${translate(subjects().find(({ name }) => name === experiment)?.title ?? '')}</p>`;
}

/** @param {Telling} telling */
function showsTemplate({ shows, onUndo }) {
  return html`
    <p class="shows" role="status">
      ${shows}
      ${onUndo ? html`<button type="button" class="undo" @click=${onUndo}>${translate('Back to the earlier settings')}</button>` : null}
    </p>
  `;
}

/** The sentence that leads to the next chapter, in the last scene. @param {Telling} telling */
function bridgeTemplate({ chapter, scene }) {
  return scene + 1 === chapter.scenes.length ? html`<p class="bridge">${translate(chapter.bridge)}</p>` : null;
}

/** Links to all scenes of the chapter, and to the previous and next scene or chapter. @param {Telling} telling */
function wayTemplate({ all, chapter, scene, predicting }) {
  const at = all.indexOf(chapter);
  const [before, after] = [all[at - 1], all[at + 1]];
  const back =
    scene > 0
      ? writeAddress({ chapter: chapter.number, scene })
      : before
        ? writeAddress({ chapter: before.number, scene: before.scenes.length })
        : writeAddress({ start: true });
  const last = scene + 1 === chapter.scenes.length;
  const on = last
    ? after && writeAddress({ chapter: after.number, scene: 1 })
    : writeAddress({ chapter: chapter.number, scene: scene + 2 });
  return html`
    <nav class="way" aria-label=${translate('Scenes')}>
      <ol class="dots">
        ${chapter.scenes.map(({ title, experiment }, i) => {
          // A title may give the answer away.
          const name = predicting
            ? translate('Scene {n} of {count}', { n: i + 1, count: chapter.scenes.length })
            : translate('Scene {n}: {title}', { n: i + 1, title: translate(title) });
          return html`
            <li ?data-part=${i > 0 && chapter.scenes[i - 1]?.experiment !== experiment}>
              <a href=${writeAddress({ chapter: chapter.number, scene: i + 1 })} title=${predicting ? nothing : translate(title)}
                aria-current=${i === scene ? 'step' : nothing}><span class="visually-hidden">${name}</span></a>
            </li>
          `;
        })}
      </ol>
      <a class="back" href=${back}>‹ ${translate('back')}</a>
      ${
        on
          ? html`<a class="next" href=${on}>${last && after ? `${after.number} ${translate(after.short)}` : translate('next')} ›</a>`
          : html`<a class="next" href=${writeAddress({ start: true })}>${translate('Start page')} ›</a>`
      }
    </nav>
  `;
}

/** Article and paper that an experiment is based on. @param {string} experiment */
export function sourcesTemplate(experiment) {
  const found = subjects().find(({ name }) => name === experiment);
  const sources = [translate(found?.article ?? ''), found?.paper].filter(Boolean);
  return sources.length > 0
    ? html`<p class="sources">${translate('Based on: {sources}', { sources: sources.join('; ') })}</p>`
    : null;
}
