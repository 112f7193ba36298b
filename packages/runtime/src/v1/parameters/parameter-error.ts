/** A parameter cannot be sent: its style cannot carry the value, or a path parameter does not have a value. */
export class ParameterError extends TypeError {
  /** The parameter's name in the document. */
  readonly parameter: string;
  /** The problem as the end of a sentence, such as `must not contain line breaks`. It never repeats the value. */
  readonly reason: string;

  constructor(parameter: string, reason: string) {
    super(`Parameter "${parameter}" ${reason}.`);
    this.parameter = parameter;
    this.reason = reason;
  }
}
