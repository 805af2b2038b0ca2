/**
 * The permalink, copied or shown to be copied by hand.
 * @module
 */

import { html } from 'lit';
import { say } from '../language/say.js';

/**
 * Only where the page has said where links lead: `permalink` to itself, `link-base` elsewhere.
 * @param {HTMLElement} element
 * @param {() => string} linkOf the present fragment, without `#`
 * @param {string} [what] leads there
 */
export function shareTemplate(element, linkOf, what = say('this run')) {
  if (!element.hasAttribute('permalink') && !element.hasAttribute('link-base')) return null;
  const share = () => {
    const base = new URL(element.getAttribute('link-base') ?? location.href, document.baseURI);
    return shareLink(new URL(`#${linkOf()}`, base).href);
  };
  /** @param {Event} event */
  const onClick = async (event) => {
    const box = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('.share'));
    const field = /** @type {HTMLInputElement} */ (box.querySelector('input'));
    const told = /** @type {HTMLElement} */ (box.querySelector('.share-told'));
    const { copied, link } = await share();
    field.value = link;
    field.hidden = copied;
    told.textContent = copied ? say('Copied.') : say('Copy it from here:');
    if (!copied) field.select();
  };
  return html`
    <div class="share">
      <button class="button" type="button" @click=${onClick}>${say('Copy link to {what}', { what })}</button>
      <span class="share-told" role="status"></span>
      <input type="text" readonly hidden aria-label=${say('Link to {what}', { what })} @focus=${selectAll} />
    </div>
  `;
}

/** @param {Event} event */
function selectAll(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}

/**
 * @param {string} link
 * @returns {Promise<{ copied: boolean, link: string }>} not copied where the browser or the frame forbids it
 */
async function shareLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    return { copied: true, link };
  } catch {
    return { copied: false, link };
  }
}
