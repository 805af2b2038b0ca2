/** The parts of Puppeteer's page and element interfaces that the tests use, implemented with WebDriver. */
import { Key, Origin } from 'selenium-webdriver';

/** @import { WebDriver, WebElement } from 'selenium-webdriver' */

/** A script for the page: an expression, or a function of values. @typedef {string | ((...values: any[]) => unknown)} Script */

/** @param {string} key as in KeyboardEvent.key, for example ArrowDown @returns {string} WebDriver's character for it */
function getKeyCharacter(key) {
  if (key.length === 1) return key;
  const found = Object.entries(Key).find(([name]) => name.replace('_', '') === key.toUpperCase());
  if (!found) throw new Error(`no key ${key}`);
  return String(found[1]);
}

/** A page, or a frame in it. */
export class Page {
  #tabs;
  #path;

  /**
   * @param {import('./webkit.js').Tabs} tabs
   * @param {string} handle
   * @param {string[]} problems
   * @param {readonly string[]} [path] selectors of the enclosing frames
   */
  constructor(tabs, handle, problems, path = []) {
    this.#tabs = tabs;
    this.#path = path;
    this.handle = handle;
    this.problems = problems;
    this.closed = false;
    this.keyboard = {
      /** @param {string} key as in KeyboardEvent.key */
      press: (key) => this.#act((driver) => driver.actions().sendKeys(getKeyCharacter(key)).perform()),
      /** @param {string} text */
      type: (text) => this.#act((driver) => driver.actions().sendKeys(text).perform()),
    };
  }

  /** @param {string} url */
  async goto(url) {
    await this.#tabs.use(this, (driver) => driver.get(url));
    // The driver returns before the modules of a page in a new window have run.
    await this.evaluate(waitForLoad);
  }

  /** The first frame; the conditions of Puppeteer's method are ignored. */
  async waitForFrame() {
    return new Page(this.#tabs, this.handle, this.problems, [...this.#path, 'iframe']);
  }

  /** @param {Script} script @param {unknown[]} values @returns {Promise<any>} its result, as JSON */
  evaluate(script, ...values) {
    const called = typeof script === 'string' ? `() => (${script})` : script;
    return this.#act((driver) => run(driver, called, values));
  }

  /** @param {string} selector where ` >>> ` leads into every shadow root below @returns {Promise<Handle[]>} */
  async $$(selector) {
    const found = await this.evaluate(findAll, selector);
    return /** @type {WebElement[]} */ (found).map((element) => new Handle(this, element));
  }

  /** @param {string} selector @param {Script} script of the elements @param {unknown[]} values */
  $$eval(selector, script, ...values) {
    const called = `(selector, ...values) => (${script})((${findAll})(selector), ...values)`;
    return this.#act((driver) => run(driver, called, [selector, ...values]));
  }

  /** @param {string} selector @param {Script} script of the first of them @param {unknown[]} values */
  $eval(selector, script, ...values) {
    return this.$$eval(selector, `([element], ...values) => (${script})(element, ...values)`, ...values);
  }

  /** A trusted click in the middle of the visible part of an element. @param {WebElement} element */
  async press(element) {
    await this.#act(async (driver) => {
      const { x, y } = await run(driver, computeMiddle, [element]);
      // The driver takes page coordinates, also for elements in frames.
      await driver.switchTo().defaultContent();
      let origin = { x: 0, y: 0 };
      for (const selector of this.#path) {
        const corner = await run(driver, computeCorner, [selector]);
        origin = { x: origin.x + corner.x, y: origin.y + corner.y };
        await driver.switchTo().frame(await driver.findElement({ css: selector }));
      }
      const at = {
        x: Math.round(origin.x + x),
        y: Math.round(origin.y + y),
        origin: Origin.VIEWPORT,
        duration: 0,
      };
      await driver.actions({ async: true }).move(at).press().release().perform();
    });
  }

  async close() {
    await this.#tabs.close(this);
  }

  /** @template T @param {(driver: WebDriver) => Promise<T>} act @returns {Promise<T>} */
  #act(act) {
    return this.#tabs.use(this, async (driver) => {
      await driver.switchTo().defaultContent();
      for (const selector of this.#path)
        await driver.switchTo().frame(await driver.findElement({ css: selector }));
      return act(driver);
    });
  }
}

/** An element of a page. */
class Handle {
  #page;
  #element;

  /** @param {Page} page @param {WebElement} element */
  constructor(page, element) {
    this.#page = page;
    this.#element = element;
  }

  /** @param {Script} script of the element @param {unknown[]} values */
  evaluate(script, ...values) {
    return this.#page.evaluate(script, this.#element, ...values);
  }

  click() {
    return this.#page.press(this.#element);
  }
}

/**
 * @param {WebDriver} driver
 * @param {Script} script
 * @param {unknown[]} values
 * @returns {Promise<any>}
 */
async function run(driver, script, values) {
  const { value, error } = await driver.executeAsyncScript(
    `const values = [...arguments];
    const done = values.pop();
    (async () => (${script})(...values))().then(
      (value) => done({ value }),
      (error) => done({ error: String(error?.stack ? error + '\\n' + error.stack : error) }));`,
    ...values,
  );
  if (error) throw new Error(error);
  return value ?? undefined;
}

// The following functions run in the page.

/** @returns {Promise<unknown>} */
function waitForLoad() {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(undefined)));
}

/** @param {string} selector @returns {Element[]} */
function findAll(selector) {
  /** @type {ParentNode[]} */
  let roots = [document];
  const parts = selector.split(' >>> ');
  for (const [i, part] of parts.entries()) {
    const found = new Set(roots.flatMap((root) => [...root.querySelectorAll(part)]));
    if (i === parts.length - 1) return [...found];
    roots = [...found].flatMap(shadowsBelow);
  }
  /** @param {ParentNode} node @returns {ShadowRoot[]} */
  function shadowsBelow(node) {
    const own = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
    const inside = [...own, node].flatMap((root) => [...root.querySelectorAll('*')]);
    return [...own, ...inside.flatMap((each) => (each.shadowRoot ? shadowsBelow(each) : []))];
  }
  return [];
}

/** @param {Element} element */
function computeMiddle(element) {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const middle = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ end) =>
    (Math.max(0, from) + Math.min(end, to)) / 2;
  return { x: middle(left, right, innerWidth), y: middle(top, bottom, innerHeight) };
}

/** @param {string} selector of a frame */
function computeCorner(selector) {
  const frame = /** @type {Element} */ (document.querySelector(selector));
  const { left, top } = frame.getBoundingClientRect();
  return { x: left + frame.clientLeft, y: top + frame.clientTop };
}
