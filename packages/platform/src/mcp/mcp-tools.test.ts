import { expect, test } from "vitest";
import { loadToolkits } from "../toolkits/load-toolkits.ts";
import { createCatalog } from "../toolkits/testing/create-catalog.ts";
import { toMcpTool } from "./mcp-tools.ts";

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
