import type { Diagnostic } from "./diagnostic.ts";

/** The codes of losses (see `Diagnostic.severity`), for use in configurations. `docs/losses.md` gives the reason for each. */
export const lossCodes = [
  "format-not-enforced",
  "pattern-not-enforced",
  "pattern-widened",
  "content-not-enforced",
  "discriminator-not-enforced",
  "direction-not-in-types",
  "unknown-keyword",
  "unknown-field",
  "dialect-not-known",
  "default-in-alternative",
  "default-not-allowed",
  "unchecked-body",
  "stream-not-enforced",
  "parameter-not-carried",
  "xml-not-carried",
  "callback-not-carried",
  "webhook-not-carried",
  "tool-arguments-shortened",
  "security-not-carried",
  "operation-not-routed",
  "server-not-carried",
  "encoding-not-carried",
  "value-not-converted",
  "text-not-distinct",
] as const;

/** The code of a loss. */
export type LossCode = (typeof lossCodes)[number];

/** Returns whether a code is the code of a loss. */
export function isLossCode(code: string): code is LossCode {
  return lossCodes.some((each) => each === code);
}

/** The lost feature, in a few words. */
export const lossKinds: Readonly<Record<LossCode, string>> = {
  "format-not-enforced": "formats that the validators do not check",
  "pattern-not-enforced": "patterns that the validators do not check",
  "pattern-widened": "patterns that accept more than they say",
  "content-not-enforced": "encoded content of strings, which nothing decodes",
  "discriminator-not-enforced":
    "discriminators that do not decide which alternative a value has to fit",
  "direction-not-in-types":
    "read-only or write-only properties that types require in both directions",
  "unknown-keyword": "keywords that JSON Schema does not know",
  "unknown-field": "fields that OpenAPI does not know",
  "dialect-not-known": "dialects of JSON Schema that are read as 2020-12",
  "default-in-alternative": "defaults in alternatives, which are not filled in",
  "default-not-allowed": "defaults that their own schema refuses, which are not filled in",
  "unchecked-body": "bodies that are neither parsed nor checked",
  "stream-not-enforced": "rules for a stream as a whole",
  "parameter-not-carried": "parameters that are not written as the document says",
  "xml-not-carried": "rules for writing XML",
  "callback-not-carried": "callbacks that nothing is generated for",
  "webhook-not-carried": "webhooks that the receiver does not take",
  "tool-arguments-shortened": "arguments of tools that are described in less detail",
  "security-not-carried": "security of webhooks and callbacks",
  "operation-not-routed": "operations whose requests look like those of another operation",
  "server-not-carried": "servers that no client can send to",
  "encoding-not-carried": "encodings of parts of a body",
  "value-not-converted": "values that stay as they are sent, because nothing decides about them",
  "text-not-distinct": "values that arrive as others with the same text",
};

/**
 * Makes a loss at a place of the document: see `Diagnostic.severity`.
 *
 * @example
 * ```ts
 * import { reportLoss } from "specwright/target";
 *
 * const loss = reportLoss(undefined, "callback-not-carried", {
 *   message: "The collection has no callbacks.",
 *   fix: "Send them by hand.",
 * });
 * console.log(loss.severity);
 * ```
 */
export function reportLoss(
  place: { readonly file: string; readonly pointer: string } | undefined,
  code: LossCode,
  text: Pick<Diagnostic, "message" | "fix" | "detail">,
): Diagnostic {
  return {
    severity: "loss",
    code,
    ...text,
    ...(place === undefined ? {} : { file: place.file, pointer: place.pointer }),
  };
}
