import { expect, test } from "vitest";
import { loadToolkits } from "../../toolkits/load-toolkits.ts";
import { createCatalog } from "../../toolkits/testing/create-catalog.ts";
import { suggestOrder } from "./suggest-order.ts";

const { documents } = loadToolkits();
const catalog = await createCatalog({ documents, baseUrl: "https://platform.example.com" });

/** The slugs that are suggested for a tool when its user is connected to every toolkit. */
async function suggestSlugs(slug: string, known_fields = ""): Promise<readonly string[]> {
  const view = {
    catalog,
    accounts: new Map(),
    allowsTool: () => true,
    isConnected: () => true,
  };
  const best = await catalog.getRecord(slug);
  const calls = await suggestOrder(view, {
    query: { use_case: "a", known_fields },
    best,
    mayConnect: true,
  });
  return calls.map(({ tool_slug }) => tool_slug);
}

test("a tool that finds a required number or id comes before the tool that needs it", async () => {
  expect(await suggestSlugs("GITHUB_MERGE_PULL_REQUEST")).toEqual([
    "GITHUB_LIST_PULL_REQUESTS",
    "GITHUB_MERGE_PULL_REQUEST",
  ]);
  expect(await suggestSlugs("GMAIL_TRASH_MESSAGE")).toEqual([
    "GMAIL_LIST_MESSAGES",
    "GMAIL_TRASH_MESSAGE",
  ]);
});

test("an id that is already known is not searched for, and a tool without ids comes alone", async () => {
  expect(await suggestSlugs("GITHUB_MERGE_PULL_REQUEST", "pull_number: 7, owner: acme")).toEqual([
    "GITHUB_MERGE_PULL_REQUEST",
  ]);
  expect(await suggestSlugs("HACKERNEWS_LIST_TOP_STORIES")).toEqual([
    "HACKERNEWS_LIST_TOP_STORIES",
  ]);
});
