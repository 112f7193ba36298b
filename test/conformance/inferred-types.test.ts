import { expect, test } from "vitest";
import { loadModel } from "../../packages/specwright/src/commands/load/load-model.ts";
import { resolveInRoot, specFile } from "../../scripts/support/paths.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { findDifferingTypes } from "./support/inferred-types.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** One component for each kind of Zod expression that is generated. */
const components = {
  Text: { type: "string", maxLength: 64, pattern: "^a" },
  Count: { type: "integer", minimum: 0 },
  Price: { type: "number", multipleOf: 0.01 },
  Flag: { type: "boolean" },
  Nothing: { type: "null" },
  Kind: { type: "string", enum: ["a", "b"] },
  KindOrNull: { type: ["string", "null"], enum: ["a", "b", null] },
  Constant: { const: 1 },
  TextOrNull: { type: ["string", "null"] },
  TextOrNumber: { type: ["string", "number"] },
  List: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
  Tool: {
    type: "object",
    required: ["slug", "tags"],
    properties: {
      slug: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      count: ref("Count"),
      nested: { type: "object", required: ["a"], properties: { a: { type: "number" } } },
      "x-y": { type: ["boolean", "null"] },
    },
  },
  Strict: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
  Tree: {
    type: "object",
    required: ["value"],
    properties: { value: { type: "string" }, children: { type: "array", items: ref("Tree") } },
  },
  Cat: {
    type: "object",
    required: ["kind"],
    properties: { kind: { const: "cat" }, claws: { type: "number" } },
  },
  Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
  Pet: { oneOf: [ref("Cat"), ref("Dog")] },
  Either: { anyOf: [ref("Text"), ref("Price"), { type: "null" }] },
  Extended: {
    allOf: [ref("Tool"), { type: "object", required: ["more"], properties: { more: ref("Pet") } }],
  },
  Map: { type: "object", additionalProperties: { type: "number" } },
  Untyped: { properties: { a: { type: "string" } } },
  Tuple: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
  Checked: {
    type: "object",
    properties: { a: { type: "string" } },
    oneOf: [{ required: ["a"] }, { properties: { b: { type: "string" } }, required: ["b"] }],
  },
};

/** Components whose inferred type differs from the declared one, and why. */
const differences: Readonly<Record<string, string>> = {
  Tree: "inferred as any: the compiler does not follow a constant into its own initializer",
  Untyped:
    "inferred as unknown: without `type`, values of other types pass; declared as the object that is meant",
};

test("the compiler infers the declared types of the emitted Zod, but for listed differences", () => {
  const found = findDifferingTypes(buildModelOfDocument({ components: { schemas: components } }));
  expect(Object.keys(found)).toEqual(Object.keys(differences));
});

/**
 * Schemas of our document whose types differ because of a default. The declared type requires a property with a
 * default, as in openapi-typescript, because answers always have it. Zod's type does not, because validators do not
 * fill in defaults.
 */
const withDefaults = [
  "ToolkitFetchRequest",
  "ExecuteToolRequest",
  "ConnectionInput",
  "CreateConnectedAccountRequest",
  "UpdateConnectedAccountRequest",
  "RefreshConnectedAccountRequest",
  "LinkSubmission",
  "CreateMcpServerRequest",
  "CreateCustomMcpServerRequest",
  "GenerateMcpUrlsRequest",
  "ToolRouterManageConnections",
  "ToolRouterManageConnectionsInput",
  "CreateToolRouterSessionRequest",
  "ToolRouterSessionConfig",
  "ToolRouterSession",
  "UpdateToolRouterSessionRequest",
  "ExecuteSessionToolRequest",
  "MultiExecuteToolItem",
  "MultiExecuteToolArguments",
  "ExecuteMetaToolRequest",
  "CreateProjectRequest",
  "RegenerateApiKeyRequest",
  "CreateWebhookSubscriptionRequest",
  "SendTestEventRequest",
];

test("the compiler infers the declared types of every schema of our document, but for defaults", () => {
  const { model } = loadModel(resolveInRoot(specFile));
  expect(model.components.schemas.size).toBeGreaterThan(260);
  expect(Object.keys(findDifferingTypes(model))).toEqual(withDefaults);
  expect(findDifferingTypes(model, model, { defaultNonNullable: false })).toEqual({});
}, 120_000);

test("a declaration that says something else is found, at any depth", () => {
  const { Tool } = components;
  const nested = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
  const changed = { ...Tool, properties: { ...Tool.properties, nested } };
  const emitted = buildModelOfDocument({
    components: { schemas: { Count: components.Count, Tool } },
  });
  const declared = buildModelOfDocument({
    components: { schemas: { Count: components.Count, Tool: changed } },
  });
  expect(Object.keys(findDifferingTypes(emitted, declared))).toEqual(["Tool"]);
});
