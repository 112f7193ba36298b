/** Longer lines are broken. */
const lineLength = 100;

/** Returns whether texts fit on one line after an indentation. */
export function fits(indent: string, ...texts: readonly string[]): boolean {
  return fitsAll(indent, texts);
}

/** The same for a list of texts that may be too long for the arguments of a call. */
function fitsAll(indent: string, texts: readonly string[]): boolean {
  return fitsJoined(indent, texts, 0);
}

/** Returns whether texts fit on one line after an indentation, with `between` characters between every two of them. */
export function fitsJoined(indent: string, texts: readonly string[], between: number): boolean {
  let length = indent.length + between * (texts.length - 1);
  for (const text of texts) {
    length += text.length;
    // The length is checked first, because searching a string that was built by concatenation makes the engine flatten
    // it.
    if (length > lineLength) {
      return false;
    }
  }
  return !texts.some((text) => text.includes("\n"));
}

/**
 * One level more.
 *
 * @example
 * ```ts
 * import { indentDeeper } from "specwright/target";
 *
 * indentDeeper("  "); // => "    "
 * ```
 */
export function indentDeeper(indent: string): string {
  return `${indent}  `;
}

/**
 * A function call. Its arguments are already printed one level deeper than the line on which it starts.
 *
 * @example
 * ```ts
 * import { printCall } from "specwright/target";
 *
 * printCall("f", ["a", "b"], ""); // => "f(a, b)"
 * ```
 */
export function printCall(callee: string, parameters: readonly string[], indent: string): string {
  const [only] = parameters;
  if (parameters.length === 1 && only?.startsWith("{") === true) {
    return `${callee}(${only})`;
  }
  if (fitsAll(indent, [callee, ...parameters])) {
    return `${callee}(${parameters.join(", ")})`;
  }
  const inside = indentDeeper(indent);
  return `${callee}(\n${printInLines(parameters, inside)}${indent})`;
}

/**
 * An array literal. Its items are already printed one level deeper.
 *
 * @example
 * ```ts
 * import { printArrayLiteral } from "specwright/target";
 *
 * printArrayLiteral(["1", "2"], ""); // => "[1, 2]"
 * ```
 */
export function printArrayLiteral(items: readonly string[], indent: string): string {
  if (fitsAll(indent, items)) {
    return `[${items.join(", ")}]`;
  }
  const inside = indentDeeper(indent);
  return `[\n${printInLines(items, inside)}${indent}]`;
}

/**
 * An object literal with one line for each member. Its members are already printed one level deeper.
 *
 * @example
 * ```ts
 * import { printObjectLiteral } from "specwright/target";
 *
 * printObjectLiteral(["a: 1"], ""); // => "{\n  a: 1,\n}"
 * ```
 */
export function printObjectLiteral(members: readonly string[], indent: string): string {
  if (members.length === 0) {
    return "{}";
  }
  const inside = indentDeeper(indent);
  return `{\n${printInLines(members, inside)}${indent}}`;
}

/** An object type on one line. */
export function printObjectLine(members: readonly string[]): string {
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}

/**
 * An object type on one line if that fits, otherwise with one line for each member.
 *
 * @param around the other texts of its line
 */
export function printObjectType(
  members: readonly string[],
  indent: string,
  ...around: readonly string[]
): string {
  const line = printObjectLine(members);
  return members.length === 0 || fits(indent, ...around, line)
    ? line
    : `{\n${members.map((member) => `${indent}  ${member};\n`).join("")}${indent}}`;
}

/** Each string on its own line. They are joined in one step, because there may be very many. */
function printInLines(texts: readonly string[], indent: string): string {
  return texts.length === 0 ? "" : `${indent}${texts.join(`,\n${indent}`)},\n`;
}
