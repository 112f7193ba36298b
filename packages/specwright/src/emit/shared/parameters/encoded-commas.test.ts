import { describe, expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { Parameter } from "../../../document/model/model.ts";
import {
  repeatsItemsWithCommas,
  splitsEncodedCommas,
  withEncodedCommas,
} from "./encoded-commas.ts";

const declareList = (items: unknown): object => ({
  schema: { type: "array", items },
  explode: false,
});

describe("without the setting", () => {
  test.each([
    { type: "integer" },
    { type: ["boolean", "null"] },
    { type: "string", enum: ["ACTIVE", "EXPIRED"] },
    { const: "a" },
    { type: "string", pattern: "^[a-z]+$" },
    { type: "string", format: "uuid" },
    { $ref: "#/components/schemas/Slug" },
    { allOf: [{ type: "string", pattern: "^[a-z]+$" }, { maxLength: 4 }] },
    { anyOf: [{ type: "integer" }, { enum: ["latest"] }] },
  ])("a list of %j is split at encoded commas", (items) => {
    expect(splitsEncodedCommas(buildCommaParameter(declareList(items)))).toBe(true);
    expect(
      splitsEncodedCommas(buildCommaParameter({ in: "path", schema: { type: "array", items } })),
    ).toBe(true);
  });

  test.each([
    {},
    { type: "string" },
    { type: "string", enum: ["a", "b,c"] },
    { type: "string", pattern: "[a-z]+" },
    { pattern: "^[a-z]+$" },
    { type: "string", format: "uri" },
    { type: "object" },
    { type: "array", items: { type: "integer" } },
    { anyOf: [{ type: "integer" }, { type: "string" }] },
    { $ref: "#/components/schemas/Circle" },
  ])("a list of %j is not, because an item may have a comma", (items) => {
    expect(splitsEncodedCommas(buildCommaParameter(declareList(items)))).toBe(false);
  });

  test.each([
    ["explodes", { explode: true }],
    ["is a header", { in: "header" }],
    ["is joined by pipes", { style: "pipeDelimited" }],
    [
      "is JSON",
      { schema: undefined, content: { "application/json": { schema: { type: "array" } } } },
    ],
    ["may be a text", { schema: { type: ["array", "string"], items: { type: "integer" } } }],
  ])("a parameter that %s is not", (_, parameter) => {
    expect(
      splitsEncodedCommas(
        buildCommaParameter({ ...declareList({ type: "integer" }), ...parameter }),
      ),
    ).toBe(false);
  });
});

describe("with splitEncodedCommas", () => {
  test.each([
    [{ type: "string" }, "query", { splits: true, repeats: true }],
    [{ type: "integer" }, "query", { splits: true, repeats: false }],
    // These parameters cannot be sent in another way.
    [{ type: "string" }, "path", { splits: false, repeats: false }],
    [{ type: "string" }, "cookie", { splits: false, repeats: false }],
  ])("a list of %j in %s: %j", (items, location, expected) => {
    const parameter = buildCommaParameter({ ...declareList(items), in: location }, true);
    expect({
      splits: splitsEncodedCommas(parameter),
      repeats: repeatsItemsWithCommas(parameter),
    }).toEqual(expected);
  });
});

function buildCommaParameter(parameter: object, isSet = false): Parameter {
  const given = buildModelFrom({
    components: {
      schemas: {
        Slug: { type: "string", pattern: "^[a-z]+$" },
        Circle: { $ref: "#/components/schemas/Circle" },
      },
    },
    paths: {
      "/a/{a}": {
        get: {
          operationId: "a",
          parameters: [{ name: "a", in: "query", required: true, ...parameter }],
          responses: { 204: { description: "Done." } },
        },
      },
    },
  });
  const found = (isSet ? withEncodedCommas(given) : given).operations[0]?.parameters[0]?.value;
  if (found === undefined) {
    throw new Error("The test's document has no parameter.");
  }
  return found;
}
