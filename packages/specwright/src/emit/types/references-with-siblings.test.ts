import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { renderTypes } from "./render-types.ts";

test("a reference with keywords beside it keeps the discriminating property of its target", () => {
  const pet = { $ref: "#/components/schemas/Pet" };
  const model = buildModelFrom({
    openapi: "3.1.0",
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" }, name: { type: "string" } },
          discriminator: { propertyName: "kind" },
        },
        Named: { ...pet, required: ["name"] },
        Aged: { ...pet, properties: { age: { type: "integer" } } },
        Cat: { allOf: [pet], properties: { lives: { type: "integer" } } },
      },
    },
  });
  const text = renderTypes({ model, command: "", render: createTemplates() }, {});
  expect(text).toContain('Named: WithRequired<components["schemas"]["Pet"], "name">;');
  expect(text).toContain('age?: number;\n    } & components["schemas"]["Pet"];');
  expect(text).toContain('& Omit<components["schemas"]["Pet"], "kind">');
});
