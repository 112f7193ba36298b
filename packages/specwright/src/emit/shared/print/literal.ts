import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";

/**
 * A JSON value as a JavaScript expression on one line. Members that are undefined are left out.
 *
 * @example
 * ```ts
 * import { printLiteral } from "specwright/target";
 *
 * printLiteral({ "first name": [1, true] }); // => "{ \"first name\": [1, true] }"
 * ```
 */
export function printLiteral(value: unknown): string {
  if (typeof value === "string") {
    return escapeString(value);
  }
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(printLiteral).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${escapePropertyKey(key)}: ${printLiteral(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return String(value);
}
