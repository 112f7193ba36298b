import { shortenToOneLine } from "./call-errors.ts";

/**
 * The members of error bodies that say what is wrong: those of problem details (RFC 9457), OAuth and JSON:API, and
 * other common ones.
 */
const members = ["detail", "message", "error_description", "error_message", "error", "errors", "0"];

/**
 * The explanation in the body of an error, on one line; empty for a body without one.
 *
 *     { title: "Conflict", detail: "The name is taken." }   → "Conflict: The name is taken."
 *     { error: { message: "No such tool" } }                → "No such tool"
 *     { errors: [{ message: "Not a member" }] }             → "Not a member"
 */
export function explainBody(body: unknown): string {
  return shortenToOneLine(explain(body, 4));
}

/**
 * Text that begins with `<` is an HTML page, which explains nothing on one line. A depth of 4 covers all known error
 * formats.
 */
function explain(value: unknown, depth: number): string {
  if (typeof value === "string") {
    return /^\s*</.test(value) ? "" : value;
  }
  if (typeof value !== "object" || value === null || depth === 0) {
    return "";
  }
  // The member `"0"` is the first entry of a list; the other members are those of an object.
  const own = value as Readonly<Record<string, unknown>>;
  const texts = members.map((name) => explain(own[name], depth - 1)).filter(Boolean);
  return [explain(own.title, 1), texts[0]].filter(Boolean).join(": ");
}
