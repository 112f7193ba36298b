import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { readParameterStyle } from "./parameter-style.ts";

test.each([
  [{ in: "query" }, {}],
  [{ in: "query", explode: false }, { explode: false }],
  [{ in: "query", style: "pipeDelimited" }, { style: "pipeDelimited" }],
  [{ in: "query", style: "deepObject", explode: true }, { style: "deepObject" }],
  [{ in: "header" }, {}],
  [{ in: "header", explode: true }, { explode: true }],
  [{ in: "path", style: "label" }, { style: "label" }],
  [
    { in: "path", style: "matrix", explode: true },
    { style: "matrix", explode: true },
  ],
  [{ in: "cookie" }, {}],
])("%j says %j of its style", (parameter, written) => {
  expect(readParameterStyle(buildStyledParameter({ ...parameter, schema: {} }))).toEqual(written);
});

test("a parameter with a media type has no style", () => {
  const content = { "application/json": { schema: {} } };
  expect(readParameterStyle(buildStyledParameter({ in: "query", content }))).toEqual({});
});

function buildStyledParameter(
  parameter: Readonly<Record<string, unknown>>,
): Parameters<typeof readParameterStyle>[0] {
  const { components } = buildModelFrom({
    components: { parameters: { a: { name: "a", required: true, ...parameter } } },
  });
  const found = components.parameters.get("a");
  if (found === undefined) {
    throw new Error("The test's document has no parameter a.");
  }
  return found;
}
