/**
 * The members of a literal, on one line if they fit, else a line each.
 *
 * @param indent Before the closing bracket, where it has a line of its own.
 * @param fits Returns whether the members may stand on one line, given that line with its brackets.
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

/** Returns whether a line has no break and ends within 100 columns after the given number of columns. */
export function fitsAfter(columns: number): (line: string) => boolean {
  return (line) => !line.includes("\n") && columns + line.length < 100;
}
