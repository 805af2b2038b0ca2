/**
 * Everything in one file: the public interface, the class and its registration. The build embeds worker and module.
 */
import './define.js';

export * from '../index.js';
export { AttentoScope } from './attento-scope.js';
