import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { groupDocuments } from "../../applications/toolkits/group-documents.ts";
import { loadToolkits } from "../../applications/toolkits/load-toolkits.ts";
import { toMcpResult } from "./mcp-tools.ts";
import { fitResult, openOutputSchema } from "./output-schemas.ts";

const described = {
  type: "object",
  properties: {
    id: { type: "integer", description: "The number." },
    owner: {
      anyOf: [
        { type: "object", properties: { login: { type: "string" } }, required: ["login"] },
        { type: "null" },
      ],
    },
    labels: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
    state: { type: "string", enum: ["open", "closed"] },
  },
  required: ["id", "state"],
  additionalProperties: false,
} as const;
const schema = openOutputSchema(described) ?? { type: "object" as const };
const validate = new Ajv2020({ strict: true }).compile(schema);

test("an open schema has the types of members, and neither required members nor values", () => {
  expect(schema).toEqual({
    type: "object",
    properties: {
      id: { type: "integer" },
      owner: {
        anyOf: [{ type: "object", properties: { login: { type: "string" } } }, { type: "null" }],
      },
      labels: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" } } },
      },
      state: { type: "string" },
    },
  });
});

test("a tool whose document describes no members has no output schema", () => {
  expect(openOutputSchema({ type: "object", properties: {}, required: [] })).toBeUndefined();
});

describe("a result", () => {
  test.each([
    {},
    { id: 7, owner: null, labels: [], state: "merged", more: { a: 1 } },
    { owner: { login: "ada", id: 1 } },
  ])("that fits is sent as it is: %j", (data) => {
    const result = toMcpResult(data);
    expect(fitResult(result, schema)).toBe(result);
    expect(validate(data)).toBe(true);
  });

  test.each([
    [{ id: "7", state: "open" }, { state: "open" }, { "/id": "7" }],
    [{ owner: { login: 1, id: 2 } }, { owner: { id: 2 } }, { "/owner/login": 1 }],
    [{ owner: 5, id: 1 }, { id: 1 }, { "/owner": 5 }],
    [{ labels: [{ name: 1 }, "b"] }, {}, { "/labels": [{ name: 1 }, "b"] }],
    [
      { labels: [{ name: null, color: "red" }] },
      { labels: [{ color: "red" }] },
      { "/labels/0/name": null },
    ],
  ])("has in its text what does not fit: %j", (data, fitting, left) => {
    expect(validate(data)).toBe(false);
    const { content, structuredContent } = fitResult(toMcpResult(data), schema);
    expect(structuredContent).toEqual(fitting);
    expect(validate(structuredContent)).toBe(true);
    const [{ text = "" } = {}] = content as { text?: string }[];
    expect(content).toHaveLength(1);
    expect(text).toContain(`description at ${Object.keys(left)[0]}`);
    expect(JSON.parse(text.slice(text.indexOf("They are: ") + 10))).toEqual(left);
  });

  test("of which many members do not fit is all in its text", () => {
    const data = { labels: Array.from({ length: 20 }, (_, at) => ({ name: at })), id: 7 };
    const { content, structuredContent } = fitResult(toMcpResult(data), schema);
    expect(structuredContent).toEqual({});
    const [{ text = "" } = {}] = content as { text?: string }[];
    expect(JSON.parse(text.slice(text.indexOf("here: ") + 6))).toEqual(data);
  });
});

test("the tools of the platform's toolkits have small output schemas that Ajv compiles in its strict mode", async () => {
  const { documents } = loadToolkits();
  const shelf = await groupDocuments({
    documents,
    baseUrl: "https://platform.example.com",
  });
  const ajv = new Ajv2020({ strict: true });
  let count = 0;
  for (const { latest } of shelf.toolkits.values()) {
    for (const record of (await latest.readRecords([...latest.toolkit.tools.keys()])).values()) {
      const opened = openOutputSchema(record.output_parameters);
      if (opened !== undefined) {
        count += 1;
        ajv.compile(opened);
        expect(JSON.stringify(opened).length, record.slug).toBeLessThan(4_000);
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});
