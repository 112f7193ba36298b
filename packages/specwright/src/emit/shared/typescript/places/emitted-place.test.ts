import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../../test/build-model-from.ts";
import type { Operation } from "../../../../document/model/model.ts";
import { createTypeContext } from "../type-context.ts";
import { collectTypeFacts } from "../type-facts.ts";
import { placeOperation, placeRequestBody, placeResponse } from "./emitted-place.ts";

test("the place of an operation is in `operations` when it has an id, else below its path", () => {
  expect(printPlace({ operationId: "pets#list" })).toBe('operations["pets/list"]');
  expect(printPlace({})).toBe('paths["/a"]["get"]');
  expect(printPlace({ operationId: "" })).toBe('paths["/a"]["get"]');
});

test("an operation that the types leave out has no place", () => {
  expect(printPlace({ operationId: "a", deprecated: true })).toBe('operations["a"]');
  expect(printPlace({ operationId: "a", deprecated: true }, "get", true)).toBeUndefined();
  expect(placeResponse("200", undefined)).toBeUndefined();
});

test("operations of OpenAPI 3.2 without an id have their place in the path item too", () => {
  expect(printPlace({}, "query")).toBe('paths["/a"]["query"]');
  const responses = { 200: { description: "a" } };
  const { operations } = buildModelFrom({
    openapi: "3.2.0",
    paths: { "/a": { additionalOperations: { COPY: { responses } } } },
  });
  expect(
    operations.map((operation) =>
      placeOperation(operation, "paths", createTypeContext(collectTypeFacts(buildModelFrom({})))),
    ),
  ).toEqual(['paths["/a"]["additionalOperations"]["COPY"]']);
});

test("a body that may be absent is taken without `undefined`", () => {
  const content = { "text/plain": {} };
  const required = buildOnlyOperation({ requestBody: { required: true, content } }, "post");
  expect(placeRequestBody(required, "place")).toBe('place["requestBody"]');
  const optional = buildOnlyOperation({ requestBody: { content } }, "post");
  expect(placeRequestBody(optional, "place")).toBe('NonNullable<place["requestBody"]>');
  expect(placeRequestBody(optional, undefined)).toBeUndefined();
});

test.each([
  ["200", 'place["responses"][200]'],
  ["2XX", 'place["responses"]["2XX"]'],
  ["007", 'place["responses"]["007"]'],
  ["default", 'place["responses"]["default"]'],
])("the status %s is an index as the types have it", (status, place) => {
  expect(placeResponse(status, "place")).toBe(place);
});

function printPlace(
  operation: Readonly<Record<string, unknown>>,
  method = "get",
  excludeDeprecated = false,
): string | undefined {
  const context = createTypeContext(collectTypeFacts(buildModelFrom({}), { excludeDeprecated }));
  return placeOperation(buildOnlyOperation(operation, method), "paths", context);
}

function buildOnlyOperation(
  operation: Readonly<Record<string, unknown>>,
  method: string,
): Operation {
  const responses = { 200: { description: "a" } };
  const model = buildModelFrom({
    openapi: "3.2.0",
    paths: { "/a": { [method]: { responses, ...operation } } },
  });
  const [found] = model.operations;
  if (found === undefined) {
    throw new Error("The test's document has no operation.");
  }
  return found;
}
