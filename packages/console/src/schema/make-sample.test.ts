import { expect, test } from "vitest";
import { makeSample } from "./make-sample.ts";

test("a sample has every member, with examples and defaults before values of the kind", () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: {
      url: { type: ["string", "null"], format: "uri" },
      id: { type: "string", examples: ["8863"] },
      points: { type: "integer", minimum: 5 },
      by: { type: "string", default: "ada" },
      kind: { enum: ["story", "poll"] },
      tags: { type: "array", items: { type: "string" } },
      more: { type: "object" },
      at: { type: "string", format: "date-time" },
    },
  };
  expect(makeSample(schema)).toEqual({
    id: "8863",
    url: "https://example.com/",
    points: 5,
    by: "ada",
    kind: "story",
    tags: ["text"],
    more: {},
    at: "2026-01-31T12:00:00.000Z",
  });
});

test("a schema that contains itself ends", () => {
  const schema = { type: "object", properties: {} as Record<string, unknown> };
  schema.properties.inner = schema;
  expect(JSON.stringify(makeSample(schema)).match(/inner/g)).toHaveLength(8);
});
