/** Longer lines are broken. */
const lineLength = 100;

/** Whether texts stand on one line after an indentation. */
export function fits(indent: string, ...texts: readonly string[]): boolean {
  return fitAll(indent, texts);
}

/** The same for texts of which there may be more than a call can have arguments. */
function fitAll(indent: string, texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, indent.length);
  return length <= lineLength && texts.every((text) => !text.includes("\n"));
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
  const lines = parameters.map((parameter) => `${inside}${parameter},\n`).join("");
  return `${callee}(\n${lines}${indent})`;
}

/** An array literal; its items are printed one level deeper. */
export function arrayLiteral(items: readonly string[], indent: string): string {
  if (fitAll(indent, items)) {
    return `[${items.join(", ")}]`;
  }
  const inside = deeper(indent);
  return `[\n${items.map((item) => `${inside}${item},\n`).join("")}${indent}]`;
}

/** An object literal, a member a line; its members are printed one level deeper. */
export function objectLiteral(members: readonly string[], indent: string): string {
  if (members.length === 0) {
    return "{}";
  }
  const inside = deeper(indent);
  return `{\n${members.map((member) => `${inside}${member},\n`).join("")}${indent}}`;
}
