/**
 * Members of a literal, on one line where they fit, else a line each.
 *
 * @param indent Before the closing bracket, where it has a line of its own.
 * @param fits Whether the members may stand on one line, which is given with its brackets.
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

/** Whether a line has no break and ends within 100 columns, with as many before it. */
export function fitsAfter(columns: number): (line: string) => boolean {
  return (line) => !line.includes("\n") && columns + line.length < 100;
}
