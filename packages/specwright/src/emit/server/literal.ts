import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";

/** A JSON value as a literal on one line; members that are undefined are left out. */
export function literal(value: unknown): string {
  if (typeof value === "string") {
    return escapeString(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${escapePropertyKey(key)}: ${literal(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return String(value);
}

/** Members of a literal, on one line where they fit into 100 columns, else a line each. */
export function printList(
  open: "[" | "{",
  members: readonly string[],
  indent: string,
  before = 0,
): string {
  const close = open === "[" ? "]" : "}";
  if (members.length === 0) {
    return open + close;
  }
  const space = open === "[" ? "" : " ";
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (!line.includes("\n") && indent.length + before + line.length < 100) {
    return line;
  }
  return `${open}\n${members.map((member) => `${indent}  ${member},\n`).join("")}${indent}${close}`;
}
