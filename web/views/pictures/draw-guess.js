/**
 * Where the reader expects the read window to be, painted on the picture before the model has learned it; then beside where it
 * really was, all steps together.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatPercent, formatShare, messageOf } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';
import { Pad } from './draw-pad.js';
import { createPicture, kPixels } from './draw-picture.js';
import { inkOf, overlapOf, partOf } from './draw-text.js';

/** @import { Comparison, Drawn, ViewOptions } from '../../engine/shapes.js' */

const kRefreshMs = 300;
const kPen = 1.5;

export class Guess {
  #of;
  #final;
  #onCommit;
  /** @type {Drawn} */
  #own;
  /** @type {readonly number[] | null} */
  #picture = null;
  #steps = 0;
  #step = 0;
  #gone = false;
  #pad;
  #model = createPicture({ class: 'draw-read' });
  #told = h('p', { class: 'panel-told', role: 'status' });
  #results = h('div', {});
  #refresh = throttle(() => this.#judge(), kRefreshMs);
  #commit = this.#button(say('That is my prediction'), () => this.#seal(true));
  #clear = this.#button(say('Clear'), () => this.#pad.fill(() => 0));
  #again = this.#button(say('Draw anew'), () => this.#seal(false));
  #hint = h(
    'p',
    { class: 'panel-note' },
    say(
      'Paint on the picture where you expect the network to look, over all steps together: with finger or mouse, or with the arrow keys and Shift.',
    ),
  );
  #compared = h(
    'figure',
    { class: 'drawing-map' },
    h('figcaption', {}, say('The model’s')),
    this.#model.canvas,
  );

  /**
   * @param {object} options
   * @param {Pick<ViewOptions, 'maps' | 'axes' | 'parameters' | 'attentionOf' | 'score' | 'memory'>} options.of
   * @param {boolean} options.final what is committed cannot be painted anew
   * @param {(committed: boolean) => void} options.onCommit
   */
  constructor({ of, final, onCommit }) {
    this.#of = of;
    this.#final = final;
    this.#onCommit = onCommit;
    const memory = of.memory ?? {};
    memory.drawing ??= {
      marks: new Float32Array(kPixels),
      committed: false,
      request: { map: of.maps[0]?.name ?? '' },
    };
    this.#own = memory.drawing;
    this.#pad = new Pad({
      label: say(
        'Where it will look. The arrow keys move the brush, with Shift they paint; Enter paints, Backspace takes away.',
      ),
      ink: this.#own.marks,
      pen: kPen,
      under: () => this.#picture,
      onDraw: () => this.#write(),
    });
    this.element = h(
      'section',
      { class: 'panel drawing', 'aria-label': say('Your prediction') },
      this.#hint,
      h(
        'div',
        { class: 'drawing-maps' },
        h('figure', { class: 'drawing-map' }, h('figcaption', {}, say('Yours')), this.#pad.element),
        this.#compared,
      ),
      this.#results,
      h('div', { class: 'panel-row' }, this.#commit, this.#clear, this.#again, this.#told),
    );
    this.#open();
  }

  /** @param {string} text @param {() => void} act */
  #button(text, act) {
    return h('button', { type: 'button', class: 'button', onclick: act }, text);
  }

  /** Asks for the picture that is watched, which is the truth of its map. */
  async #open() {
    this.#write();
    try {
      const { truth = new Float32Array(), rowLabels } = await this.#of.attentionOf(this.#own.request);
      if (this.#gone) return;
      this.#picture = partOf(truth, 0);
      this.#steps = rowLabels.length;
      this.#pad.show();
      if (this.#own.committed) this.#judge();
    } catch (error) {
      this.#told.textContent = messageOf(error);
    }
  }

  /** @param {boolean} committed */
  #seal(committed) {
    this.#own.committed = committed;
    this.#write();
    if (committed) this.#judge();
    this.#onCommit(committed);
  }

  #write() {
    const { committed, marks } = this.#own;
    this.element.toggleAttribute('data-committed', committed);
    for (const node of [this.#compared, this.#results, this.#again]) node.hidden = !committed;
    for (const node of [this.#hint, this.#commit, this.#clear]) node.hidden = committed;
    if (this.#final) this.#again.hidden = true;
    this.#pad.element.inert = committed;
    this.#commit.disabled = inkOf(marks) === 0;
    this.#told.textContent = '';
  }

  /** Has the core judge both: each step is given the same painted map. */
  async #judge() {
    if (this.#gone || this.#steps === 0) return;
    const weights = new Float32Array(this.#steps * kPixels);
    for (let t = 0; t < this.#steps; t++) weights.set(this.#own.marks, t * kPixels);
    try {
      const comparison = await this.#of.score({ ...this.#own.request, weights });
      if (!this.#gone) this.#show(comparison);
    } catch (error) {
      this.#told.textContent = messageOf(error);
    }
  }

  /** @param {Comparison} comparison */
  #show({ drawn, learned }) {
    const mine = partOf(drawn.weights, 0);
    const its = new Array(kPixels).fill(0);
    learned.weights.forEach((weight, i) => {
      its[i % kPixels] += weight / this.#steps;
    });
    const most = Math.max(...its);
    this.#model.show({ values: this.#picture ?? its, over: its.map((weight) => weight / most) });
    /** @param {string} label @param {...string} numbers */
    const row = (label, ...numbers) =>
      h('tr', {}, h('th', { scope: 'row' }, label), ...numbers.map((number) => h('td', {}, number)));
    this.#results.replaceChildren(
      h(
        'table',
        { class: 'panel-table' },
        h('caption', {}, say('after step {step}', { step: formatCount(this.#step) })),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td'),
            ...[say('you'), say('the model')].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          row(
            say('weight on the truth'),
            ...[drawn, learned].map(({ massOnTruth }) => formatShare(massOnTruth)),
          ),
          row(say('of its weight where you painted'), '', formatPercent(overlapOf(mine, its))),
        ),
      ),
    );
  }

  /** @param {number} step of the run */
  update(step) {
    if (step === this.#step) return;
    this.#step = step;
    if (this.#own.committed) this.#refresh.call();
  }

  repaint() {
    this.#pad.repaint();
    this.#model.repaint();
  }

  dispose() {
    this.#gone = true;
    this.#refresh.cancel();
    this.#pad.dispose();
    this.#model.dispose();
  }
}
