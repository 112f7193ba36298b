/**
 * The members of a literal: on one line if they fit, otherwise with one line for each.
 *
 * @param indent The indentation of the closing bracket when it has its own line.
 * @param fits Returns whether the members may be on one line, given that line with its brackets.
 */
export function printList(
  open: "[" | "{",
  members: readonly string[],
  indent: string,
  fits: (line: string) => boolean,
): string {
  const close = open === "[" ? "]" : "}";
  if (members.length === 0) {
    return open + close;
  }
  const space = open === "[" ? "" : " ";
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  return fits(line)
    ? line
    : `${open}\n${members.map((member) => `${indent}  ${member},\n`).join("")}${indent}${close}`;
}

/** Returns whether a string has no line break and ends within 100 columns when it begins after the given number of columns. */
export function fitsAfter(columns: number): (line: string) => boolean {
  return (line) => !line.includes("\n") && columns + line.length < 100;
}
