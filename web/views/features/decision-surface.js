/**
 * The answers of each network over the two informative features, beside the truth: three small maps of the probability
 * that y is 1, with one cursor over all of them.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable, exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatFixed, formatPercent, formatShare } from '../../parts/format.js';
import {
  createLegendRamp,
  kDivergingGradient,
  legendMarkTemplate,
  legendTemplate,
} from '../../parts/legend.js';
import { createTemplateView } from '../../parts/view.js';
import { createSurfacePlot } from './decision-surface-plot.js';

/** Values of each feature that the table lists. */
const kTablePositions = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5];

export const styles = /* css */ `
.surface { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--attento-gap); }
.surface-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--attento-gap-large); margin: 0; color: var(--attento-muted); font-size: var(--attento-size-small); }
.surface-plot { container-type: inline-size; position: relative; touch-action: pan-y; cursor: crosshair; border-radius: var(--attento-radius); outline-offset: 3px; }
.surface-canvas { --size: max(11px, 0.8em); display: block; inline-size: 100%; block-size: calc((100cqi - (0.9 + 0.8 * var(--surfaces)) * var(--size)) / var(--surfaces) + 3.1 * var(--size)); }
.surface-value { margin: 0; min-block-size: 2.9em; font-size: var(--attento-size-small); color: var(--attento-muted); }
.surface .legend-ramp { inline-size: 5em; }
.legend-half { inline-size: 1.4em; block-size: 0; border-block-start: 2px solid var(--attento-ink); }
.legend-plus { inline-size: 1.1em; block-size: 1.1em; background: conic-gradient(var(--attento-paper) 0 0) 50% / 60% 2px no-repeat, conic-gradient(var(--attento-paper) 0 0) 50% / 2px 60% no-repeat, var(--attento-diverging-end); }
`;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Surfaces } from './decision-surface-canvas.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView({ maps, manifest, parameters }) {
  const informative = /** @type {readonly number[]} */ (parameters()['informativeFeatures'] ?? [0, 1]);
  const { surfaceEdge = 0 } = /** @type {{ surfaceEdge?: number }} */ (manifest.details);
  const surfaces = createSurfaces(maps, informative, surfaceEdge);
  const { across, up } = surfaces;
  const plot = createSurfacePlot(surfaces, () => view.draw());
  const view = createTemplateView({
    attributes: { class: 'surface', 'aria-label': translate('Decision surfaces') },
    template: (throttled) => html`
      <p class="surface-head"><span>${translate('probability of y = 1 over {across} and {up}, all others 0', { across, up })}</span></p>
      ${plot.template(throttled(() => summarizeSurfaces(surfaces)))}
      ${legendTemplate(
        createLegendRamp(kDivergingGradient),
        [legendMarkTemplate('half'), '½'],
        [legendMarkTemplate('plus'), 'y = 1'],
      )}
      ${plot.valueTemplate()}
      ${throttled(() => disclosureTable(translate('Answers as a table'), () => createTableText(surfaces)))}
    `,
    update({ tensors }) {
      updateSurfaces(surfaces, tensors);
      view.drawFrame();
    },
  });
  return view;
}

/** @param {ViewOptions['maps']} maps @param {readonly number[]} informative the two features that matter @param {number} edge @returns {Surfaces} */
function createSurfaces(maps, informative, edge) {
  const [across = '', up = ''] = informative.map((index) => `x${index}`);
  const named = [
    { name: translate('truth'), tensor: 'surface.truth' },
    ...maps.slice(0, 2).map(({ name, label }) => ({ name: label, tensor: `surface.${name}` })),
  ];
  return { maps: named.map((map) => ({ ...map, values: new Float32Array(0) })), cells: 0, edge, across, up };
}

/** @param {Surfaces} surfaces gets new values @param {Readonly<Record<string, Float32Array>>} tensors */
function updateSurfaces(surfaces, tensors) {
  for (const map of surfaces.maps) {
    map.values = tensors[map.tensor] ?? map.values;
    surfaces.cells = Math.round(Math.sqrt(map.values.length)) || surfaces.cells;
  }
}

/** @param {Surfaces} surfaces */
function createTableText({ maps, cells, edge, across, up }) {
  /** @param {number} x a feature @returns {number} its column, or its row counted from below */
  const index = (x) => Math.floor(((x + edge) * cells) / (2 * edge));
  return {
    caption: translate('probability of y = 1'),
    head: [across, up, ...maps.map(({ name }) => name)],
    rows: kTablePositions.flatMap((first) =>
      kTablePositions.map((second) => {
        const at = (cells - 1 - index(second)) * cells + index(first);
        return [
          ...[first, second].map((x) => exactNumberTemplate(x, (value) => formatFixed(value, 1))),
          ...maps.map(({ values }) => exactNumberTemplate(values[at] ?? Number.NaN, formatShare)),
        ];
      }),
    ),
  };
}

/** @param {Surfaces} surfaces @returns {string} */
function summarizeSurfaces({ maps: [truth, ...models], across, up }) {
  const sentences = models.map(({ name, values }) => {
    const right = values.filter((p, i) => p > 0.5 === (truth?.values[i] ?? 0) > 0.5).length;
    return translate('{name} predicts the right class in {share} of the map', {
      name,
      share: formatPercent(right / (values.length || Number.NaN)),
    });
  });
  return translate('Over {across} and {up}, {clusters}.', { across, up, clusters: sentences.join('; ') });
}
