import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";

/** The type of exactly this JSON value, as a type expression that never needs parentheses. */
export function printTypeLiteral(value: unknown): string {
  if (typeof value === "string") {
    return escapeString(value);
  }
  if (typeof value === "number" || typeof value === "boolean" || value === null) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "never[]" : `[${value.map(printTypeLiteral).join(", ")}]`;
  }
  if (typeof value === "object" && value !== undefined) {
    const members = Object.entries(value).map(
      ([key, member]) => `${escapePropertyKey(key)}: ${printTypeLiteral(member)}`,
    );
    return members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;
  }
  return "unknown";
}
