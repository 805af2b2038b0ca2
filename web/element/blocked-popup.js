import { translate } from '../language/translate.js';

/** @returns {string} why a link does not open, fetched only then */
export const describeBlockedPopup = () =>
  translate('The page around this frame does not let it open other pages: its sandbox lacks allow-popups.');
