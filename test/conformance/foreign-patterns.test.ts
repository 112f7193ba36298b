import { expect, test } from "vitest";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

const slug = "\\A[a-z0-9_\\-]+\\z";

const model = buildModelOfDocument({
  paths: {
    "/items/{slug}": {
      get: {
        operationId: "item",
        parameters: [
          { name: "slug", in: "path", required: true, schema: { type: "string", pattern: slug } },
        ],
        responses: { 200: { description: "ok" } },
      },
    },
  },
  components: {
    schemas: {
      Slug: { type: "string", pattern: slug },
      Anything: { pattern: slug },
      Named: {
        type: "object",
        patternProperties: { "\\A[[:xdigit:]]{2}\\z": { type: "integer" } },
        additionalProperties: false,
      },
      Keys: { type: "object", propertyNames: { pattern: slug } },
      Unread: { type: "string", pattern: "^\\h+$" },
      UnreadNames: {
        type: "object",
        properties: { a: { type: "string" } },
        patternProperties: { "^\\h+$": { type: "integer" } },
        additionalProperties: false,
      },
    },
  },
});

const verdicts: readonly (readonly [name: string, value: unknown, isAccepted: boolean])[] = [
  ["Slug", "a-b_1", true],
  ["Slug", "Aa-bz", false],
  ["Slug", "a\n", false],
  ["Anything", 1, true],
  ["Anything", "A", false],
  ["Named", { aF: 1 }, true],
  ["Named", { aF: "1" }, false],
  ["Named", { ag: 1 }, false],
  ["Keys", { "a-b": 1 }, true],
  ["Keys", { Az: 1 }, false],
  ["Unread", "anything", true],
  ["UnreadNames", { ff: "any key may be one of the pattern's" }, true],
  ["UnreadNames", { a: 1 }, false],
];

test.each([true, false])(
  "patterns of other engines mean what they mean there, wherever they stand (predicates: %s)",
  (usesPredicates) => {
    const { schemas, operations } = loadValidators(model, { usesPredicates });
    for (const [name, value, isAccepted] of verdicts) {
      const { success } = schemas[name]?.safeParse(value) ?? {};
      expect(success, `${name} ${JSON.stringify(value)}`).toBe(isAccepted);
    }
    const path = operations.item?.parameters.path;
    expect(path?.safeParse({ slug: "a-1" }).success).toBe(true);
    expect(path?.safeParse({ slug: "Aaz" }).success).toBe(false);
  },
);
