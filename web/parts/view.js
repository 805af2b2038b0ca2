/** The life cycle of a view: its templates are rendered whenever its state has changed. */

import { noChange, render } from 'lit';
import { redrawCanvases } from './canvas-painter.js';
import { throttle } from './throttle.js';

/** @import { View } from '../engine/view-types.js' */

const kSlowIntervalMs = 400;

/**
 * Marks parts of a template that need not follow every frame, such as tables and labels for screen readers: while the
 * model learns they are drawn at most every 400 ms, otherwise like the rest.
 * @typedef {(part: () => unknown) => unknown} ThrottledPart
 */

/** Returns the current content of an element. @typedef {(throttled: ThrottledPart) => unknown} Template */

/**
 * A panel with a template, or a view of its own, which ends with the view.
 * @typedef {{ name: string, label: string } & ({ attributes: Readonly<Record<string, string>>, template: Template } | { view: View })} PanelOptions
 */

/**
 * @typedef {object} TemplateViewOptions
 * @property {Readonly<Record<string, string>>} attributes of the view's section, such as `class` and `aria-label`
 * @property {Template} template
 * @property {Template} [readout] shown beside the map
 * @property {readonly PanelOptions[]} [panels] further panels, each of which can replace the map
 * @property {number} [frameIntervalMs] minimum time between two drawn frames; by default every frame is drawn, except its
 *   throttled parts
 * @property {readonly ({ dispose: () => void } | null | undefined)[]} [disposables] parts of the view that end with it
 */

/**
 * @param {TemplateViewOptions & Partial<Omit<View, 'panels' | 'readout'>>} options further members of the view; they replace
 *   those that are created here
 */
export function createTemplateView({
  attributes,
  template,
  readout,
  panels = [],
  frameIntervalMs = 0,
  disposables = [],
  ...members
}) {
  /** @type {Map<HTMLElement, Template>} */
  const templates = new Map();
  /** @type {import('lit').RootPart[]} */
  let roots = [];
  let version = 0;

  /** @param {Template} content @param {Readonly<Record<string, string>>} rootAttributes @param {string} [tag] */
  function createRoot(content, rootAttributes, tag = 'section') {
    const root = document.createElement(tag);
    for (const [name, value] of Object.entries(rootAttributes)) root.setAttribute(name, value);
    templates.set(root, content);
    return root;
  }

  /** @param {ThrottledPart} throttled */
  function drawRoots(throttled) {
    roots = [...templates].map(([root, content]) => render(content(throttled), root));
  }

  /** Draws the view after its state has changed. */
  function draw() {
    version++;
    drawRoots((part) => part());
  }

  const drawSlowly = throttle(draw, frameIntervalMs || kSlowIntervalMs);
  const view = {
    element: createRoot(template, attributes),
    ...(readout && { readout: createRoot(readout, { class: 'reading' }, 'div') }),
    panels: panels.map((panel) => ({
      name: panel.name,
      label: panel.label,
      element: 'view' in panel ? panel.view.element : createRoot(panel.template, panel.attributes),
    })),
    draw,
    /** Draws the view for a new frame. */
    drawFrame() {
      const before = version;
      drawSlowly.call();
      if (version === before && frameIntervalMs === 0) drawRoots(() => noChange);
    },
    update: () => undefined,
    summary: () => '',
    repaint() {
      for (const root of templates.keys()) redrawCanvases(root);
      for (const panel of panels) if ('view' in panel) panel.view.repaint();
    },
    ...members,
    dispose() {
      drawSlowly.cancel();
      for (const root of roots) root.setConnected(false);
      for (const part of disposables) part?.dispose();
      for (const panel of panels) if ('view' in panel) panel.view.dispose();
    },
  };
  draw();
  return view;
}
