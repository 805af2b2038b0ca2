/** A view that trains or evaluates models itself, in one job that the reader starts and can cancel. */

import { createJob } from './job.js';
import { createTemplateView } from './view.js';

/** @import { TemplateViewOptions } from './view.js' */
/** @typedef {Parameters<typeof createJob>[0]['run']} Run */

/**
 * @param {object} options
 * @param {TemplateViewOptions['attributes']} options.attributes
 * @param {string} options.action label of the button that starts the job
 * @param {() => boolean} [options.isReady] whether the job can be started
 * @param {Run} options.run the work; it is cancelled when the view is closed
 * @param {(job: HTMLElement) => unknown} options.template `job`: button, progress and errors
 * @param {() => string} [options.summary]
 * @param {TemplateViewOptions['disposables']} [options.disposables]
 */
export function createStudyView({
  action,
  isReady = () => true,
  run,
  template,
  disposables = [],
  ...others
}) {
  const job = createJob({ label: action, run });
  return createTemplateView({
    ...others,
    wide: true,
    template() {
      job.setLabel(action, isReady());
      return template(job.element);
    },
    onClosed: job.dispose,
    disposables: [job, ...disposables],
  });
}
