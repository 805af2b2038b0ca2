/**
 * Paints the feature bars: a row of bars for the weights of the gate, with whiskers for their spread over examples, and a
 * muted row for the baseline. The truth is an outline; the two relevant features have a share of one half each.
 */

import { computeSlot, outlineSlot, paintSlot } from './context-bars-paint.js';

/** @import { Theme } from './theme.js' */
/** @import { Slot } from './context-bars-paint.js' */

/** Whiskers of bars narrower than this, in pixels, are plain lines. */
const kNarrowBarWidth = 12;

/**
 * @typedef {object} FeatureBars
 * @property {readonly ArrayLike<number>[]} rows shares of the features, the gate first, then the baseline
 * @property {ArrayLike<number>} low [features] lower ends of the whiskers: for most examples the weight is at least this
 * @property {ArrayLike<number>} high [features] upper ends
 * @property {ArrayLike<number>} truth [features] true shares
 * @property {ArrayLike<number> | null} example [features] weights of one example
 * @property {number | null} pointedFeature feature under the cursor
 */

/** Box of a row of bars on the canvas. @typedef {{ left: number, top: number, width: number, height: number }} Box */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Box[]} boxes one per row
 * @param {FeatureBars} picture
 * @param {Theme} theme
 * @param {number} size font size, in pixels
 */
export function paintFeatures(context, boxes, picture, theme, size) {
  const { rows, truth, pointedFeature } = picture;
  boxes.forEach((box, row) => {
    const shares = rows[row];
    if (!shares) return;
    paintScale(context, box, theme, size);
    const slots = Array.from(shares, (_, feature) =>
      computeFeatureSlot(box, shares.length, feature, theme.line),
    );
    slots.forEach((slot, feature) => {
      paintSlot(context, slot, shares[feature] ?? 0, false, theme, row > 0 ? theme.muted : undefined);
    });
    // Marks that extend beyond their slot are painted after all slots.
    slots.forEach((slot, feature) => {
      const share = truth[feature] ?? 0;
      if (share > 0) {
        const height = share * slot.height;
        outlineSlot(
          context,
          { ...slot, y: slot.y + slot.height - height, height },
          theme.ink,
          theme.line,
          [],
        );
      }
      if (row === 0) paintWhisker(context, slot, picture, feature, theme);
      if (pointedFeature === feature) outlineSlot(context, slot, theme.muted, 1, [4, 3]);
    });
  });
}

/** @param {Box} box @param {number} features @param {number} feature @param {number} line @returns {Slot} */
export function computeFeatureSlot(box, features, feature, line) {
  const slot = computeSlot(box.width, box.height, 1, features, 0, feature, line);
  return { ...slot, x: slot.x + box.left, y: slot.y + box.top };
}

/** @param {CanvasRenderingContext2D} context @param {Box} box @param {Theme} theme @param {number} size */
function paintScale(context, box, theme, size) {
  const { y, height } = computeFeatureSlot(box, 1, 0, theme.line);
  context.font = `${size}px ${theme.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = theme.muted;
  for (const [share, text] of /** @type {const} */ ([
    [0, '0'],
    [0.5, '½'],
    [1, '1'],
  ]))
    context.fillText(text, box.left - size * 0.4, y + height * (1 - share));
}

/**
 * Paints the whisker of a feature, and the weight of the selected example.
 * @param {CanvasRenderingContext2D} context
 * @param {Slot} slot
 * @param {FeatureBars} picture
 * @param {number} feature
 * @param {Theme} theme
 */
function paintWhisker(context, slot, { low, high, example }, feature, theme) {
  /** @param {number} share */
  const y = (share) => slot.y + slot.height * (1 - Math.min(1, Math.max(0, share)));
  const middle = slot.x + slot.width / 2;
  const [from, to] = [low[feature] ?? 0, high[feature] ?? 0];
  if (to > 0.004) {
    // Ink with a halo of paper is visible on bar and background; a narrow bar has no room for halo and caps.
    const narrow = slot.width < kNarrowBarWidth;
    const width = Math.min(theme.line, slot.width / 3);
    const cap = narrow ? 0 : Math.min(slot.width * 0.3, 6);
    for (const [color, line] of /** @type {[string, number][]} */ ([
      [theme.paper, narrow ? 0 : width + 2],
      [theme.ink, width],
    ])) {
      if (line === 0) continue;
      context.strokeStyle = color;
      context.lineWidth = line;
      context.beginPath();
      context.moveTo(middle, y(from));
      context.lineTo(middle, y(to));
      for (const end of [from, to]) {
        context.moveTo(middle - cap, y(end));
        context.lineTo(middle + cap, y(end));
      }
      context.stroke();
    }
  }
  const weight = example?.[feature];
  if (weight === undefined || weight < 0.004) return;
  const reach = Math.min(slot.width / 2 + 1, 4 + 1.5 * theme.line);
  context.fillStyle = theme.paper;
  context.strokeStyle = theme.ink;
  context.lineWidth = theme.line * 0.75;
  context.beginPath();
  context.moveTo(middle, y(weight) - reach);
  context.lineTo(middle + reach, y(weight));
  context.lineTo(middle, y(weight) + reach);
  context.lineTo(middle - reach, y(weight));
  context.closePath();
  context.fill();
  context.stroke();
}
