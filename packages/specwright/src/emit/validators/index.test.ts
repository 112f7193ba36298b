import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { emitValidators } from "./index.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The text of a generated module. */
function emitModule(path: string, document: Readonly<Record<string, unknown>>): string {
  const { files } = emitValidators({
    model: buildModelFrom(document),
    command: "",
    render: createTemplates(),
  });
  return files.find((file) => file.path === `validators/${path}`)?.content ?? "";
}

test("a schema that only the request of the last operation leads to, behind a reference, has a name", () => {
  const content = { "application/json": { schema: ref("Order") } };
  const document = {
    paths: {
      "/orders": {
        post: { requestBody: { content }, responses: { 204: { description: "" } } },
      },
    },
    components: {
      schemas: {
        Order: { type: "object", required: ["item"], properties: { item: { oneOf: [ref("A")] } } },
        A: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string", readOnly: true } },
        },
      },
    },
  };
  expect(emitModule("components.js", document)).toContain("item: ARequest");
  expect(emitModule("predicates.js", document)).toContain("isARequest(value.item)");
});

test("alternatives are distinguished by Zod only where it finds the values of the tag", () => {
  const kind = (schema: object, rest: object = {}): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: schema },
    ...rest,
  });
  const unions = emitModule("components.js", {
    components: {
      schemas: {
        Kind: { type: "string", enum: ["a", "b", "c", "d"] },
        A: kind({ enum: ["a"], allOf: [ref("Kind")] }),
        B: kind({ const: "b", ...ref("Kind") }),
        C: kind({ const: "c" }, { allOf: [{ properties: { kind: { minLength: 1 } } }] }),
        D: kind({ const: "d" }),
        E: kind({ const: "e" }, { allOf: [{ properties: { name: { type: "string" } } }] }),
        WithA: { oneOf: [ref("A"), ref("D")] },
        WithB: { oneOf: [ref("B"), ref("D")] },
        WithC: { oneOf: [ref("C"), ref("D")] },
        WithE: { oneOf: [ref("E"), ref("D")] },
      },
    },
  });
  expect(unions.match(/(?<==> )z\.(?:union|discriminatedUnion).*(?=\))/g)).toEqual([
    'z.discriminatedUnion("kind", [A, D])',
    'z.discriminatedUnion("kind", [B, D])',
    "z.union([C, D])",
    'z.discriminatedUnion("kind", [E, D])',
  ]);
});

test("a set of parameters that operations share is named after its parameters, or after the first operation when these are long", () => {
  const list = (operationId: string, names: readonly string[]): object => ({
    get: {
      operationId,
      parameters: names.map((name) => ({ name, in: "query", schema: { type: "string" } })),
      responses: { 204: { description: "" } },
    },
  });
  const short = ["page", "limit"];
  const long = [
    "first_name",
    "last_name",
    "date_of_birth",
    "place_of_birth",
    "nationality",
    "hometown",
    "occupation",
  ];
  const text = emitModule("components.js", {
    paths: {
      "/a": list("listA", short),
      "/b": list("listB", short),
      "/c": list("listC", long),
      "/d": list("listD", long),
    },
  });
  expect([...text.matchAll(/export const (query\w+)/g)].map(([, name]) => name)).toEqual([
    "query_page_limit",
    "query_listC",
  ]);
});

test("operations without parameters and answers without bodies have a type that linters accept", () => {
  const nothing = { responses: { 204: { description: "" }, 205: { description: "" } } };
  const text = emitModule("operations.d.ts", { paths: { "/a": { get: nothing } } });
  expect(text).toContain("readonly parameters: Record<never, never>;");
  expect(text).not.toMatch(/\{\s*\}/);
});
