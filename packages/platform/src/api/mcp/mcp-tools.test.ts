import { expect, test } from "vitest";
import { loadToolkits } from "../../applications/toolkits/load-toolkits.ts";
import { createCatalog } from "../../applications/toolkits/testing/create-catalog.ts";
import { countJsonBytes, largestAnswer } from "../../base/sharing/fit-answer.ts";
import { toMcpFailure, toMcpTool } from "./mcp-tools.ts";

const { documents } = loadToolkits();
const catalog = await createCatalog({ documents, baseUrl: "https://platform.example.com" });

test.each([
  ["GITHUB_LIST_ISSUES", { readOnlyHint: true, idempotentHint: true }],
  ["GITHUB_CREATE_ISSUE", {}],
  ["GITHUB_MERGE_PULL_REQUEST", { destructiveHint: true }],
  ["GMAIL_TRASH_MESSAGE", { destructiveHint: true, idempotentHint: true }],
])("%s has its hints as annotations", async (slug, hints) => {
  const record = await catalog.getRecord(slug);
  const { name, title, annotations } = toMcpTool(record);
  expect({ name, title }).toEqual({ name: slug, title: record.name });
  expect(annotations).toMatchObject({ title: record.name, ...hints });
  const known = ["readOnlyHint", "destructiveHint", "idempotentHint"];
  const given = Object.keys(annotations ?? {}).filter((hint) => known.includes(hint));
  expect(given.toSorted()).toEqual(Object.keys(hints).toSorted());
});

test("a tool that says that it reaches the world says so in its annotations", async () => {
  const record = await catalog.getRecord("GITHUB_LIST_ISSUES");
  const tool = toMcpTool({ ...record, tags: ["openWorldHint"] });
  expect(tool.annotations).toEqual({ title: record.name, openWorldHint: true });
});

test("a tool with very large schemas is listed in 8 kB, with notes in place of its deepest members", async () => {
  const record = await catalog.getRecord("GITHUB_LIST_ISSUES");
  const members = Array.from({ length: 60 }, (_, at) => [
    `member${at}`,
    {
      type: "object",
      description: "A member. ".repeat(20),
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (__, inner) => [`inner${inner}`, { type: "string" }]),
      ),
    },
  ]);
  const input_parameters = { type: "object", properties: Object.fromEntries(members) };
  const { inputSchema } = toMcpTool({ ...record, input_parameters });
  expect(countJsonBytes(input_parameters)).toBeGreaterThan(40_000);
  expect(countJsonBytes(inputSchema)).toBeLessThan(8_100);
  expect(Object.keys(inputSchema.properties ?? {})).toHaveLength(60);
  expect(JSON.stringify(inputSchema)).toContain("PLATFORM_READ_RESULT");
});

test.each([
  ["quotes and backslashes", '"\\'],
  ["a character of three bytes", "\u20ac"],
  ["a control character", "\u0001"],
])("a failure of %s is never an answer of more than 4 MB", (_, text) => {
  expect(countJsonBytes(toMcpFailure(text.repeat(2_000_000)))).toBeLessThan(largestAnswer);
});
