import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { renderTypes } from "./render-types.ts";

test("references that lead to nothing but each other are unknown", () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const model = buildModelFrom({
    components: {
      schemas: {
        A: ref("B"),
        B: ref("A"),
        C: { anyOf: [ref("D"), { type: "string" }] },
        D: ref("C"),
      },
    },
  });
  const text = renderTypes({ model, command: "", render: createTemplates() }, {});
  expect(text).toContain("A: unknown;\n    B: unknown;\n    C: string;\n    D: components");
});

test("types like those of openapi-typescript leave out what stands beside a reference in a circle, too", () => {
  const schemas = {
    A: { $ref: "#/components/schemas/B", required: ["a"] },
    B: { $ref: "#/components/schemas/A", required: ["b"] },
    C: { oneOf: [{ $ref: "#/components/schemas/C", required: ["c"] }, { type: "string" }] },
  };
  const model = buildModelFrom({ openapi: "3.1.0", components: { schemas } });
  const context = { model, command: "", render: createTemplates() };
  const text = renderTypes(context, { likeOpenapiTypescript: true });
  expect(text).toContain("A: unknown;\n    B: unknown;\n    C: string;");
});
