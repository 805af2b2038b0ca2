// Written by `npm run posters`.
/** @type {Record<string, import('../../engine/view-types.js').Poster>} */
export const posters = {
  "default": {"step":40000,"seed":7,"shape":[5,8],"weights":"AA/AAAAAAAAAAAA/AAA/AAAAAAAAA/AAA/AAAAAA","truth":"AA/AAAAAAAAAAAA/AAA/AAAAAAAAA/AAA/AAAAAA","rowLabels":["context 0","context 1","context 2","context 3","context 4"],"columnLabels":["0","1","2","3","4","5","6","7"]},
};
