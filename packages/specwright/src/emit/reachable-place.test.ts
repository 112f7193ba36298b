import { expect, test } from "vitest";
import { modelOf } from "../../test/model-of.ts";
import { isReachable } from "./reachable-place.ts";

const own = (name: string): object => ({ $ref: `#/components/schemas/Alias/$defs/${name}` });
const document = {
  components: {
    schemas: {
      Pet: {
        type: "object",
        properties: { name: { type: "object", properties: { first: { type: "string" } } } },
        $defs: { age: { type: "integer" } },
      },
      Alias: { ...own("text"), $defs: { text: { type: "string" } } },
      List: { type: "array", items: { type: "string" } },
      Meta: { properties: { $defs: { type: "object" } }, $defs: { text: { type: "string" } } },
    },
  },
};

test.each([
  ["/components/schemas/Pet", true],
  ["/components/schemas/Pet/properties/name", true],
  ["/components/schemas/Pet/properties/name/properties/first", true],
  ["/components/schemas/Pet/$defs/age", true],
  ["/components/schemas/Pet/properties/none", false],
  ["/components/schemas/Alias/$defs/text", false],
  ["/components/schemas/List/items", false],
  ["/components/schemas/Meta/$defs/text", false],
  ["/paths/~1a/get", true],
])("%s: %s", (pointer, is) => {
  const { schemas } = modelOf(document).components;
  expect(isReachable(pointer, schemas)).toBe(is);
});
