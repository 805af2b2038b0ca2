/** A part of the element with its own attributes, events and style hooks, which follows the life cycle of the element. */
export class Feature {
  /** @param {import('../attento-scope.js').AttentoScope} host */
  constructor(host) {
    this.host = host;
    host.addController(/** @type {import('lit').ReactiveController} */ (this));
  }
}
