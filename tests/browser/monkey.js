/**
 * A monkey tester: random clicks, keys, wheel events, drags, hostile texts and window sizes from a seed.
 *
 * The targets depend on what the page shows at that moment, so a seed repeats the random numbers, not the exact actions.
 */

/** @import { Page } from 'puppeteer-core' */
/** @typedef {import('puppeteer-core').ElementHandle<HTMLElement>} Handle */

/** Unexpected texts, and some valid ones. */
const texts = [
  '<img src=x onerror="globalThis.struck=true">',
  '"><script>globalThis.struck=true</script>',
  "';alert(1);//",
  '\u202edrow kcab\u202c \u200f \u2066',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0301\u0301',
  '\ud800 alone',
  'a'.repeat(10_000),
  ' ',
  '',
  '0',
  '-1',
  '3',
  '7.5',
  '100000',
  '1e999',
  'NaN',
  '=1+1',
  'the european economic area',
  'it was not good',
];
const keys = [
  ...[' ', 'Enter', 'Tab', 'Tab', 'Escape', 'Home', 'End', 'PageDown', 'Backspace', 'Delete'],
  ...['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'r', '?', 's', '5', '.'],
];
const widths = [320, 390, 768, 1280, 1920];

/**
 * A random generator of numbers in [0, 1) from a seed (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Performs random actions on a page.
 * @param {Page} page
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.count number of actions
 * @param {string} options.home the fragment to which it returns from other pages
 * @param {readonly string[]} options.elsewhere other fragments
 * @returns {Promise<{ done: string[], failure: unknown }>} its actions, and an error that ended them
 */
export async function runMonkey(page, { seed, count, home, elsewhere }) {
  const random = createRandom(seed);
  /** @template T @param {readonly T[]} list @returns {T} */
  const one = (list) => list[Math.floor(random() * list.length)];
  /** @type {string[]} */
  const done = [];

  /** Actions, each repeated in proportion to its probability. @type {(() => Promise<string>)[]} */
  const actions = [
    ...Array(80).fill(() => actOnControl(page, random)),
    ...Array(20).fill(() => actOnMap(page, random)),
    ...Array(13).fill(async () => `key ${await press(page, one(keys))}`),
    ...Array(7).fill(() => wheel(page, random)),
    ...Array(2).fill(() => resize(page, one(widths), 500 + Math.floor(random() * 800))),
    () => visit(page, [one(elsewhere), home]),
  ];
  try {
    while (done.length < count) {
      done.push(await one(actions)());
    }
    await visit(page, [home]);
    await resize(page, 1280, 800);
  } catch (failure) {
    return { done, failure };
  }
  return { done, failure: null };
}

/**
 * Returns one of the visible elements that match in all shadow roots, chosen by a number from 0 to 1.
 * @param {Page} page
 * @param {string} selector
 * @param {number} share
 * @returns {Promise<{ handle: Handle, kind: string, label: string } | null>}
 */
async function findTarget(page, selector, share) {
  const found = await page.evaluateHandle(
    (selector, share) => {
      /** @param {ParentNode} root @returns {HTMLElement[]} */
      const all = (root) =>
        [...root.querySelectorAll('*')].flatMap((node) => [
          /** @type {HTMLElement} */ (node),
          ...(node.shadowRoot ? all(node.shadowRoot) : []),
        ]);
      const visible = all(document).filter((node) => {
        if (!node.matches(selector) || node.matches(':disabled, [type=file], [aria-disabled=true]'))
          return false;
        // Not links that leave this page or chapter.
        const href = node.getAttribute('href');
        if (href !== null && (!href.startsWith('#') || node.closest('nav'))) return false;
        return node.checkVisibility?.({ visibilityProperty: true }) ?? true;
      });
      const chosen = visible[Math.floor(share * visible.length)] ?? null;
      chosen?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return chosen;
    },
    selector,
    share,
  );
  const handle = /** @type {Handle | null} */ (found.asElement());
  if (!handle) return null;
  const [kind, label] = await handle.evaluate((node) => [
    node instanceof HTMLInputElement ? node.type : node.localName,
    `${node.id || node.className} ${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40)}`,
  ]);
  return { handle, kind, label };
}

/** @param {Page} page @param {() => number} roll @returns {Promise<string>} */
async function actOnControl(page, roll) {
  const controls = 'button, a[href], input, select, textarea, summary, [role=gridcell], [tabindex="0"]';
  const target = await findTarget(page, controls, roll());
  const [choice, more] = [roll(), roll()];
  if (!target) return 'no control to operate';
  const { handle, kind, label } = target;
  const name = `${kind} ${label}`.replace(/\s+/g, ' ');
  switch (kind) {
    case 'text':
    case 'number':
    case 'search':
    case 'textarea': {
      const text = texts[Math.floor(choice * texts.length)];
      await handle.evaluate((node) => node.focus());
      await page.evaluate((text) => {
        document.execCommand('selectAll');
        document.execCommand('insertText', false, text);
      }, text);
      const key = more < 0.7 ? 'Enter' : 'Tab';
      await press(page, key);
      return `type ${JSON.stringify(text.slice(0, 30))} ${key} into ${name}`;
    }
    case 'select':
    case 'select-one':
    case 'range': {
      await handle.evaluate((node) => node.focus());
      const key = ['Home', 'End', 'ArrowUp', 'ArrowDown'][Math.floor(choice * 4)];
      return `key ${await press(page, key)} on ${name}`;
    }
    default: {
      const point = await findPoint(handle, choice, more);
      if (!point) return `gone: ${name}`;
      await page.mouse.click(...point);
      return `click ${name}`;
    }
  }
}

/** Drags, hovers or double-clicks somewhere on a picture. @param {Page} page @param {() => number} roll */
async function actOnMap(page, roll) {
  const target = await findTarget(page, 'canvas, svg, [role=grid], [role=img], [role=slider]', roll());
  const [choice, ...places] = [roll(), roll(), roll(), roll(), roll()];
  if (!target) return 'no map';
  const from = await findPoint(target.handle, places[0], places[1]);
  const to = await findPoint(target.handle, places[2], places[3]);
  const name = `${target.kind} ${target.label}`.replace(/\s+/g, ' ');
  if (!from || !to) return `gone: ${name}`;
  await page.mouse.move(...from);
  if (choice < 0.3) return `hover ${name}`;
  if (choice < 0.5) {
    await page.mouse.click(...from, { count: 2 });
    return `double click ${name}`;
  }
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
  return `drag ${name}`;
}

/** @param {Page} page @param {() => number} roll */
async function wheel(page, roll) {
  const deltaY = Math.round((roll() - 0.5) * 2000);
  await page.mouse.wheel({ deltaY });
  return `wheel ${deltaY}`;
}

/** @param {Page} page @param {string} key */
async function press(page, key) {
  await page.keyboard.press(/** @type {import('puppeteer-core').KeyInput} */ (key));
  return key;
}

/** @param {Page} page @param {number} width @param {number} height */
async function resize(page, width, height) {
  // In Firefox the mouse position must be inside the new window for the next move.
  await page.mouse.move(0, 0);
  await page.setViewport({ width, height });
  return `window of ${width} × ${height}`;
}

/** @param {Page} page @param {readonly string[]} fragments opened one after another without waiting */
async function visit(page, fragments) {
  for (const fragment of fragments)
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, fragment);
  return `to ${fragments.join(' and ')}`;
}

/**
 * Returns a point on an element, inside the window, or null if the element was removed.
 * @param {Handle} handle
 * @param {number} across from 0 to 1
 * @param {number} down
 * @returns {Promise<[number, number] | null>}
 */
function findPoint(handle, across, down) {
  return handle.evaluate(
    (node, across, down) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      if (!node.isConnected || width === 0 || height === 0) return null;
      const [x, y] = [left + (0.1 + 0.8 * across) * width, top + (0.1 + 0.8 * down) * height];
      // Neither outside the window nor on a scroll bar.
      const { clientWidth, clientHeight } = document.documentElement;
      return x >= 0 && y >= 0 && x < clientWidth && y < clientHeight
        ? /** @type {[number, number]} */ ([x, y])
        : null;
    },
    across,
    down,
  );
}
