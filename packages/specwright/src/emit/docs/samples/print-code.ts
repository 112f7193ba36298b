import { isArrayOrObject } from "../../../json-object.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printLiteral } from "../../shared/print/literal.ts";

/** A piece of code among values, such as `new Blob()`. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Longer values are spread over lines. */
const width = 72;

/**
 * A value as a TypeScript expression: on one line if it is short, otherwise with one line for each member.
 *
 * @param before The number of characters before it on its line, without the indentation.
 */
export function printCode(value: unknown, indent = "", before = 0): string {
  if (value instanceof Code) {
    return value.text;
  }
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const lines = isList
    ? value.map((element) => printCode(element, inner))
    : isArrayOrObject(value)
      ? Object.entries(value).map(([key, member]) => {
          const name = `${escapePropertyKey(key)}: `;
          return name + printCode(member, inner, name.length);
        })
      : undefined;
  if (lines === undefined) {
    return typeof value === "string" ? escapeString(value) : printLiteral(value);
  }
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = lines.length === 0 ? (isList ? "[]" : "{}") : open + lines.join(", ") + close;
  return line.length + indent.length + before <= width && !line.includes("\n")
    ? line
    : `${open.trim()}\n${lines.map((text) => `${inner}${text},\n`).join("")}${indent}${close.trim()}`;
}
