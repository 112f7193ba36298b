import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { inRoot } from "../support/paths.ts";

/** Prism's description of one mistake in a request, in the header `sl-violations`. */
interface Violation {
  /** Such as `["request", "body", "toolkit", "slug"]`. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/**
 * The error that the service answers to a request that does not fit the document, with Prism's own words for each mistake;
 * undefined when an answer of Prism is something else. Prism answers such a request with the example of the operation's
 * 422, which is about an `Idempotency-Key`.
 *
 * @param violations the header `sl-violations` of Prism's answer
 */
export function validationAnswer(status: number, violations: unknown): string | undefined {
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
  const { error } = parse(readFileSync(inRoot("spec/errors.yaml"), "utf8")).Validation_Failed.value;
  return JSON.stringify({ error: { ...error, errors } });
}
