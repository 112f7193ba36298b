import { type Bomb, count, json, megabyte, yaml } from "./bomb.ts";

const laughs = [
  "x-0: &a0 [x, x, x, x, x, x, x, x, x]",
  ...count(
    12,
    (level) => `x-${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(", ")}]`,
  ),
].join("\n");

/** Bombs that only YAML allows, and keys that occur twice. */
export const yamlBombs: readonly Bomb[] = [
  { name: "aliases that multiply", files: () => yaml(laughs), code: "invalid-yaml" },
  {
    name: "aliases that multiply as keys of a map",
    files: () =>
      yaml(
        laughs
          .replaceAll("[", "{a: ")
          .replaceAll(/, (?=[*x])/g, ", b: ")
          .replaceAll("]", "}"),
      ),
    code: "duplicate-key",
  },
  {
    name: "an alias inside its own anchor",
    files: () => yaml("components: { schemas: { A: &a { properties: { a: *a, b: *a } } } }"),
    code: "invalid-yaml",
  },
  {
    name: "aliases of a large value",
    files: () =>
      yaml(
        `x-0: &a {${count(5000, (index) => `k${index}: {type: string}`).join(", ")}}\ncomponents: { schemas: {${count(900, (index) => `S${index}: {properties: *a}`).join(", ")}}}`,
      ),
    code: "invalid-yaml",
  },
  {
    name: "20,000 quoted texts over two lines without indentation",
    files: () => yaml(`x-a:\n${count(20_000, (index) => `  k${index}: 'a\n  "b" c'\n`).join("")}`),
    code: "invalid-yaml",
  },
  {
    name: "20,000 keys twice, YAML",
    files: () =>
      yaml(`x-a:\n${count(20_000, (index) => `  k${index}: 1\n  k${index}: 2\n`).join("")}`),
    code: "duplicate-key",
  },

  {
    name: "100,000 keys twice, JSON",
    files: () => ({
      "openapi.json": `{"openapi":"3.1.0",${count(100_000, (index) => `"x-${index}":1,"x-${index}":2`).join(",")}}`,
    }),
    code: "duplicate-key",
  },
  {
    name: "a megabyte of keys that look as if they stood twice, JSON",
    files: () => json({ "x-a": count(200_000, () => ":1"), "x-b": ':"\\'.repeat(megabyte / 3) }),
    code: undefined,
  },
  {
    name: "merge keys that double 30 times",
    files: () =>
      yaml(
        `x-0: &a0 { a: 1 }\n${count(30, (level) => `x-${level + 1}: &a${level + 1} { <<: [*a${level}, *a${level}], k${level}: *a${level} }`).join("\n")}`,
      ),
    code: "invalid-yaml",
  },
  {
    name: "20,000 anchors, each an alias of the one before",
    files: () =>
      yaml(
        `x-0: &a0 x\n${count(20_000, (index) => `x-${index + 1}: &a${index + 1} [*a${index}]`).join("\n")}`,
      ),
    code: "nested-too-deeply",
  },
  {
    name: "50,000 documents in one file",
    files: () => yaml("---\na: 1\n".repeat(50_000)),
    code: "invalid-yaml",
  },
  {
    name: "keys that are lists in lists",
    files: () => yaml(`? ${"[".repeat(200)}${"]".repeat(200)}\n: 1\n`.repeat(200)),
    code: "invalid-yaml",
  },
  {
    name: "a megabyte of comments",
    files: () => yaml("# comment\n".repeat(megabyte / 10)),
    code: undefined,
  },
  {
    name: "200 KB of question marks, dashes, anchors and tags",
    files: () => yaml(`x-a: ${"? - &a !b ".repeat(megabyte / 50)}`),
    code: "invalid-yaml",
  },
  {
    name: "a scalar of 5 MB in block style with 100,000 lines",
    files: () => yaml(`x-a: |\n${`  ${"word ".repeat(10)}\n`.repeat(100_000)}`),
    code: undefined,
  },
  {
    name: "a scalar of 2 MB in quotes over 40,000 lines",
    files: () => yaml(`x-a: "${`${"word ".repeat(10)}\n  `.repeat(40_000)}"`),
    code: undefined,
  },
  {
    name: "20,000 mistakes",
    files: () => yaml(count(20_000, (index) => `k${index}: ]`).join("\n")),
    code: "invalid-yaml",
  },
  {
    name: "numbers that no double holds",
    files: () => ({
      "openapi.json": `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"components":{"schemas":{"A":{"type":"number","minimum":-1e400,"maximum":1e400,"multipleOf":1e-300,"enum":[1e400,-1e400,5e-324],"default":1e999},"B":{"type":"string","minLength":1e300,"maxLength":1e400},"C":{"type":"array","minItems":9007199254740993,"maxItems":-5},"D":{"const":1e400,"exclusiveMinimum":${"9".repeat(100_000)}}}}}`,
    }),
    code: undefined,
  },
  {
    name: "4 MB of YAML in one line",
    files: () => yaml(`x-a: "${"word ".repeat(0.8 * megabyte)}"`),
    code: undefined,
  },
  {
    name: "one line of YAML with 50,000 members",
    files: () => yaml(`x-a: {${count(50_000, (index) => `k${index}: v`).join(", ")}}`),
    code: undefined,
  },
  {
    name: "merge keys that each take the one before, 1,000 times",
    files: () =>
      yaml(
        `x-0: &a0 { k: 1 }\n${count(1000, (level) => `x-${level + 1}: &a${level + 1} { <<: *a${level}, k${level}: 1 }`).join("\n")}`,
      ),
    code: "invalid-yaml",
  },
  {
    name: "a map of 1,000 members that is merged into 2,000 others",
    files: () =>
      yaml(
        `x-0: &a {${count(1000, (index) => `k${index}: v`).join(", ")}}\n${count(2000, (index) => `x-${index + 1}: { <<: *a }`).join("\n")}`,
      ),
    code: "invalid-yaml",
  },
  {
    name: "2,000 schemas that merge the same members",
    files: () =>
      yaml(
        `x-0: &a { type: object, properties: { b: { type: string } }, description: c }\ncomponents:\n  schemas:\n${count(2000, (index) => `    A${index}: { <<: *a, title: A${index} }`).join("\n")}`,
      ),
    code: undefined,
  },
  {
    name: "an anchor on each of 20,000 schemas",
    files: () =>
      yaml(
        `components:\n  schemas:\n${count(20_000, (index) => `    A${index}: &a${index} { type: string }\n`).join("")}`,
      ),
    code: undefined,
  },
  {
    name: "999 aliases of one another's text",
    files: () =>
      yaml(
        `x-0: &a ${"word ".repeat(1000)}\ncomponents: { schemas: {${count(999, (index) => `S${index}: { description: *a }`).join(", ")}}}`,
      ),
    code: undefined,
  },
  {
    name: "JSON of 100,000 schemas named as YAML",
    files: () => ({
      "openapi.yaml": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "a", version: "1" },
        "x-a": count(100_000, (index) => ({ type: "string", title: `t${index}` })),
      }),
    }),
    code: undefined,
  },
];
