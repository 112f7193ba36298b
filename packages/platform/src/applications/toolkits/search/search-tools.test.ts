import { describe, expect, it, test } from "vitest";
import { createSlices } from "../../../base/sharing/take-turns.ts";
import { groupDocuments } from "../group-documents.ts";
import { loadToolkits } from "../load-toolkits.ts";
import { createCatalog } from "../testing/create-catalog.ts";
import { loadTexts } from "../testing/load-texts.ts";
import { searchTools } from "./search-tools.ts";
import { indexTools } from "./tool-index.ts";

const { documents } = loadToolkits();
const catalog = await createCatalog({ documents, baseUrl: "https://platform.example.com" });

async function search(query?: string): Promise<string[]> {
  const listed = await catalog.listTools(query === undefined ? {} : { search: query });
  return (await listed.read(0, listed.total)).map(({ slug }) => slug);
}

/** These queries were written without looking at the search phrases of the documents. */
const queries = [
  ["open a bug report", "GITHUB_CREATE_ISSUE"],
  ["how do I close a ticket on GitHub", "GITHUB_UPDATE_ISSUE"],
  ["see all PRs waiting in my project", "GITHUB_LIST_PULL_REQUESTS"],
  ["land the pull request into main", "GITHUB_MERGE_PULL_REQUEST"],
  ["show commit log", "GITHUB_LIST_COMMITS"],
  ["ship v2.0 release", "GITHUB_CREATE_RELEASE"],
  ["add remark under issue 12", "GITHUB_CREATE_ISSUE_COMMENT"],
  ["what repos do I own", "GITHUB_LIST_REPOSITORIES"],
  ["find rust libraries with many stars", "GITHUB_SEARCH_REPOSITORIES"],
  ["give a repository a star", "GITHUB_STAR_REPOSITORY"],
  ["message the #general channel", "SLACK_SEND_MESSAGE"],
  ["put a :tada: emoji on that message", "SLACK_ADD_REACTION"],
  ["what has been said in #support since yesterday in slack", "SLACK_LIST_MESSAGES"],
  ["get the slack id for jane@acme.com", "SLACK_FIND_USER_BY_EMAIL"],
  ["create a slack channel for the launch", "SLACK_CREATE_CHANNEL"],
  ["edit my last slack post", "SLACK_UPDATE_MESSAGE"],
  ["email bob the quarterly numbers", "GMAIL_SEND_EMAIL"],
  ["look through my mailbox for mails from Acme", "GMAIL_LIST_MESSAGES"],
  ["draft a reply but don't send", "GMAIL_CREATE_DRAFT"],
  ["mark mail as unread", "GMAIL_MODIFY_MESSAGE"],
  ["put this mail into the trash", "GMAIL_TRASH_MESSAGE"],
  ["new gmail label for receipts", "GMAIL_CREATE_LABEL"],
  ["set up a call with Tom on Thursday", "GOOGLECALENDAR_CREATE_EVENT"],
  ["what meetings do I have tomorrow", "GOOGLECALENDAR_LIST_EVENTS"],
  ["whats on my calendar tomorrow", "GOOGLECALENDAR_LIST_EVENTS"],
  ["what's happening on friday afternoon", "GOOGLECALENDAR_LIST_EVENTS"],
  ["is Anna available at 3pm", "GOOGLECALENDAR_FIND_FREE_BUSY"],
  ["cancel the standup meeting", "GOOGLECALENDAR_DELETE_EVENT"],
  ["push the meeting to a later time", "GOOGLECALENDAR_UPDATE_EVENT"],
  ["search our wiki for onboarding", "NOTION_SEARCH"],
  ["start a new Notion document", "NOTION_CREATE_PAGE"],
  ["fetch rows of the tasks database where status is open", "NOTION_QUERY_DATABASE"],
  ["add a paragraph to the meeting notes page", "NOTION_APPEND_BLOCKS"],
  ["log a task in linear", "LINEAR_CREATE_ISSUE"],
  ["list my team's issues in Linear", "LINEAR_LIST_ISSUES"],
  ["which workflow states are there", "LINEAR_LIST_STATES"],
  ["add a customer named Ada to Stripe", "STRIPE_CREATE_CUSTOMER"],
  ["pay back order 1234", "STRIPE_CREATE_REFUND"],
  ["generate a checkout link", "STRIPE_CREATE_PAYMENT_LINK"],
  ["stop a subscription", "STRIPE_CANCEL_SUBSCRIPTION"],
  ["what's on the front page of HN", "HACKERNEWS_LIST_TOP_STORIES"],
  ["add a line to the invoice", "STRIPE_CREATE_INVOICE_ITEM"],
  ["email the invoice to the customer", "STRIPE_SEND_INVOICE"],
  ["show me the readme of a repo", "GITHUB_GET_FILE"],
  ["commit a change to config.yml", "GITHUB_WRITE_FILE"],
  ["what columns does the tasks table in notion have", "NOTION_GET_DATA_SOURCE"],
  ["karma of user pg", "HACKERNEWS_GET_USER"],
] as const;

/** As an import: the tools of Linear have no search phrases, all others have many. */
const bareLinear = indexTools(
  (await (await groupDocuments({ documents, baseUrl: "https://p.example.com" })).sortTools()).map(
    (tool) => (tool.slug.startsWith("LINEAR_") ? { ...tool, searchPhrases: [] } : tool),
  ),
);

test.each([
  ["comment on a linear ticket", "LINEAR_CREATE_COMMENT"],
  ["which teams are there", "LINEAR_LIST_TEAMS"],
  ["make a linear issue for the outage", "LINEAR_CREATE_ISSUE"],
  ["possible workflow states", "LINEAR_LIST_STATES"],
])("a toolkit without phrases is found among those with many: %j finds %s", async (query, slug) => {
  const { tools: found } = await searchTools([await bareLinear], {
    text: query,
    slices: createSlices(),
  });
  expect(found.slice(0, 3).map((tool) => tool.slug)).toContain(slug);
});

describe("search", () => {
  it.each(queries)("for %j finds %s among the first three", async (query, slug) => {
    expect((await search(query)).slice(0, 3)).toContain(slug);
  });

  it("finds the list of events first for everyday questions about a calendar", async () => {
    expect((await search("whats on my calendar tomorrow"))[0]).toBe("GOOGLECALENDAR_LIST_EVENTS");
  });

  it("forgives spelling", async () => {
    expect(await search("creat isue github")).toContain("GITHUB_CREATE_ISSUE");
    expect((await search("strpe custmer"))[0]).toMatch(/^STRIPE_.*CUSTOMER/);
    expect((await search("calender event"))[0]).toMatch(/^GOOGLECALENDAR_/);
  });

  it("finds nothing for unknown words, and everything in order without words", async () => {
    expect(await search("zzqqxx")).toEqual([]);
    expect(await search("  ")).toEqual(await search());
  });

  it("answers long queries too", async () => {
    const text = "find the customer who asked for a refund of an order in the last email ".repeat(
      400,
    );
    expect(await search(text)).not.toEqual([]);
  });
});

/** Somebody's API, whose tools have no phrases. */
const cloud = createCatalog({
  documents: [writeCloud()],
  baseUrl: "https://platform.example.com",
});

test.each([
  ["a compound in two words", "show the load balancers", "CLOUD_LIST_BALANCERS"],
  ["two words as one", "who is on call", "CLOUD_GET_ROTA"],
  ["one word as two", "create a nodepool", "CLOUD_ADD_POOL"],
  ["a typing mistake", "delete the dropelt", "CLOUD_DESTROY_DROPLET"],
  ["another form of a word", "invite somebody", "CLOUD_NEW_INVITATION"],
  ["a value of an argument", "reboot it", "CLOUD_ACT"],
  ["the name of an argument", "change the hostname of a droplet", "CLOUD_PATCH_DROPLET"],
  ["a word for following", "watch a droplet", "CLOUD_SUBSCRIBE"],
  ["the plural", "which droplets do we have", "CLOUD_FIND_DROPLETS"],
  ["a number of things", "how many droplets are there", "CLOUD_COUNT_DROPLETS"],
  ["a wish to be told", "tell me when a droplet is down", "CLOUD_SUBSCRIBE"],
])("a tool without phrases is found by %s: %j finds %s", async (_, query, slug) => {
  const listed = await (await cloud).listTools({ search: query });
  expect((await listed.read(0, 1)).map((tool) => tool.slug)).toEqual([slug]);
});

test("a tool stands out when it has most words of the query, and more of them than the next", async () => {
  const isClear = async (query: string) => (await catalog.listTools({ search: query })).standsOut;
  expect(await isClear("merge pull request 12")).toBe(true);
  expect(await isClear("create an issue")).toBe(false);
  expect(await isClear("what is the weather in Paris")).toBe(false);
  expect(await isClear("resize an image")).toBe(false);
  expect((await catalog.listTools()).standsOut).toBe(false);
});

test("tools of a preferred toolkit come before equally good ones, and better ones of others come first", async () => {
  const findFirst = async (query: string, preferred: string) => {
    const listed = await catalog.listTools({
      search: query,
      isPreferred: (slug) => slug === preferred,
    });
    return (await listed.read(0, 1))[0]?.slug;
  };
  expect(await findFirst("create an issue", "linear")).toBe("LINEAR_CREATE_ISSUE");
  expect(await findFirst("create an issue", "github")).toBe("GITHUB_CREATE_ISSUE");
  expect(await findFirst("send an email to Anna", "linear")).toBe("GMAIL_SEND_EMAIL");
});

function writeCloud() {
  const write = (operationId: string, summary: string, more: object = {}) => ({
    operationId,
    summary,
    description: `${summary}.`,
    responses: { "200": { description: "Done." } },
    ...more,
  });
  const withBody = (properties: object) => ({
    requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
  });
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Cloud", description: "A cloud.", version: "20251120_00" },
    servers: [{ url: "https://cloud.example" }],
    "x-platform-toolkit": {
      slug: "cloud",
      legacy_id: "11111111-2222-4333-8444-555555555555",
      created_at: "2025-11-20T08:00:00.000Z",
      updated_at: "2025-11-20T08:00:00.000Z",
      auth: [],
    },
    paths: {
      "/droplets": { get: write("findDroplets", "Retrieve droplets") },
      "/droplets/count": { get: write("countDroplets", "Count droplets") },
      "/droplets/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: write("readDroplet", "Retrieve a droplet"),
        delete: write("destroyDroplet", "Destroy a droplet"),
        patch: write(
          "patchDroplet",
          "Update a droplet",
          withBody({ hostname: { type: "string" } }),
        ),
      },
      "/droplets/{id}/actions": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        post: write("act", "Initiate an action", withBody({ type: { enum: ["reboot", "halt"] } })),
      },
      "/droplets/{id}/subscription": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        post: write("subscribe", "Subscribe to a droplet"),
      },
      "/load_balancers": { get: write("listBalancers", "List loadBalancers") },
      "/oncalls": { get: write("getRota", "Retrieve the rota") },
      "/node_pools": { post: write("addPool", "Make a node pool") },
      "/invitations": { post: write("newInvitation", "Create an invitation") },
    },
  });
  const {
    documents: [document],
  } = loadTexts(text);
  if (document === undefined) {
    throw new Error("The document cannot be read.");
  }
  return document;
}
