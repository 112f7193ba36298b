import { expect, test } from "vitest";
import { compileToolkit } from "./compile-toolkit.ts";

/** Compiles a document with one tool, whose argument has the first of these schemas. */
function compile(schemas: Readonly<Record<string, unknown>>) {
  const body = {
    type: "object",
    properties: { value: { $ref: "#/components/schemas/S0" } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Hostile", version: "1" },
    servers: [{ url: "https://hostile.example" }],
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: { content: { "application/json": { schema: body } } },
          responses: { 200: { description: "Done." } },
        },
      },
    },
    components: { schemas },
  };
  const text = JSON.stringify(document);
  return compileToolkit({ path: "document.json", text, wish: { slug: "hostile" } });
}

/** A chain of `length` schemas, each built from the next one. */
function chain(length: number, make: (next: object) => unknown): Record<string, unknown> {
  const schemas = Array.from({ length }, (_, index) => [
    `S${index}`,
    make({ $ref: `#/components/schemas/S${index + 1}` }),
  ]);
  return { ...Object.fromEntries(schemas), [`S${length}`]: { type: "string" } };
}

test("ten references on each of twelve levels are written out up to a limit", () => {
  const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
  const schemas = chain(12, (next) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, next])),
  }));
  const { compiled, errors } = compile(schemas);
  expect(errors).toEqual([]);
  expect(compiled?.tools[0]?.record.length).toBeLessThan(1_000_000);
});

test("a schema that another one contains twice, on thirty levels, is read once", () => {
  const { compiled, errors } = compile(chain(30, (next) => ({ allOf: [next, next] })));
  expect(errors).toEqual([]);
  expect(compiled?.tools).toHaveLength(1);
});

test("a document with more operations than a toolkit may have is refused with their number", () => {
  const paths = Array.from({ length: 20_001 }, (_, index) => [
    `/a${index}`,
    { get: { operationId: `a${index}`, responses: { 200: { description: "Done." } } } },
  ]);
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Hostile", version: "1" },
    servers: [{ url: "https://hostile.example" }],
    paths: Object.fromEntries(paths),
  });
  const { errors } = compileToolkit({ path: "document.json", text, wish: { slug: "hostile" } });
  expect(errors).toEqual([expect.stringContaining("20001 operations")]);
});
