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
