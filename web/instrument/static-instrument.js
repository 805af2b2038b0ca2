/** Base of a live part that trains no experiment: implements what the tag calls. */
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
