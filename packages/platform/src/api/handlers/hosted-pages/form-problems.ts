import { type ErrorSlug, PlatformError } from "../../../base/errors.ts";
import type { LinkPage } from "../../../domain/accounts/connecting/link-page.ts";
import {
  type FieldProblem,
  FieldsError,
  requiredProblem,
} from "../../../domain/fields/field-problems.ts";

/** Why a form is shown again. */
export interface FormProblems {
  /**
   * `refused`: the application refused the credentials. `unchecked`: it could not be asked. `fields`: some fields are
   * not filled in correctly.
   */
  readonly kind: "fields" | "refused" | "unchecked";
  /** Messages by the name of their field. */
  readonly problems: ReadonlyMap<string, string>;
  /** The values that the user typed. Secrets among them are not printed again. */
  readonly typed: Readonly<Record<string, unknown>>;
}

/** Errors that a user can correct in the form, in addition to those of single fields. */
const kinds: Partial<Record<ErrorSlug, FormProblems["kind"]>> = {
  Validation_Failed: "fields",
  ConnectedAccount_CredentialsRejected: "refused",
  ConnectedAccount_CredentialsUnchecked: "unchecked",
};

/** True for an error that the user can correct in the form, which is then shown again. */
export function isFormError(error: unknown): error is PlatformError {
  return (
    error instanceof FieldsError ||
    (error instanceof PlatformError && kinds[error.slug] !== undefined)
  );
}

/** The texts that the form shows for an error. The error must pass `isFormError`. */
export function toFormProblems(
  error: PlatformError,
  { fields }: LinkPage,
  typed: FormProblems["typed"],
): FormProblems {
  const kind = kinds[error.slug] ?? "fields";
  if (kind === "refused") {
    const secrets = fields.filter((field) => field.is_secret).map(({ name }) => name);
    const again = "Check it and enter it again.";
    return { kind, problems: new Map(secrets.map((name) => [name, again])), typed };
  }
  const problems = error instanceof FieldsError ? error.problems : [];
  return { kind, problems: new Map(problems.map(toSentence)), typed };
}

function toSentence({ field, problem }: FieldProblem): readonly [string, string] {
  return [
    field,
    problem === requiredProblem
      ? "Fill in this field."
      : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  ];
}
