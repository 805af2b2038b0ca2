/** Helpers to read and navigate the story beside the instrument. */

/** @import { Page } from 'puppeteer-core' */

/** The current state of the story. @param {Page} page */
export const readStory = (page) =>
  page.evaluate(() => {
    const text = (/** @type {string} */ selector) =>
      document.querySelector(selector)?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
    return {
      chapter: text('.story h1'),
      scene: text('.scene-count'),
      notice: text('.address-notice'),
      shows: text('.shows'),
      hash: location.hash,
    };
  });

/** @param {Page} page @param {string} hash */
export const openHash = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
