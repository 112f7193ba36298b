import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import {
  fits,
  indentDeeper,
  printArrayLiteral,
  printObjectLiteral,
} from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";

/** A JSON value as an expression, with one line for each member where one line would be too long. */
export function printValue(value: unknown, indent: string): string {
  const line = printLiteral(value);
  if (fits(indent, line) || typeof value !== "object" || value === null) {
    return line;
  }
  const inside = indentDeeper(indent);
  return Array.isArray(value)
    ? printArrayLiteral(
        value.map((item) => printValue(item, inside)),
        indent,
      )
    : printObjectLiteral(
        Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => `${escapePropertyKey(name)}: ${printValue(member, inside)}`),
        indent,
      );
}
