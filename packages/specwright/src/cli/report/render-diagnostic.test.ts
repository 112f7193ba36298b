import { expect, test } from "vitest";
import type { Diagnostic } from "../../diagnostic.ts";
import { renderDiagnostic } from "./render-diagnostic.ts";
import { createSourceLines } from "./source-lines.ts";

const diagnostic: Diagnostic = {
  severity: "error",
  code: "example",
  message: "It is wrong.",
  fix: "Mend it.",
  file: "a.yaml",
  pointer: "/b/c",
  line: 3,
  column: 5,
};

function render(changes: Partial<Diagnostic>, text: string | undefined): string {
  const open = () => (text === undefined ? undefined : createSourceLines(Buffer.from(text)));
  return renderDiagnostic({ ...diagnostic, ...changes }, open, false);
}

test("a diagnostic shows its place, the source around it and what to do", () => {
  expect(render({}, "one: 1\nb:\n  x:\tc: 2\nfour: 4\nfive: 5\nsix: 6\n")).toBe(
    `error example  It is wrong.
  a.yaml:3:5  #/b/c
    1 | one: 1
    2 | b:
  > 3 |   x: c: 2
      |     ^
    4 | four: 4
    5 | five: 5
  → Mend it.
`,
  );
});

test("long lines are cut around the column", () => {
  const frame = render({ line: 1, column: 501 }, `${"x".repeat(500)}HERE${"y".repeat(500)}`).split(
    "\n",
  );
  expect(frame[2]?.indexOf("HERE")).toBe(frame[3]?.indexOf("^"));
  expect(frame[2]?.length).toBeLessThan(120);
});

test("without a line or a file the source is not shown", () => {
  expect(render({}, undefined)).toContain("a.yaml:3:5");
  const { line, column, file, pointer, ...bare } = diagnostic;
  expect(renderDiagnostic(bare, () => createSourceLines(Buffer.from("x")), false)).toBe(
    "error example  It is wrong.\n  → Mend it.\n",
  );
});

test("text of a document does not act on the terminal", () => {
  const text = render(
    { message: "a\u001b[2Jb\u0007c\u009b31m" },
    "\u001b]0;title\u0007\nb\n\u001b[31mred",
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(text).not.toMatch(/[\u001b\u0007\u009b]/);
});

test("no line begins with text of a document, which continuous integration could take for a command", () => {
  const forged = "\n::stop-commands::x\r\n  ::add-mask::y\u2028error z";
  const lines = render({ message: forged, fix: forged, pointer: forged }, undefined).split("\n");
  expect(lines.map((line) => line.slice(0, 4))).toEqual(["erro", "  a.", "  → ", ""]);
});

test("invisible characters are not printed", () => {
  expect(render({ message: "a\u202eb\u061cc\u3164d\u{e0061}e" }, undefined)).toContain(" abcde\n");
});
