import { expect, test } from "vitest";
import type { ValueWitness } from "../compare/witness.ts";
import { viewChanges } from "../emit/docs/changes-page.ts";
import { escapeMarkdownMessage } from "../emit/shared/escape/markdown-message.ts";
import { writeWitness } from "./write-witness.ts";

const witness: ValueWitness = {
  kind: "value",
  operation: "POST /pets",
  in: "request",
  place: "body",
  mediaType: "application/json",
  value: { name: "", tags: ["a", null] },
  pointer: "/name",
};

test("a witness is one sentence, with the value and its place", () => {
  expect(writeWitness(witness)).toBe(
    '`{"name": "", "tags": ["a", null]}` in the body of `POST /pets` was accepted, is refused now.',
  );
  const header: ValueWitness = {
    ...{ kind: "value", operation: "GET /pets", in: "answer", place: "header x-a of response 200" },
    ...{ value: 1, pointer: "" },
  };
  expect(writeWitness(header)).toBe(
    "`1` in the header `x-a` of response 200 of `GET /pets` is possible now, and was not before.",
  );
  const form = { ...witness, mediaType: "multipart/form-data", value: {} };
  expect(writeWitness(form)).toContain("in the body as `multipart/form-data` of `POST /pets`");
});

test("of a long value, the part is shown that the change is about, and a long part is cut", () => {
  const long = { ...witness, value: { note: "a".repeat(500), name: "" } };
  expect(writeWitness(long)).toBe(
    '`""` at `/name` in the body of `POST /pets` was accepted, is refused now.',
  );
  const cut = writeWitness({ ...long, value: { name: "a".repeat(5000) } });
  expect(cut).toMatch(/^`"a{119}…` at `\/name` in the body/);
});

test("a call and code that no longer compiles are sentences too", () => {
  expect(
    writeWitness({
      kind: "call",
      operation: "GET /pets",
      request: "GET /pets?ids=1,2",
      before: "ids is [1,2]",
      after: "answered with 404",
    }),
  ).toBe("`GET /pets?ids=1,2`: before, `ids is [1,2]`; now, `answered with 404`.");
  expect(writeWitness({ kind: "code", code: "pet.name;", error: "No property." })).toBe(
    "`pet.name;` no longer compiles: `No property.`.",
  );
});

test("texts of a document stay texts in each form of output", () => {
  const hostile = "``</code><script>alert(1)</script>\n# [a](b) @c \u202e";
  const sentence = writeWitness({ ...witness, operation: hostile, value: { [hostile]: hostile } });
  expect(sentence).not.toMatch(/[\n\u202e]/);
  expect(escapeMarkdownMessage(sentence)).toBe(sentence);
  const verdicts = {
    ...{ callers: "breaks", clientCode: "works", handlers: "works", validators: "works" },
  };
  const change = { kind: "a", severity: "breaking", message: "a", operations: [], verdicts };
  const view = viewChanges(
    { version: "2", added: "", changes: [{ ...change, example: sentence }] },
    new Map(),
  );
  const html = JSON.stringify(view);
  expect(html).not.toContain("<script");
  expect(html.match(/<code>/g)).toHaveLength(2);
});
