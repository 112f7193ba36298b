import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { fc } from "../../support/fast-check.ts";
import { chooseAmount } from "../../support/samples.ts";
import { findWrongValues, openMocks, startMocks } from "./open-mocks.ts";

/** Settings, and the class of a date-time with each. */
const settings = [
  {
    values: { "date-time": "Date", int64: "bigint", uint64: "bigint", decimal: "string" },
    ofTime: "Date",
  },
  { values: { "date-time": "Temporal", date: "Temporal", int64: "bigint" }, ofTime: "Instant" },
  { values: { date: "Temporal", decimal: "string" }, ofTime: "String" },
] as const;

const text = (format: string): object => ({ type: "string", format });
const leaves = fc.constantFrom<object>(
  ...["date-time", "date", "int64", "decimal", "uuid"].map(text),
  ...["int64", "uint64", "int32"].map((format) => ({ type: "integer", format })),
  { type: "number", format: "decimal" },
  { type: "integer", format: "int64", minimum: 1e12, multipleOf: 3 },
  { type: ["string", "null"], format: "date-time" },
  { anyOf: [text("date-time"), { type: "null" }] },
  { oneOf: [text("date-time"), { type: "boolean" }] },
  { type: "string", format: "date-time", enum: ["2026-01-31T09:30:00Z"] },
  { type: "string" },
  { $ref: "#/components/schemas/Tree" },
  { $ref: "#/components/schemas/Either" },
);
const names = ["a", "b", "at", "__proto__", "constructor", "x/y~z", "kind of"];

const { node: schemas } = fc.letrec<{ node: object }>((tie) => {
  const node = tie("node");
  const describe = (of: readonly string[]): fc.Arbitrary<object> =>
    fc
      .tuple(
        fc.dictionary(fc.constantFrom(...of), node, { maxKeys: 4, noNullPrototype: true }),
        fc.boolean(),
      )
      .map(([properties, isRequired]) => ({
        type: "object",
        properties,
        ...(isRequired && { required: Object.keys(properties) }),
      }));
  return {
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaves,
      describe(names),
      node.map((items) => ({ type: "array", items, maxItems: 3 })),
      node.map((additionalProperties) => ({ type: "object", additionalProperties })),
      // Parts with the same names could contradict each other.
      fc.tuple(describe(names.slice(0, 4)), describe(names.slice(4))).map((allOf) => ({ allOf })),
      fc.tuple(node, node).map((prefixItems) => ({ type: "array", prefixItems, minItems: 2 })),
    ),
  };
});

const shared = {
  Tree: {
    type: "object",
    properties: { at: text("date-time"), next: { $ref: "#/components/schemas/Tree" } },
  },
  Either: {
    oneOf: ["Visit", "Walk"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: "kind" },
  },
  ...Object.fromEntries(
    ["Visit", "Walk"].map((name) => [
      name,
      {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: name }, at: name === "Visit" ? text("date-time") : {} },
      },
    ]),
  ),
};

/** A document with an operation that answers with each of the schemas, and a header that is converted. */
function describeAll(roots: readonly object[]): object {
  const named = roots.map((schema, index) => [`Root${index}`, schema] as const);
  const paths = named.map(([name]) => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
    const headers = { "x-at": { required: true, schema: text("date-time") } };
    const responses = { 200: { description: "ok", headers, content } };
    return [`/${name}`, { get: { operationId: `get${name}`, responses } }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Values", version: "1" },
    servers: [{ url: "http://values.example.com" }],
    paths: Object.fromEntries(paths),
    components: { schemas: { ...shared, ...Object.fromEntries(named) } },
  };
}

const folder = resolveInRoot(".cache/mocks-values");
type Call = (transport: unknown) => { withResponse(): Promise<{ readonly body: unknown }> };

test("values of factories and answers of mocks are those that the validators of the same setting accept", async () => {
  mkdirSync(folder, { recursive: true });
  let run = 0;
  const property = fc.asyncProperty(
    fc.array(schemas, { minLength: 12, maxLength: 12 }),
    fc.constantFrom(...settings),
    async (roots, { values, ofTime }) => {
      run += 1;
      const document = `${folder}/${run}.json`;
      writeFileSync(document, JSON.stringify(describeAll(roots)));
      // Every run has a folder of its own, because modules are imported once.
      const opened = await openMocks(`values-${run}`, document, { values });
      expect(opened.diagnostics.filter(({ code }) => code === "mock-not-made")).toEqual([]);
      expect(findWrongValues(opened)).toEqual([]);
      const { at } = Object(opened.factories.get("Tree")?.());
      expect(at.constructor.name).toBe(ofTime);
      const server = startMocks(opened);
      const transport = (opened.client.createTransport as (options: object) => unknown)({});
      for (const { name } of opened.model.operations) {
        // The client refuses an answer that it cannot convert.
        const { body } = await (opened.client[name] as Call)(transport).withResponse();
        const judged = opened.schemas[name.slice("get".length)]?.safeParse(body);
        expect([name, judged?.success, judged?.error]).toEqual([name, true, undefined]);
      }
      server.close();
    },
  );
  await fc.assert(property, { numRuns: chooseAmount(4, 30), endOnFailure: true });
});
