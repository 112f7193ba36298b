import { expect, test } from "vitest";
import { loadToolkits } from "../../applications/toolkits/load-toolkits.ts";
import { createCatalog } from "../../applications/toolkits/testing/create-catalog.ts";
import { suggestOrder } from "./suggest-order.ts";

const { documents } = loadToolkits();
const catalog = await createCatalog({ documents, baseUrl: "https://platform.example.com" });

/** The slugs that are suggested for a tool when its user is connected to every toolkit. */
async function suggestSlugs(slug: string, known_fields = ""): Promise<readonly string[]> {
  return (await suggest(slug, { known_fields })).map(({ tool_slug }) => tool_slug);
}

async function suggest(slug: string, { known_fields = "", standsOut = true }) {
  const view = {
    catalog,
    accounts: new Map(),
    allowsTool: () => true,
    isConnected: () => true,
  };
  const best = await catalog.getRecord(slug);
  return await suggestOrder(view, {
    query: { use_case: "a", known_fields },
    best,
    standsOut,
    mayConnect: true,
  });
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

test("a tool does what was asked for only if its score stands out", async () => {
  const slug = "HACKERNEWS_LIST_TOP_STORIES";
  const [clear] = await suggest(slug, { standsOut: true });
  const [unclear] = await suggest(slug, { standsOut: false });
  expect(clear?.reason).toBe("It does what was asked for.");
  expect(unclear?.reason).toMatch(/closest match, but not a clear one/);
});
