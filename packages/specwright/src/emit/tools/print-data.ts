import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { printLiteral } from "../shared/print/literal.ts";

/** The columns of a line. */
const width = 100;

/** A JSON value as a JavaScript expression. A value that does not fit on a line has a line for each member. */
export function printData(value: unknown, indent = ""): string {
  const line = printLiteral(value);
  if (indent.length + line.length < width || typeof value !== "object" || value === null) {
    return line;
  }
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => `${inner}${printData(each, inner)},\n`).join("")}${indent}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${inner}${escapePropertyKey(key)}: ${printData(member, inner)},\n`);
  return `{\n${members.join("")}${indent}}`;
}
