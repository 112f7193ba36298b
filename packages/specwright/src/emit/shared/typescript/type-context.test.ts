import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { createTypeContext } from "./type-context.ts";
import { collectTypeFacts } from "./type-facts.ts";

test("targets share facts about a model, but not their printed text", () => {
  const document = { components: { schemas: { A: { discriminator: { propertyName: "kind" } } } } };
  const model = buildModelFrom(document);
  const first = createTypeContext(collectTypeFacts(model));
  const second = createTypeContext(collectTypeFacts(model));
  expect(second.discriminators).toBe(first.discriminators);
  first.used.add("WithRequired");
  expect(second.used.size).toBe(0);
  const other = collectTypeFacts(buildModelFrom(document));
  expect(other.discriminators).not.toBe(first.discriminators);
});
