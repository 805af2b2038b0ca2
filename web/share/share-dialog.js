/**
 * The dialog for sharing: shows the snippet for one destination at a time, in a field from which it can always be copied.
 */
import { html, render } from 'lit';
import { buildAddress } from '../instrument/attribute-names.js';
import { translate } from '../language/translate.js';
import { copyField } from '../parts/copy-field.js';
import { toElement } from '../parts/dom.js';
import { getDownloadHint } from '../save/download.js';
import { createSnippets } from './share-snippets.js';

/** @import { Snippet } from './share-snippets.js' */

/**
 * @typedef {object} ShareOptions
 * @property {HTMLElement} element the instrument
 * @property {string} title of the experiment
 * @property {() => string} getLink the present fragment, without `#`
 * @property {(kind: 'svg' | 'png') => void} [onPicture] saves the visible map; undefined if there is no map
 */

/**
 * The destinations, and the snippet for the chosen one.
 * @param {object} options
 * @param {readonly Snippet[]} options.snippets
 * @param {Snippet} options.selected
 * @param {string} options.copyStatus result of copying
 * @param {(snippet: Snippet) => void} options.show
 * @param {() => Promise<void>} options.copy
 * @param {ShareOptions['onPicture']} options.onPicture
 */
const snippetTemplate = ({ snippets, selected, copyStatus, show, copy, onPicture }) => html`
  <div class="share-row" role="group" aria-label=${translate('Where to')}>
    ${snippets.map(
      (one) => html`
        <button class="button preset" type="button" aria-pressed=${one === selected} @click=${() => show(one)}>
          ${one.label}
        </button>
      `,
    )}
  </div>
  <p class="field-help" id="share-where">${selected.where}</p>
  <textarea readonly rows="5" spellcheck="false" aria-label=${translate('Text to copy')} aria-describedby="share-where" .value=${selected.text}></textarea>
  <div class="share-row">
    ${
      selected.picture && onPicture
        ? html`<button class="button primary" type="button" autofocus @click=${() => copy().then(() => onPicture('png'))}>
            ${translate('Copy link and save picture')}
          </button>`
        : html`<button class="button primary" type="button" autofocus @click=${copy}>${translate('Copy text')}</button>`
    }
    <span class="share-status" role="status">${copyStatus}</span>
  </div>
`;

/** @param {NonNullable<ShareOptions['onPicture']>} onPicture */
const pictureTemplate = (onPicture) => html`
  <div class="share-row">
    ${
      /** @type {const} */ (['png', 'svg']).map(
        (kind) =>
          html`<button class="button" type="button" @click=${() => onPicture(kind)}>${translate('Picture as {format}', { format: kind.toUpperCase() })}</button>`,
      )
    }
    ${getDownloadHint() ? html`<p class="field-help">${getDownloadHint()}</p>` : null}
  </div>
`;

/** @param {ShareOptions} sharing */
export function openShareDialog({ element, title, getLink, onPicture }) {
  const fragment = getLink();
  const snippets = createSnippets({
    title,
    fragment,
    link: createShareLink(element, fragment),
    base: readBase(element),
  });
  let [selected] = snippets;
  let copyStatus = '';
  /** A click on the backdrop has the dialog itself as its target. @param {Event} event */
  const closeFromBackdrop = ({ target }) => target === dialog && dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    toElement(html`
      <dialog class="share-dialog" aria-labelledby="share-title" @close=${() => dialog.remove()} @click=${closeFromBackdrop}></dialog>
    `)
  );
  const renderDialog = () => render(template(), dialog);

  async function copy() {
    copyStatus = await copyField(/** @type {HTMLTextAreaElement} */ (dialog.querySelector('textarea')));
    renderDialog();
  }

  const template = () => html`
    <form method="dialog" class="share-head">
      <h2 id="share-title">${translate('Share')}</h2>
      <button class="button" aria-label=${translate('Close')}>✕</button>
    </form>
    ${
      selected
        ? snippetTemplate({ snippets, selected, copyStatus, show, copy, onPicture })
        : html`<p class="field-help">${translate('This page can be neither linked to nor embedded.')}</p>`
    }
    ${onPicture ? pictureTemplate(onPicture) : null}
  `;

  /** @param {Snippet} snippet */
  function show(snippet) {
    selected = snippet;
    copyStatus = '';
    renderDialog();
  }

  renderDialog();
  element.shadowRoot?.append(dialog);
  dialog.showModal();
}

/**
 * The link to share, if the page allows one: `permalink` to the page itself, `link-base` to another address. The query of
 * the page's address may be private to the reader, so it is left out.
 * @param {HTMLElement} element
 * @param {string} fragment
 * @returns {string | null}
 */
function createShareLink(element, fragment) {
  const here = Object.assign(new URL(location.href), { search: '', username: '', password: '' });
  const base = element.getAttribute('link-base') ?? (element.hasAttribute('permalink') ? here.href : null);
  return buildAddress(base, fragment);
}

/**
 * The folder of the published files, from the tag's attribute or from the address of the script.
 * @param {HTMLElement} element
 * @returns {string | null} null if the files are bundled into another build and have no public address
 */
function readBase(element) {
  const { published } = /** @type {typeof HTMLElement & { published: string | null }} */ (
    element.constructor
  );
  const baseUrl = element.getAttribute('base') ?? published;
  if (baseUrl === null || !URL.canParse(baseUrl, document.baseURI)) return null;
  const { protocol, href } = new URL(baseUrl.replace(/\/?$/, '/'), document.baseURI);
  return /^https?:$/.test(protocol) ? href : null;
}
