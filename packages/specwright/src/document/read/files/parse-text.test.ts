import { expect, test } from "vitest";
import type { ParsedText } from "../text/text-problem.ts";
import { parseFileText } from "./parse-text.ts";

function readProblems(parsed: ParsedText) {
  return "problems" in parsed ? parsed.problems : [];
}

test.each([
  ["JSON", '{"a":[1]}', "a.json"],
  ["YAML", "a: [1]", "a.yaml"],
  ["JSON in a file named YAML", ' {"a":[1]}', "a.yaml"],
  ["YAML's flow style, which is no JSON", "{a: [1]}", "a.yaml"],
])("%s is its value", (_, text, path) => {
  expect(parseFileText(text, path)).toMatchObject({ value: { a: [1] } });
});

test("a file of another kind is its text", () => {
  expect(parseFileText("# a: [", "a.md")).toEqual({ value: "# a: [" });
});

test("names of an object's own members are ordinary keys", () => {
  for (const path of ["a.json", "a.yaml"]) {
    const parsed = parseFileText('{"__proto__": {"x": 1}, "constructor": 2}', path);
    const value = "value" in parsed ? (parsed.value as object) : {};
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  }
});

test("YAML 1.2 has no surprises: dates and `no` are strings", () => {
  expect(parseFileText("a: 2026-01-01\nb: no", "a.yaml")).toMatchObject({
    value: { a: "2026-01-01", b: "no" },
  });
});

test.each([
  ['{"a": }', 6],
  ['{"a": 1', 7],
  ['{"a": 1,}', 8],
  ['{"a": "x\n"}', 6],
  ["[01]", 2],
  ['{"a": 1} x', 9],
  ["", 0],
])("a mistake in the JSON %j is reported at its offset", (text, offset) => {
  expect(readProblems(parseFileText(text, "a.json"))).toMatchObject([
    { code: "invalid-json", offset },
  ]);
});

test("every mistake in YAML is reported, with its offset", () => {
  const problems = readProblems(parseFileText("a: 1\na: 2\nb: 3\nb: 4\n", "a.yaml"));
  expect(problems.map(({ code, offset }) => [code, offset])).toEqual([
    ["duplicate-key", 5],
    ["duplicate-key", 15],
  ]);
});

test.each([
  ["JSON", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "a.json"],
  ["YAML in flow style", `a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`, "a.yaml"],
  [
    "YAML in blocks",
    Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
    "a.yaml",
  ],
  ["objects", `${'{"a":'.repeat(300)}1${"}".repeat(300)}`, "a.json"],
])("values nested too deeply are refused in %s", (_, text, path) => {
  expect(readProblems(parseFileText(text, path))).toMatchObject([{ code: "nested-too-deeply" }]);
});

test("brackets in strings are not nesting, and JSON has no value twice", () => {
  const text = JSON.stringify({ a: "[".repeat(1000) });
  const value = { a: "[".repeat(1000) };
  expect(parseFileText(text, "a.json")).toMatchObject({ value, isTree: true });
});

test.each(["a.json", "a.yaml"])("256 levels are read in %s, and 257 are refused", (path) => {
  const lists = (levels: number, inner: string): string =>
    `${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;
  // A string that begins with a bracket would be parsed as JSON.
  const [before, outer] = path === "a.json" ? ["", 0] : ["a: ", 1];
  expect(parseFileText(`${before}${lists(256 - outer, "1")}`, path)).toHaveProperty("value");
  expect(readProblems(parseFileText(`${before}${lists(257 - outer, "1")}`, path))).toMatchObject([
    { code: "nested-too-deeply" },
  ]);
});

test("aliases that expand without end are refused, before they are expanded", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
    );
  }
  const problems = readProblems(parseFileText(lines.join("\n"), "a.yaml"));
  expect(problems).toMatchObject([{ code: "invalid-yaml" }]);
});

test("an alias without its anchor is reported", () => {
  expect(readProblems(parseFileText("a: *nowhere", "a.yaml"))).toMatchObject([
    { code: "invalid-yaml" },
  ]);
});

test("an alias inside the value that it refers to is refused", () => {
  const problems = readProblems(parseFileText("a: &a { b: *a }", "a.yaml"));
  expect(problems).toMatchObject([
    { code: "invalid-yaml", message: expect.stringContaining("inside the value that it repeats") },
  ]);
});

test("few aliases of a large value are refused, and brackets in scalars and comments do not nest", () => {
  const large = Array.from({ length: 2000 }, (_, index) => index).join(", ");
  const uses = Array.from({ length: 600 }, (_, index) => `b${index}: *a`).join("\n");
  expect(readProblems(parseFileText(`a: &a [${large}]\n${uses}`, "a.yaml"))).toMatchObject([
    { code: "invalid-yaml", message: expect.stringContaining("1000000") },
  ]);
  const brackets = "[".repeat(1000);
  const text = `# ${brackets}\na: "${brackets}"\nb: |\n  ${brackets}\n`;
  expect(parseFileText(text, "a.yaml")).toMatchObject({
    value: { a: brackets, b: `${brackets}\n` },
  });
});

test.each([
  ["'", "a:\n  b: 'it''s\n  one\n\n  {text}'\n  c: 'x\n  y' # why\nd: 1\n"],
  ['"', 'a:\n  b: "it\'s\n  one\n\n  {text}"\n  c: "x\n  y" # why\nd: 1\n'],
])("a text in %s that continues without indentation is read, and reported", (_, text) => {
  const value = { a: { b: "it's one\n{text}", c: "x y" }, d: 1 };
  const parsed = parseFileText(text, "a.yaml");
  expect(parsed).toMatchObject({
    value,
    warnings: [
      { code: "loose-yaml", offset: text.indexOf("  one") },
      { code: "loose-yaml", offset: text.indexOf("  y") },
    ],
  });
});

test("many loose texts of a large document are read, and the text between them stays", () => {
  const parts = Array.from(
    { length: 300 },
    (_, index) => `  a${index}:\n    x: "it\n    goes on"\n    y: |\n      k: "open\n      l\n`,
  );
  const parsed = parseFileText(`all:\n${parts.join("")}# ${"-".repeat(5_000_000)}\n`, "a.yaml");
  const all = Object.fromEntries(
    parts.map((_, index) => [`a${index}`, { x: "it goes on", y: 'k: "open\nl\n' }]),
  );
  expect(parsed).toMatchObject({ value: { all } });
  expect(parsed).toHaveProperty("warnings.length", 300);
});

test("a loose text behind what looks like another one, and behind a glued comment, is read", () => {
  const text = "a: 1#\nb: [x]#\nc: 'one\n\"two\" [three'\nd: 'four\nfive\n - six'\ne: 1\n";
  expect(parseFileText(text, "a.yaml")).toMatchObject({
    value: { a: "1#", b: ["x"], c: 'one "two" [three', d: "four five - six", e: 1 },
    warnings: [
      { offset: text.indexOf('"two') },
      { offset: text.indexOf("five") },
      { offset: text.indexOf("#\nc") },
    ],
  });
});

test("a mistake behind a mended text is reported at its place", () => {
  const text = "a: 'x\ny'\nb: 1\nb: 2\n";
  expect(readProblems(parseFileText(text, "a.yaml"))).toMatchObject([
    { code: "duplicate-key", offset: text.lastIndexOf("b") },
  ]);
});

test("a comment that is glued to a value is one, and reported", () => {
  const text = "a: 'x'# why\nb: [1]#\n";
  expect(parseFileText(text, "a.yaml")).toMatchObject({
    value: { a: "x", b: [1] },
    warnings: [
      { code: "loose-yaml", offset: 6 },
      { code: "loose-yaml", offset: 18 },
    ],
  });
});

test.each([
  "a:\n  {{- if .B }}\n  b: 1\n  {{- end }}\nc: {{ .C }}\nd: 'e' f\n",
  "a: 1\n{% if b %}\nb: 'c' d\n{% endif %}\n",
])("a template of YAML is called so: %j", (text) => {
  const [first] = readProblems(parseFileText(text, "a.yaml"));
  expect(first).toMatchObject({
    code: "invalid-yaml",
    message: expect.stringContaining("template"),
    offset: text.indexOf("{"),
  });
});

test("after twenty mistakes, no further ones are listed", () => {
  const text = "- 'a' b\n".repeat(100);
  expect(readProblems(parseFileText(text, "a.yaml"))).toHaveLength(20);
});

test.each([
  "a:\n  b: 'open\n  c: 'd'\n",
  "a:\n  b: 'open\n  c: d'\n",
  "a:\n  b: 'open\n- d'\n",
  'a:\n  b: "open\n  more\n',
  'a:\n  b: "one\n  two" three\n',
])("a text in quotes that may just not be closed is an error: %j", (text) => {
  expect(readProblems(parseFileText(text, "a.yaml"))[0]).toMatchObject({ code: "invalid-yaml" });
});

test.each([
  ["info:\n  title: Pets: the API\n", "a value is followed by another key", "quotes"],
  ["a: 1\n b: 2\n", "a value is followed by another key", "indent each key"],
  ["info:\n\ttitle: Pets: x\n", "Tabs are not allowed", "spaces"],
  ["a:\n  b: 1\n c: 2\n", "same column", "Indent this line"],
  ["a: 1\nfoo\nb: 2\n", "this line has no `:`", "`key: value`"],
  ["a: {b: 1\nc: 2\n", "a `{` is not closed", "`}`"],
  ["a: [1\nc: 2\n", "a `[` is not closed", "`]`"],
  ["a: @x\n", "cannot start with", "quotes"],
  ['a: "\\d"\n', "Invalid escape sequence", "single quotes"],
  ["a: 'it's'\n", "follows a value", "`''`"],
  ["a: - 1\n", "a list begins", "next line"],
  ["a: 1\n---\nb: 2\n", "several documents", "Keep one"],
])("%j is one mistake, in words of YAML and with its fix", (text, message, fix) => {
  expect(readProblems(parseFileText(text, "a.yaml"))).toMatchObject([
    {
      code: "invalid-yaml",
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    },
  ]);
});
