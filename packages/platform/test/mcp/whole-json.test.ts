import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeToolkits } from "../e2e/documents.ts";
import { openClient } from "../e2e/suites/mcp/open-client.ts";
import { startWorld, type World } from "../e2e/world.ts";
import {
  type JsonApplication,
  jsonAnswers,
  startJsonApplication,
} from "./support/json-application.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";
import { openSecondClient, stateless } from "./support/stateless-requests.ts";

let application: JsonApplication;
let world: World;
let endpoint: string;
let client: Client;
let tools: ReadonlyMap<string, Awaited<ReturnType<Client["listTools"]>>["tools"][number]>;
beforeAll(async () => {
  application = await startJsonApplication();
  world = await startWorld({
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      writeFileSync(join(folder, "json.yaml"), application.document);
      return folder;
    },
  });
  endpoint = await createSignedEndpoint(world, ["json"]);
  client = await openSecondClient(endpoint, { version: stateless });
  // The client compiles every output schema, and later compares each result with it.
  const listed = await client.listTools();
  tools = new Map(listed.tools.map((tool) => [tool.name, tool]));
});
afterAll(async () => {
  await client?.close();
  await world?.close();
  await application?.close();
});

const ajv = new Ajv2020({ strict: false });

function findTool(name: string) {
  const tool = tools.get(name);
  if (tool === undefined) {
    throw new Error(`${name} is not listed.`);
  }
  return tool;
}

describe("arguments of a client of 2026-07-28", () => {
  test("every listed schema is one of JSON Schema 2020-12", () => {
    expect(tools.size).toBeGreaterThan(10);
    for (const { name, inputSchema, outputSchema } of tools.values()) {
      expect(ajv.validateSchema(inputSchema), name).toBe(true);
      expect(ajv.validateSchema(Object(outputSchema)), name).toBe(true);
    }
  });

  test("the schema has the keywords of the document, and each referenced schema once", () => {
    const { inputSchema } = findTool("JSON_RULES");
    expect(inputSchema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      additionalProperties: false,
      dependentRequired: { many: ["pair"] },
      if: { required: ["chosen"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ["phone"] },
      allOf: [{ anyOf: expect.any(Array) }],
      properties: {
        pair: { prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
        set: { uniqueItems: true, contains: { const: 1 }, maxContains: 2 },
        not_blank: { title: "A text", examples: ["text"], not: { pattern: String.raw`^\s*$` } },
        one: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
        tree: { $ref: "#/$defs/Tree" },
        named: { propertyNames: { pattern: "^[a-z]+$" }, minProperties: 1 },
        coded: { patternProperties: { "^n_": { type: "integer" } } },
        closed: { allOf: [{ $ref: "#/$defs/Named" }], unevaluatedProperties: false },
      },
      $defs: {
        Tree: { properties: { next: { $ref: "#/$defs/Tree" } } },
        Named: { $anchor: "named" },
      },
    });
  });

  test.each<[string, Record<string, unknown>, boolean]>([
    ["JSON_RULES", { pair: ["a", 1] }, true],
    ["JSON_RULES", { pair: [1, "a"] }, false],
    ["JSON_RULES", { pair: ["a", 1, 2] }, false],
    ["JSON_RULES", { set: [1, 2] }, true],
    ["JSON_RULES", { set: [2, 3] }, false],
    ["JSON_RULES", { set: [1, 1] }, false],
    ["JSON_RULES", { not_blank: "a" }, true],
    ["JSON_RULES", { not_blank: "  " }, false],
    ["JSON_RULES", { one: 4 }, true],
    ["JSON_RULES", { one: 6 }, false],
    ["JSON_RULES", { tree: { value: 1, next: { value: 2 } } }, true],
    ["JSON_RULES", { tree: { value: 1, next: { value: "2" } } }, false],
    ["JSON_RULES", { named: { ab: 1 } }, true],
    ["JSON_RULES", { named: { AB: 1 } }, false],
    ["JSON_RULES", { named: {} }, false],
    ["JSON_RULES", { coded: { n_a: 1 } }, true],
    ["JSON_RULES", { coded: { n_a: "1" } }, false],
    ["JSON_RULES", { coded: { a: 1 } }, false],
    ["JSON_RULES", { closed: { name: "a", age: 1 } }, true],
    ["JSON_RULES", { closed: { age: 1 } }, false],
    ["JSON_RULES", { chosen: "phone", phone: "1" }, true],
    ["JSON_RULES", { chosen: "phone", email: "1" }, false],
    ["JSON_RULES", { email: "1", many: "1" }, false],
    ["JSON_RULES", { email: "1", many: "1", pair: ["a", 1] }, true],
    ["JSON_RULES", { many: "1" }, false],
    ["JSON_RULES", { email: "1", other: 1 }, false],
    ["JSON_WITH_PARAMETER", { kind: "good", a: "a" }, true],
    ["JSON_WITH_PARAMETER", { kind: "bad", a: "a" }, false],
    ["JSON_WITH_PARAMETER", { kind: "good" }, false],
    ["JSON_WITH_PARAMETER", { kind: "good", b: 4 }, false],
    ["JSON_WITH_PARAMETER", { a: "a" }, false],
  ])("Ajv and the service agree about %s with %j: %s", async (name, given, isGood) => {
    const isValid = ajv.validate(findTool(name).inputSchema, given);
    const { isError = false, content } = await client.callTool({ name, arguments: given });
    expect({ isValid, isTaken: !isError }, JSON.stringify(content)).toEqual({
      isValid: isGood,
      isTaken: isGood,
    });
  });

  test("arguments for whose rules there is no room have the schema of older clients", () => {
    const { inputSchema } = findTool("JSON_LARGE");
    const text = JSON.stringify(inputSchema);
    expect(text.length).toBeLessThan(8_000);
    expect(text).toContain("PLATFORM_READ_RESULT");
    expect(inputSchema).not.toHaveProperty("$schema");
  });
});

/** What a client of 2026-07-28 gets where the document and the answer differ, or where the answer is too long. */
const others: Readonly<Record<string, unknown>> = {
  "/wrong-items": [{}],
  "/wrong-number": {},
  "/wrong-object": { items: jsonAnswers["/wrong-object"] },
  "/long-list": expect.objectContaining({ truncated: true, handle: expect.any(String) }),
};

function nameTool(path: string): string {
  return `JSON_GET_${path.slice(1).replace("-", "_").toUpperCase()}`;
}

describe("results of a client of 2026-07-28", () => {
  test.each(Object.entries(jsonAnswers))(
    "the answer of %s is structured content as it is",
    async (path, answer) => {
      // The client refuses a result that differs from the listed schema.
      const result = await client.callTool({ name: nameTool(path) });
      expect(result.isError).toBeUndefined();
      expect(result.structuredContent).toEqual(path in others ? others[path] : answer);
    },
  );

  test("a result tells in words what differs from the document", async () => {
    const say = async (path: string): Promise<string> => {
      const { content } = await client.callTool({ name: nameTool(path) });
      return content.map((part) => (part.type === "text" ? part.text : "")).join(" ");
    };
    expect(await say("/wrong-items")).toContain("at /0/id. The structured content leaves");
    expect(await say("/wrong-items")).toContain('{"/0/id":"one"}');
    expect(await say("/wrong-number")).toContain('All of it is here: "many"');
  });

  test("a list is described as a list, and everything may be an object with the rest of a cut result", () => {
    expect(findTool("JSON_GET_LIST").outputSchema).toEqual({
      anyOf: [
        {
          type: "array",
          items: {
            type: "object",
            properties: {
              id: { type: "integer" },
              name: { anyOf: [{ type: "string" }, { type: "null" }] },
            },
          },
        },
        { type: "object" },
      ],
    });
    expect(findTool("JSON_GET_OBJECT").outputSchema).toMatchObject({ type: "object" });
    expect(findTool("JSON_GET_UNTOLD_LIST").outputSchema).toBeUndefined();
  });

  test("as text the result is the JSON of the same value", async () => {
    const reader = await openSecondClient(`${endpoint}&results=text`, { version: stateless });
    for (const path of ["/list", "/nothing", "/untold-number"]) {
      const { content, structuredContent } = await reader.callTool({ name: nameTool(path) });
      expect(structuredContent).toBeUndefined();
      expect(content).toEqual([{ type: "text", text: JSON.stringify(jsonAnswers[path]) }]);
    }
    await reader.close();
  });
});

test("a client of an earlier era gets objects, and schemas without the new keywords", async () => {
  const earlier = await openClient(endpoint);
  const listed = await earlier.listTools();
  const text = JSON.stringify(listed.tools);
  expect(text).not.toMatch(/"(?:\$defs|\$ref|\$schema|oneOf|allOf|not|if|prefixItems)":/);
  for (const { outputSchema } of listed.tools) {
    expect(outputSchema?.type ?? "object").toBe("object");
  }
  const results = new Map<string, unknown>();
  for (const path of ["/list", "/number", "/nothing", "/object", "/untold-list"]) {
    results.set(path, (await earlier.callTool({ name: nameTool(path) })).structuredContent);
  }
  expect(Object.fromEntries(results)).toEqual({
    "/list": { items: jsonAnswers["/list"] },
    "/number": { value: 42.5 },
    "/nothing": { value: null },
    "/object": jsonAnswers["/object"],
    "/untold-list": { items: jsonAnswers["/untold-list"] },
  });
  await earlier.close();
});
