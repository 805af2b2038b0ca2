/** What the tag asks of a live part in which no experiment is trained. */
export class Still {
  scope = null;
  own = null;
  run = async () => undefined;
  pause = this.run;
  /** @type {() => void} */
  setInSight = () => undefined;
  watch = this.run;
  runTo = this.run;
  highlight = this.setInSight;
  explored = this.setInSight;
}
