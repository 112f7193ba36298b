import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { completeDocument } from "../../../../test/server-files.ts";
import { createContentNames } from "../../shared/bodies/content-names.ts";
import { printWebhook } from "./webhook-source.ts";

/** The conditions that are emitted for a webhook, as text. */
function findConditions(webhook: object): string | undefined {
  const model = buildModelFrom(
    completeDocument({ webhooks: { w: { post: { responses: {}, ...webhook } } } }),
  );
  const [operation] = model.webhooks[0]?.operations ?? [];
  const source = operation && printWebhook(operation, createContentNames());
  return /conditions: (.*),\n/.exec(source ?? "")?.[1];
}

const body = (schema: object): object => ({
  requestBody: { content: { "application/json": { schema } } },
});
const typed = (type: object): object => ({ type: "object", properties: { type } });

test.each<[string, object, string]>([
  ["a constant", body(typed({ const: "a.b" })), '[{ in: "body", name: "type", values: ["a.b"] }]'],
  [
    "an enumeration",
    body(typed({ enum: ["a", "b"] })),
    '[{ in: "body", name: "type", values: ["a", "b"] }]',
  ],
  [
    "a part of the body",
    body({ allOf: [{}, typed({ const: "a" })] }),
    '[{ in: "body", name: "type", values: ["a"] }]',
  ],
  ["any text", body(typed({ type: "string" })), "[]"],
  ["no body", {}, "[]"],
  [
    "a name",
    { "x-webhook": "a", ...body(typed({ const: "b" })) },
    '[{ in: "body", name: "type", values: ["a"] }]',
  ],
  [
    "another property",
    { "x-webhook": { property: "event", values: ["a", "b"] } },
    '[{ in: "body", name: "event", values: ["a", "b"] }]',
  ],
  [
    "a header",
    { "x-webhook": { header: "X-Event", values: "push" } },
    '[{ in: "header", name: "X-Event", values: ["push"] }]',
  ],
  [
    "a header with a constant beside the type",
    {
      parameters: [{ name: "X-Version", in: "header", schema: { const: "V3" } }],
      ...body(typed({ const: "a" })),
    },
    '[{ in: "header", name: "X-Version", values: ["V3"] }, { in: "body", name: "type", values: ["a"] }]',
  ],
])("a webhook is known by %s", (_, webhook, expected) => {
  expect(findConditions(webhook)).toBe(expected);
});
