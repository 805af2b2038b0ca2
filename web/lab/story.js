/** The story beside the instrument: one scene, its question, and links to other scenes. */
import { html, nothing } from 'lit';
import { translate } from '../language/translate.js';
import { getVisit, writeAddress } from './address.js';
import { createPresetLinker, findInstrumentSchema, sumMinutes } from './chapters.js';
import { diagnosisTemplate } from './diagnosis-panel.js';
import { ownDataTextTemplate } from './own-data-text.js';
import { renderLine, renderParagraphs } from './prose-template.js';
import { questionTemplate } from './question.js';

/** @import { PlacedChapter } from './chapters.js' */

/**
 * @typedef {object} StoryOptions
 * @property {readonly PlacedChapter[]} all
 * @property {PlacedChapter} chapter
 * @property {number} scene from 0
 * @property {string} notice about the address
 * @property {string} settingsNotice sentence about what has changed in the instrument
 * @property {(() => void) | null} onUndo restores the reader's settings; null if there is nothing to restore
 * @property {boolean} isLessonActive whether a lesson runs in the instrument, so the story asks no question
 * @property {boolean} isTextHidden whether the text is hidden because it would give the prediction away
 * @property {import('./prediction-controller.js').PredictionController} prediction
 * @property {boolean} startsRun whether an answer starts the training
 * @property {() => void} onPath switches between the tour and all scenes
 * @property {import('./diagnosis.js').Diagnosis | null} diagnosis of the faulty model of the scene
 * @property {import('../engine/shapes.js').DataSummary | null} ownData the reader's data; a text about them replaces the scene
 * @property {readonly string[]} holdReply sentences of the reply to what the reader holds in the map
 * @property {unknown} liveFigure template of the live figure; null where there is none
 */

/** @param {StoryOptions} options */
export function storyTemplate(options) {
  const { chapter, scene, notice, isTextHidden, ownData } = options;
  const current = chapter.scenes[scene];
  if (!current) return nothing;
  return html`
    <section class="story" id="story" tabindex="-1" aria-label=${translate('Story')}>
      <div class="story-body">
        <h1><span class="chapter-number">${chapter.number}</span> ${translate(chapter.title)}</h1>
        ${notice ? html`<p class="address-notice" role="status">${notice}</p>` : null}
        ${
          isTextHidden
            ? html`<p class="scene-count">${translate('The text of this scene comes after your prediction.')}</p>`
            : html`
                <p class="scene-count">
                  ${translate('Scene {n} of {count}', { n: scene + 1, count: chapter.scenes.length })} · ${Math.ceil(current.minutes)}&nbsp;min
                </p>
                ${ownData ? ownDataTextTemplate(ownData) : sceneTemplate(options, current)}
              `
        }
        ${ownData ? null : taskTemplate(options, current)}
        ${isTextHidden ? null : noticeTemplate(options)}
        ${isTextHidden ? null : bridgeTemplate(options)}
      </div>
      ${navigationTemplate(options)}
    </section>
  `;
}

/** @param {StoryOptions} options @param {import('./scene.js').PlacedScene} current */
const sceneTemplate = ({ chapter, scene }, current) => html`
  <h2 id="scene-title">${translate(current.title)}</h2>
  <div class="scene-text">${renderParagraphs(current.text, createPresetResolver(chapter.number, scene + 1, createPresetLinker(current.experiment)))}</div>
`;

/** The question of the scene and its figures. @param {StoryOptions} options @param {import('./scene.js').PlacedScene} current */
function taskTemplate(
  { isLessonActive, isTextHidden, prediction, startsRun, diagnosis, liveFigure, holdReply },
  current,
) {
  return html`
    ${current.replyToHold || current.replyToText ? html`<p class="question-answer ${holdReply.length > 0 ? 'filled' : ''}" data-name="hold-reply" role="status" aria-atomic="false">${holdReply.map((sentence) => html`<span>${sentence} </span>`)}</p>` : null}
    ${current.question && !isLessonActive ? questionTemplate({ question: current.question, prediction, startsRun }) : null}
    ${diagnosis && !isLessonActive ? diagnosisTemplate(diagnosis) : null}
    ${isTextHidden ? null : liveFigure}
  `;
}

/**
 * Creates addresses of presets that keep the scene open.
 * @param {number} chapter
 * @param {number} scene from 1
 * @param {(preset: string) => string} links returns the address of a preset of its experiment
 * @returns {(preset: string) => string}
 */
const createPresetResolver = (chapter, scene, links) => (preset) =>
  writeAddress({ chapter, scene, link: links(preset).slice(1) });

/** @param {StoryOptions} options */
function noticeTemplate({ settingsNotice, onUndo }) {
  return html`
    <p class="shows" role="status">
      ${settingsNotice}
      ${onUndo ? html`<button type="button" class="undo" @click=${onUndo}>${translate('Back to the earlier settings')}</button>` : null}
    </p>
  `;
}

/**
 * The sentence that leads to the next chapter, in the last scene, or ends the tour; after the reply to the scene's question.
 * @param {StoryOptions} options
 */
function bridgeTemplate({ all, chapter, scene, isLessonActive, prediction }) {
  if (chapter.scenes[scene]?.question && !isLessonActive && !prediction.outcome) return null;
  const following = chapter.scenes.slice(scene + 1);
  const isLastStop =
    getVisit().has('tour') && chapter === all.at(-1) && !following.some(({ isOnTour }) => isOnTour);
  return following.length === 0 || isLastStop
    ? html`<p class="bridge">${renderLine(translate(chapter.bridge), (address) => address)}</p>`
    : null;
}

/** Links to all scenes of the chapter, and to the previous and next scene of the lab. @param {StoryOptions} options */
function navigationTemplate({ all, chapter, scene, isTextHidden, onPath }) {
  const places = all.flatMap(({ scenes, shortTitle }) =>
    scenes.map((own, i) => ({ ...own, shortTitle, scene: i + 1 })),
  );
  const isTour = getVisit().has('tour');
  const present = places.findIndex((one) => one.chapter === chapter.number && one.scene === scene + 1);
  const isOnPath = (/** @type {(typeof places)[number]} */ { isOnTour }) => !isTour || isOnTour;
  const previous = places.slice(0, present).findLast(isOnPath);
  const next = places.slice(present + 1).find(isOnPath);
  const tour = places.filter((one) => one.isOnTour);
  const stop = isTour ? tour.indexOf(/** @type {(typeof places)[number]} */ (places[present])) : -1;
  const count = stop < 0 ? `${scene + 1}/${chapter.scenes.length}` : `${stop + 1}/${tour.length}`;
  /** @param {(typeof places)[number] | undefined} place @returns {string} */
  const getAddress = (place) =>
    writeAddress(place ? { chapter: place.chapter, scene: place.scene } : { start: true });
  return html`
    <nav class="way" aria-label=${translate('Scenes')}>
      <a class="home-link" href=${getAddress(undefined)}>${translate('Start page')}</a>
      <ol class="dots" data-count=${count}>
        ${chapter.scenes.map(({ title, experiment, isOnTour }, i) => {
          // A title may give the answer away.
          const name = isTextHidden
            ? translate('Scene {n} of {count}', { n: i + 1, count: chapter.scenes.length })
            : translate('Scene {n}: {title}', { n: i + 1, title: translate(title) });
          return html`
            <li ?data-part=${i > 0 && chapter.scenes[i - 1]?.experiment !== experiment} ?data-tour=${isOnTour}>
              <a href=${writeAddress({ chapter: chapter.number, scene: i + 1 })} title=${isTextHidden ? nothing : translate(title)}
                aria-current=${i === scene ? 'step' : nothing}><span class="visually-hidden">${name}${isOnTour ? ` (${translate('Tour')})` : ''}</span></a>
            </li>
          `;
        })}
      </ol>
      <button type="button" class="tour" aria-pressed=${isTour} title=${translate('Only the scenes with a filled dot')} @click=${onPath}>
        ${translate('Tour')}<span>, ${stop < 0 ? `${sumMinutes(tour)} min` : count}</span>
      </button>
      <a class="back" href=${getAddress(previous)}>‹&nbsp;${translate('back')}</a>
      <a class="next" href=${getAddress(next)}>
        ${next ? (next.chapter === chapter.number ? translate('next') : `${next.chapter} ${translate(next.shortTitle)}`) : translate('Start page')}&nbsp;›
      </a>
    </nav>
  `;
}

/** Article and paper that an experiment is based on. @param {string} experiment */
export function sourcesTemplate(experiment) {
  const schema = findInstrumentSchema(experiment);
  const sources = [translate(schema?.article ?? ''), schema?.paper].filter(Boolean);
  return sources.length > 0
    ? html`<p class="sources">${translate('Based on: {sources}', { sources: sources.join('; ') })}</p>`
    : null;
}
