import type { LinkPage } from "../../domain/connecting/link-page.ts";
import { PlatformError } from "../../errors.ts";

/** Why a form is shown again. */
export interface FormProblems {
  /** `refused` by the application, `unchecked` because it could not be asked, or `fields` that are not filled in right. */
  readonly kind: "fields" | "refused" | "unchecked";
  /** Messages by the name of their field. */
  readonly problems: ReadonlyMap<string, string>;
  /** What the user typed. Secrets among it are not shown again. */
  readonly typed: Readonly<Record<string, unknown>>;
}

/** The problems that an error names and its form can mend; undefined for every other error. */
export function toFormProblems(
  error: unknown,
  { fields }: LinkPage,
  typed: FormProblems["typed"],
): FormProblems | undefined {
  if (!(error instanceof PlatformError)) {
    return undefined;
  }
  switch (error.slug) {
    case "ConnectedAccount_CredentialsMissing":
    case "Validation_Failed":
      return error.errors && { kind: "fields", problems: readLines(error.errors), typed };
    case "ConnectedAccount_CredentialsRejected": {
      const secrets = fields.filter((field) => field.is_secret).map(({ name }) => name);
      const again = "Check it and enter it again.";
      return { kind: "refused", problems: new Map(secrets.map((name) => [name, again])), typed };
    }
    case "ConnectedAccount_CredentialsUnchecked":
      return { kind: "unchecked", problems: new Map(), typed };
    default:
      return undefined;
  }
}

/** The problems by field, from lines such as `body.password: required`. */
function readLines(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map((line) => {
      const colon = line.startsWith("body.") ? line.indexOf(": ", "body.".length + 1) : -1;
      const name = colon === -1 ? "" : line.slice("body.".length, colon);
      const problem = colon === -1 ? line : line.slice(colon + ": ".length);
      const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
      return [name, problem === "required" ? "Fill in this field." : sentence];
    }),
  );
}
