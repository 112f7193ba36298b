import { type ErrorSlug, PlatformError } from "../../base/errors.ts";

/** A problem with the value of one field. */
export interface FieldProblem {
  readonly field: string;
  /** The end of a sentence that begins with the field's name, such as `must be a number`. */
  readonly problem: string;
}

/** The problem of a required field without a value. */
export const requiredProblem = "required";

/** An error about fields. A form can show it at the fields concerned. */
export class FieldsError extends PlatformError {
  readonly problems: readonly FieldProblem[];

  /** @param place the place of the fields in the request, such as `body.connection.state.val` */
  constructor(slug: ErrorSlug, place: string, problems: readonly FieldProblem[]) {
    super(slug, { errors: toLines(place, problems) });
    this.problems = problems;
  }
}

/** One line for each problem, as in `body.connection.state.val.token: required`. */
export function toLines(place: string, problems: readonly FieldProblem[]): readonly string[] {
  return problems.map(({ field, problem }) => `${place}.${field}: ${problem}`);
}
