import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Schemas } from "../../../base/api-types.ts";
import { compileToolkit } from "../compiled/compile-toolkit.ts";
import { largestTool } from "./limit-tools.ts";

const long = "😀".repeat(20_000);

/** Imports a document with these members. */
function bring(members: Readonly<Record<string, unknown>>) {
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    servers: [{ url: "https://large.example" }],
    ...members,
  });
  const { compiled, report, errors } = compileToolkit({
    path: "document.json",
    text,
    wish: { slug: "large" },
  });
  const tools = (compiled?.tools ?? []).map(({ record }) => {
    const json = inflateRawSync(record);
    return { bytes: json.length, record: JSON.parse(json.toString()) as Schemas["Tool"] };
  });
  return { tools, report, errors };
}

/** An operation that takes and answers these schemas. */
function describeOperation(input: unknown, output: unknown = {}, members: object = {}) {
  const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
  return {
    "/a": {
      post: {
        operationId: "a",
        requestBody: { required: true, ...json(input) },
        responses: { 200: { description: "Done.", ...json(output) } },
        ...members,
      },
    },
  };
}

/** Objects in objects, each level with this many members. */
function nest(levels: number, width: number): object {
  const names = Array.from({ length: width }, (_, index) => `member_${index}`);
  return levels === 0
    ? { type: "string", description: "A text of some length, as documents have." }
    : {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, nest(levels - 1, width)])),
      };
}

describe("an imported document", () => {
  test("has texts of limited length, and the report names those that were cut", () => {
    const schema = {
      type: "object",
      properties: {
        description: { type: "string", description: long, default: "kept" },
        properties: { type: "object", properties: { title: { type: "string", title: long } } },
      },
    };
    const { tools, report } = bring({
      info: { title: long, version: "1", description: long },
      paths: describeOperation(schema, {}, { summary: long, description: long }),
    });
    const [{ record } = {}] = tools;
    expect([record?.name, record?.description].map((text) => text?.length)).toEqual([199, 7999]);
    expect(record?.input_parameters).toMatchObject({
      properties: { description: { description: `${"😀".repeat(999)}…`, default: "kept" } },
    });
    expect(report?.notes.map(({ place }) => place)).toEqual([
      "/info/title",
      "/info/description",
      "/paths/~1a/post/summary",
      "/paths/~1a/post/description",
      "/paths/~1a/post/requestBody/content/application~1json/schema/properties/description/description",
      "/paths/~1a/post/requestBody/content/application~1json/schema/properties/properties/properties/title/title",
    ]);
    expect(report?.notes[0]?.reason).toBe(
      "The text has 40000 characters. Only the first 200 are used.",
    );
  });

  const names = Array.from({ length: 3_000 }, (_, index) => `argument_${index}`);
  const flat = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const deep = { type: "object", properties: { deep: nest(3, 10), name: { type: "string" } } };
  const cases: Readonly<Record<string, readonly [paths: object, lost: string]>> = {
    "a large result": [describeOperation({}, nest(3, 10)), "its results."],
    "deep arguments": [
      describeOperation(deep),
      "its results, and the parts of its arguments below",
    ],
    "an argument with many values": [
      describeOperation({
        type: "object",
        properties: { a: { type: "string", enum: names.map((name) => name.repeat(5)) } },
      }),
      "its results, and the parts of its arguments below level 4",
    ],
    "thousands of arguments": [
      describeOperation({ type: "object", properties: flat, required: ["argument_7"] }),
      "its results, and the arguments that are not required",
    ],
    "thousands of tags": [
      describeOperation({}, {}, { tags: names.map((name) => name.repeat(5)) }),
      "its results, and the arguments that are not required",
    ],
  };
  test.each(Object.entries(cases))("becomes a tool of at most 64 kB: %s", (_, [paths, lost]) => {
    const { tools, report, errors } = bring({ paths });
    expect(errors).toEqual([]);
    expect(tools).toHaveLength(1);
    expect(tools[0]?.bytes).toBeLessThanOrEqual(largestTool);
    expect(report).toMatchObject({
      skippedOperations: [],
      notes: [{ place: "POST /a", reason: expect.stringContaining(lost) }],
    });
  });

  test("keeps the names and types of the upper arguments, and those that are required", () => {
    const [{ record } = {}] = bring({ paths: describeOperation(deep) }).tools;
    expect(record?.input_parameters).toMatchObject({
      properties: { name: { type: "string" }, deep: { properties: { member_9: {} } } },
    });
    const required = describeOperation({
      type: "object",
      properties: flat,
      required: ["argument_7"],
    });
    const [{ record: other } = {}] = bring({ paths: required }).tools;
    expect(other?.input_parameters).toMatchObject({
      properties: { argument_7: { type: "string" } },
      required: ["argument_7"],
    });
  });

  test("loses an operation whose required arguments alone are too much", () => {
    const paths = {
      ...describeOperation({ type: "object", properties: flat, required: names }),
      "/b": { get: { operationId: "b", responses: { 200: { description: "Done." } } } },
    };
    const { tools, report } = bring({ paths });
    expect(tools.map(({ record }) => record.slug)).toEqual(["LARGE_B"]);
    expect(report?.skippedOperations).toEqual([
      { place: "POST /a", reason: "Its required arguments alone take more than 65536 bytes." },
    ]);
  });

  test("is refused when the toolkit's own settings are too large", () => {
    const { errors } = bring({
      "x-platform-toolkit": { app_url: `https://large.example/${"x".repeat(70_000)}` },
      paths: describeOperation({}),
    });
    expect(errors).toEqual([expect.stringMatching(/The toolkit takes \d+ bytes/)]);
  });
});
