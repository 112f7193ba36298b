import { expect, test } from "vitest";
import { isMap, isSeq, parseDocument, visit } from "yaml";
import { fc } from "../../../../../../test/support/fast-check.ts";
import type { JsonObject } from "../../../json-object.ts";
import { printYaml } from "../../../text/print-yaml.ts";
import { editText } from "./edit-text.ts";
import { applyMends, type Mend } from "./mend.ts";
import { mendSchemas } from "./mend-schemas.ts";

const keyword = fc.record(
  {
    description: fc.constantFrom("a", "a: b # c", "two\nlines\n"),
    type: fc.constantFrom<unknown>("string", "integer", ["string"], ["integer", "null"]),
    nullable: fc.boolean(),
    format: fc.constantFrom("date time", "DateTime", "int-64", "uuid"),
    enum: fc.constantFrom(["a", "b"], ["a", null]),
    minimum: fc.constantFrom(1, 2.5),
    exclusiveMinimum: fc.boolean(),
  },
  { requiredKeys: [] },
);
const { schema } = fc.letrec<{ readonly schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    keyword,
    fc
      .tuple(keyword, fc.array(tie("schema"), { minLength: 1, maxLength: 3 }))
      .chain(([own, inner]) =>
        fc.constantFrom(
          { ...own, allOf: inner },
          { oneOf: inner, ...own },
          {
            ...own,
            properties: Object.fromEntries(inner.map((each, index) => [`p${index}`, each])),
          },
        ),
      ),
  ),
}));

/** Block style with a comment before each member, flow style, and JSON. */
const styles: readonly ((value: object) => string)[] = [
  printYaml,
  (value) => printYaml(value).replaceAll(/^( *)(?=[a-z]\w*:)/gim, "$1# before\n$1"),
  (value) => {
    const document = parseDocument(printYaml(value));
    visit(document, (_, node, path) => {
      if ((isMap(node) || isSeq(node)) && path.length > 6) {
        node.flow = true;
      }
    });
    return document.toString({ lineWidth: 0 });
  },
  (value) => JSON.stringify(value, undefined, 4),
  (value) => JSON.stringify(value),
];

test("mended texts have the mended values in every style, and keep their comments", () => {
  const count = { edited: 0, all: 0 };
  fc.assert(
    fc.property(fc.array(schema, { maxLength: 3 }), fc.nat(styles.length - 1), (schemas, style) => {
      const root = {
        openapi: "3.1.0",
        components: { schemas: Object.fromEntries(schemas.entries()) },
      };
      const text = styles[style]?.(root) ?? "";
      // The comments of the second style are not allowed inside of texts.
      fc.pre(parseDocument(text).errors.length === 0);
      const value = parseDocument(text).toJS() as JsonObject;
      const mended = applyMends(value, mendSchemas(value));
      const edited = editText(text, mended.made);
      count.all += 1;
      if (edited !== undefined) {
        count.edited += 1;
        expect(parseDocument(edited).toJS()).toEqual(mended.root);
      }
    }),
    { numRuns: 300 },
  );
  expect(count.edited / count.all).toBeGreaterThan(0.9);
});

const set = (pointer: string, members: object): Mend => ({
  ...{ kind: "a", message: "a", pointer },
  change: () => ({ ...members }),
});

test.each([
  ["a: 1 # one\nb: 2\n", set("", { a: 3 }), "a: 3 # one\nb: 2\n"],
  ["a: 1 # one\n# two\nb: 2\n", set("", { b: undefined }), "a: 1 # one\n# two\n"],
  ["a: 1 # one\nb: 2\n", set("", { a: undefined }), "b: 2\n"],
  ["# first\na: 1\n", set("", { c: "d, e" }), '# first\nc: "d, e"\na: 1\n'],
  ["x:\n  - a: 1\n    b: 2\n", set("/x/0", { c: 3 }), "x:\n  - c: 3\n    a: 1\n    b: 2\n"],
  ["x: { a: 1, b: 2 }\n", set("/x", { b: undefined, c: 3 }), "x: { a: 1, c: 3 }\n"],
  ["x: { a: 1 }\n", set("/x", { c: true }), "x: { c: true, a: 1 }\n"],
  ["x: { a: 1 }\n", set("/x", { a: undefined }), "x: {}\n"],
  ["x: [1, '2'] # two\n", set("/x", { 1: 2 }), "x: [1, 2] # two\n"],
  ["x:\n  a:\n    - 1\ny: 0\n", set("/x", { a: [1, null] }), "x:\n  a: [1, null]\ny: 0\n"],
  ["200: { a: 1 }\n", set("/200", { a: "null" }), '200: { a: "null" }\n'],
  [
    '{\n\t"a": 1.0,\n\t"b": 9223372036854775807\n}\n',
    set("", { c: ["null"] }),
    '{\n\t"c": ["null"],\n\t"a": 1.0,\n\t"b": 9223372036854775807\n}\n',
  ],
])("%j", (text, mend, expected) => {
  const { made } = applyMends(parseDocument(text).toJS(), [mend]);
  expect(editText(text, made)).toBe(expected);
});

test("a value that another name stands for is not changed in its text", () => {
  const text = "x: &x { a: 1 }\ny: *x\n";
  const { made } = applyMends(parseDocument(text).toJS(), [set("/y", { a: 2 })]);
  expect(editText(text, made)).toBeUndefined();
});
