import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { findInvalidExamples } from "./index.ts";

const pet = {
  type: "object",
  required: ["id", "name", "secret"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 2, example: 7 },
    secret: { type: "string", writeOnly: true },
    count: { type: "integer", format: "int32", default: 3_000_000_000 },
    size: { enum: ["s", "l"], default: "m" },
    born: { type: "string", format: "date", examples: ["2020-01-01", "yesterday"] },
  },
};

const content = (examples: object) => ({
  "application/json": { schema: { $ref: "#/components/schemas/Pet" }, examples },
  "text/csv": { schema: { $ref: "#/components/schemas/Pet" }, example: "id,name" },
});

const document = {
  components: {
    schemas: { Pet: pet },
    parameters: {},
    examples: { Shared: { value: { id: "1", name: "Rex" } } },
  },
  paths: {
    "/pets": {
      post: {
        parameters: [
          {
            name: "limit",
            in: "query",
            schema: { type: "integer" },
            examples: { good: { value: 1 }, bad: { value: "many" } },
          },
        ],
        requestBody: {
          content: content({
            good: { value: { name: "Rex", secret: "x" } },
            bad: { value: { id: 1, name: "Rex" } },
          }),
        },
        responses: {
          200: {
            description: "",
            headers: {
              "X-Total": { schema: { type: "integer" }, example: "many" },
              "X-Next": {
                schema: { type: "string", minLength: 2 },
                examples: { good: { value: "ab" }, bad: { value: "a" } },
              },
              "X-Json": {
                content: { "application/json": { schema: { type: "integer" }, example: "x" } },
              },
            },
            content: content({
              good: { value: { id: 1, name: "Rex" } },
              bad: { value: { name: "Rex", secret: "x" } },
              shared: { $ref: "#/components/examples/Shared" },
            }),
          },
        },
      },
    },
  },
};

test("examples and defaults that do not fit their schemas are reported at their places, in the direction in which they go", () => {
  const found = findInvalidExamples(buildModelFrom(document), {}).map(
    ({ code, pointer, message }) => [`${code} ${pointer}`, message.replace(/^.*: /, "")],
  );
  const body = "/paths/~1pets/post/requestBody/content/application~1json/examples";
  const answer = "/paths/~1pets/post/responses/200/content/application~1json/examples";
  const headers = "/paths/~1pets/post/responses/200/headers";
  const properties = "/components/schemas/Pet/properties";
  expect(found).toEqual([
    [
      "invalid-example /paths/~1pets/post/parameters/0/examples/bad/value",
      "it is a string and has to be an integer.",
    ],
    [`invalid-example ${body}/bad/value`, "it has no `secret`, which is required."],
    [`invalid-example ${headers}/X-Total/example`, "it is a string and has to be an integer."],
    [`invalid-example ${headers}/X-Next/examples/bad/value`, "it is too short."],
    [
      `invalid-example ${headers}/X-Json/content/application~1json/example`,
      "it is a string and has to be an integer.",
    ],
    [`invalid-example ${answer}/bad/value`, "it has no `id`, which is required."],
    [`invalid-example ${answer}/shared/value`, "`/id` is a string and has to be an integer."],
    [`invalid-example ${properties}/name/example`, "it is a number and has to be a string."],
    [`invalid-default ${properties}/count/default`, "it does not have the format `int32`."],
    [`invalid-default ${properties}/size/default`, "it is not one of the values of `enum`."],
    [`invalid-example ${properties}/born/examples/1`, "it does not have the format `date`."],
  ]);
});

test("formats that validators do not assert are not asserted of examples", () => {
  const found = findInvalidExamples(buildModelFrom(document), { formats: "annotate" });
  expect(found.filter(({ message }) => message.includes("format"))).toEqual([]);
});

test("a document that was made to take long is left in time", () => {
  const name = (index: number): string => `A${index}`;
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const ref = { $ref: `#/components/schemas/${name(index + 1)}` };
      return [name(index), { anyOf: [ref, { not: ref }, ref] }];
    }),
  );
  const slow = buildModelFrom({
    components: {
      schemas: {
        ...schemas,
        A60: { type: "string", pattern: "^(a+)+$" },
        Slow: { $ref: "#/components/schemas/A0", examples: [`${"a".repeat(40)}!`] },
      },
    },
  });
  expect(findInvalidExamples(slow, {})).toEqual([]);
});

test("circles of references end", () => {
  const circle = buildModelFrom({
    components: {
      schemas: {
        A: { $ref: "#/components/schemas/B", example: 1 },
        B: { allOf: [{ $ref: "#/components/schemas/A" }] },
      },
    },
  });
  expect(findInvalidExamples(circle, {})).toEqual([]);
});
