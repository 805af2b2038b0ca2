/** Base class of instruments that train nothing: implements the members that the element uses. */
export class StaticInstrument {
  scope = null;
  own = null;
  run = async () => undefined;
  pause = this.run;
  /** @type {() => void} */
  updateVisibility = () => undefined;
  watch = this.run;
  runTo = this.run;
  edit = this.run;
  highlight = this.updateVisibility;
  onExplore = this.updateVisibility;
}
