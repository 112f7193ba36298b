import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTypeContext } from "../shared/typescript/type-context.ts";
import { collectTypeFacts } from "../shared/typescript/type-facts.ts";
import { printRootTypes } from "./root-types.ts";

test("components that want the same alias get different ones", () => {
  const model = buildModelFrom({ components: { schemas: { any: {}, Any: {}, paths: {} } } });
  const [text = ""] = printRootTypes(
    model,
    createTypeContext(collectTypeFacts(model, { rootTypes: true })),
  );
  const aliases = [...text.matchAll(/^export type (\S+) = components\["schemas"\]\["(\w+)"\];$/gm)];
  expect(aliases.map(([, alias, name]) => [alias, name])).toEqual([
    ["SchemaAny", "any"],
    ["SchemaAny_2", "Any"],
    ["SchemaPaths", "paths"],
  ]);
});
