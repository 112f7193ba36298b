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
