import { expect, test } from "vitest";
import { compareEdits } from "../../test/watching/compare-edits.ts";

/** A document whose operation leads to `Pet` through `Home`. */
function write(pet: object, more: object = {}): string {
  const json = { "application/json": { schema: { $ref: "#/components/schemas/Home" } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/homes": {
        post: {
          operationId: "createHome",
          requestBody: { content: json },
          responses: { 200: { description: "ok", content: json } },
        },
      },
    },
    components: {
      schemas: {
        Home: { type: "object", properties: { pet: { $ref: "#/components/schemas/Pet" } } },
        Pet: { type: "object", properties: pet },
        ...more,
      },
    },
  });
}

const date = { type: "string", format: "date-time" };
const edits = [
  ["a date is added", write({ at: date })],
  ["a long integer is added", write({ at: date, id: { type: "integer", format: "int64" } })],
  ["the date becomes a text", write({ at: { type: "string" } })],
  [
    "it is a date again, of a component",
    write({ at: { $ref: "#/components/schemas/At" } }, { At: date }),
  ],
  [
    "another schema makes the component ambiguous",
    write(
      { at: { $ref: "#/components/schemas/At" } },
      { At: date, Any: { oneOf: [{ $ref: "#/components/schemas/At" }, { type: "string" }] } },
    ),
  ],
  ["a list of values is added", write({ kind: { enum: ["a", "b"] } })],
  ["the list becomes longer", write({ kind: { enum: ["a", "b", "c"] } })],
].map(([what = "", text = ""]) => ({ file: "api.json", what, text }));

test.each(["open", "const"] as const)(
  "a session converts what a new run converts after each edit, with enums: %s",
  async (enums) => {
    const values = { "date-time": "Date", int64: "bigint" } as const;
    const files = { "api.json": write({}) };
    expect(await compareEdits(files, "api.json", edits, { values, enums })).toEqual({
      failed: 0,
      changed: edits.length,
    });
  },
);
