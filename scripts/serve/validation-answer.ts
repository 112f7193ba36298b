import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { resolveInRoot } from "../support/paths.ts";

/** Prism's description of one mistake in a request, in the header `sl-violations`. */
interface Violation {
  /** Such as `["request", "body", "toolkit", "slug"]`. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/**
 * The service's error for a request that does not match the document, with Prism's message for each mistake. Undefined
 * when Prism's answer does not report such mistakes. Prism itself would answer with the example of the operation's 422,
 * which is about an `Idempotency-Key`.
 *
 * @param violations the header `sl-violations` of Prism's answer
 */
export function buildValidationAnswer(status: number, violations: unknown): string | undefined {
  if ((status !== 422 && status !== 400) || typeof violations !== "string") {
    return undefined;
  }
  // The header is Prism's own.
  const found = JSON.parse(violations) as readonly Violation[];
  const errors = found
    .filter(({ severity, location }) => severity === "Error" && location.length > 1)
    .map(({ location, message }) => `${location.slice(1).join(".")}: ${message}`);
  if (errors.length === 0) {
    return undefined;
  }
  const { error } = parse(readFileSync(resolveInRoot("spec/errors.yaml"), "utf8")).Validation_Failed
    .value;
  return JSON.stringify({ error: { ...error, errors } });
}
