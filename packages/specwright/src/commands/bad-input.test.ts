import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { DiagnosticError } from "../diagnostic.ts";
import { types } from "./types.ts";

const start = 'openapi: 3.1.0\ninfo: {title: a, version: "1"}\n';

/** The codes of a document's problems. Empty when its types were printed. */
function findTypesProblems(text: string): string[] {
  const folder = makeTemporaryFolder({ "api.yaml": text });
  try {
    types({ document: "api.yaml", folder });
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics.map(({ code }) => code);
    }
    throw error;
  }
  return [];
}

function schemas(lines: readonly string[]): string {
  return `${start}components:\n  schemas:\n${lines.map((line) => `    ${line}\n`).join("")}`;
}

const chain = Array.from(
  { length: 10_000 },
  (_, index) => `A${index}: {$ref: '#/components/schemas/A${index + 1}'}`,
);
const wide = Array.from({ length: 5000 }, () => "{$ref: '#/components/schemas/A'}").join(", ");

test.each([
  ["a long chain of references", schemas([...chain, "A10000: {type: string}"])],
  ["a long allOf", schemas(["A: {type: object}", `B: {allOf: [${wide}]}`])],
  ["a schema that is only itself", schemas(["A: {$ref: '#/components/schemas/A'}"])],
  [
    "two schemas that are only each other",
    schemas(["A: {$ref: '#/components/schemas/B'}", "B: {$ref: '#/components/schemas/A'}"]),
  ],
  ["allOf of itself", schemas(["A: {allOf: [{$ref: '#/components/schemas/A'}], required: [a]}"])],
  ["a huge pattern", schemas([`A: {type: string, pattern: '${"(a|b)*".repeat(20_000)}'}`])],
  ["nothing but the version", start],
])("%s ends in types or a clear error", (_, text) => {
  expect(findTypesProblems(text).filter((code) => code !== "reference-circle")).toEqual([]);
});

test("parts of the wrong kind are problems and no crashes", () => {
  const parts = ["paths", "webhooks", "components", "servers", "tags", "security", "info"];
  for (const part of parts) {
    for (const value of [
      "null",
      "1",
      "text",
      "[1]",
      "{a: 1}",
      "[[]]",
      "{/a: 1}",
      "{/a: {get: 1}}",
      "{schemas: 1}",
    ]) {
      expect(() => findTypesProblems(`openapi: 3.1.0\n${part}: ${value}\n`)).not.toThrow();
    }
  }
});

test.each([
  "parameters: 1",
  "parameters: [1]",
  "parameters: [{name: 1, in: 2}]",
  "requestBody: 1",
  "responses: 1",
  "responses: {200: 1}",
  "responses: {200: {content: 1, headers: 1}}",
  "responses: {200: {content: {a/b: 1}}}",
  "responses: {200: {content: {a/b: {schema: 1, encoding: 1, examples: 1}}}}",
  "security: 1",
  "security: [1]",
  "tags: 1",
  "operationId: 1",
  "x-pagination: 1",
])("an operation with `%s` is a problem or nothing, and no crash", (member) => {
  expect(() => findTypesProblems(`${start}paths: {/a: {get: {${member}}}}`)).not.toThrow();
});

test.each([
  JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} }),
  "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n",
])("the text of a document is not printed as the name of a file: %j", (document) => {
  const problems = (): unknown => {
    try {
      return types({ document });
    } catch (error) {
      return error instanceof DiagnosticError ? error.diagnostics : error;
    }
  };
  expect(problems()).toEqual([
    {
      severity: "error",
      code: "file-not-readable",
      message: "The text of a document was passed where its path is expected.",
      fix: "Parse the text, for example with `JSON.parse`, and pass the object.",
    },
  ]);
});
