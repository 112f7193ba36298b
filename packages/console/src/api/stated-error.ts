/** A failure that a page found itself, with the words for the person who looks at it. */
export class StatedError extends Error {
  override readonly name = "StatedError";
  /** What to do. */
  readonly advice: string;

  constructor(title: string, advice: string) {
    super(title);
    this.advice = advice;
  }
}
