import { hash } from "node:crypto";

/** The maximum number of characters of a tool slug (docs/decisions.md §1). */
const longestToolSlug = 64;

/** The length of the hash at the end of a shortened slug (docs/decisions.md §7). */
const hashLength = 6;

/**
 * The slug of a tool: toolkit and operationId in upper case with underscores. `listRobots` of `acme` is
 * `ACME_LIST_ROBOTS`. A slug over 64 characters is cut, and ends in `_` and six characters of the hash of the full
 * slug.
 */
export function buildToolSlug(toolkitSlug: string, operationId: string): string {
  const whole = spellToolSlug(toolkitSlug, operationId);
  if (whole.length <= longestToolSlug) {
    return whole;
  }
  const digest = hash("sha256", `${toolkitSlug}\n${operationId}`, "hex").slice(0, hashLength);
  return `${whole.slice(0, longestToolSlug - hashLength - 1)}_${digest.toUpperCase()}`;
}

/** True when the slug is not cut, and has a letter or a digit beside the toolkit's. */
export function isWholeSlug(toolkitSlug: string, operationId: string): boolean {
  const { length } = spellToolSlug(toolkitSlug, operationId);
  return length <= longestToolSlug && length > spellToolSlug(toolkitSlug, "").length;
}

function spellToolSlug(toolkitSlug: string, operationId: string): string {
  return `${toUpperSnake(toolkitSlug)}_${toUpperSnake(operationId)}`;
}

function toUpperSnake(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
}
