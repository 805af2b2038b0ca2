/**
 * A view that trains or evaluates models itself, in one job that the reader starts and can cancel.
 * @module
 */

import { createJob } from './job.js';
import { createTemplateView } from './view.js';

/** @import { TemplateViewOptions } from './view.js' */
/** @typedef {Parameters<typeof createJob>[0]['run']} Run */

/**
 * @param {object} options
 * @param {TemplateViewOptions['attributes']} options.attributes
 * @param {string} options.action label of the button that starts the job
 * @param {Run} options.run the work; the job is ended when the view is closed
 * @param {(job: HTMLElement) => unknown} options.template `job`: button, progress and errors
 * @param {() => string} [options.summary]
 */
export function createStudyView({ attributes, action, run, template, summary = () => '' }) {
  const job = createJob({ label: action, run });
  const view = createTemplateView({
    attributes,
    wide: true,
    template: () => template(job.element),
    summary,
    onClosed: job.dispose,
    dispose: job.dispose,
  });
  return { ...view, setAction: job.setLabel };
}
