/** Longer lines are broken. */
const lineLength = 100;

/** Returns whether texts fit on one line after an indentation. */
export function fits(indent: string, ...texts: readonly string[]): boolean {
  return fitAll(indent, texts);
}

/** The same for texts of which there may be more than a call can have arguments. */
function fitAll(indent: string, texts: readonly string[]): boolean {
  return fitsJoined(indent, texts, 0);
}

/** Returns whether texts fit on one line after an indentation, with a number of characters between two of them. */
export function fitsJoined(indent: string, texts: readonly string[], between: number): boolean {
  let length = indent.length + between * (texts.length - 1);
  for (const text of texts) {
    length += text.length;
    // Only short texts are looked into: what is put together is made one text by that.
    if (length > lineLength) {
      return false;
    }
  }
  return !texts.some((text) => text.includes("\n"));
}

/** One level more. */
export function deeper(indent: string): string {
  return `${indent}  `;
}

/** A call; its arguments are printed one level deeper than the line that it starts on. */
export function callExpression(
  callee: string,
  parameters: readonly string[],
  indent: string,
): string {
  const [only] = parameters;
  if (parameters.length === 1 && only?.startsWith("{") === true) {
    return `${callee}(${only})`;
  }
  if (fitAll(indent, [callee, ...parameters])) {
    return `${callee}(${parameters.join(", ")})`;
  }
  const inside = deeper(indent);
  return `${callee}(\n${inLines(parameters, inside)}${indent})`;
}

/** An array literal; its items are printed one level deeper. */
export function arrayLiteral(items: readonly string[], indent: string): string {
  if (fitAll(indent, items)) {
    return `[${items.join(", ")}]`;
  }
  const inside = deeper(indent);
  return `[\n${inLines(items, inside)}${indent}]`;
}

/** An object literal, a member a line; its members are printed one level deeper. */
export function objectLiteral(members: readonly string[], indent: string): string {
  if (members.length === 0) {
    return "{}";
  }
  const inside = deeper(indent);
  return `{\n${inLines(members, inside)}${indent}}`;
}

/** Each on a line of its own; joined once, because there may be very many. */
function inLines(texts: readonly string[], indent: string): string {
  return texts.length === 0 ? "" : `${indent}${texts.join(`,\n${indent}`)},\n`;
}
