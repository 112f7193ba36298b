import { describe, expect, it } from "vitest";
import { checkArguments } from "../execution/arguments/check-arguments.ts";
import { buildRequest } from "../execution/requests/build-request.ts";
import { noCredentials } from "../execution/requests/credentials.ts";
import { buildFor, buildSampleRequest, getShippedTool, tools } from "./testing/shipped-toolkits.ts";

function buildUrl(slug: string, values: object): string {
  return buildFor(slug, values).url;
}

/** The JSON body of a request. */
function buildBody(slug: string, values: object): unknown {
  return JSON.parse(String(buildFor(slug, values).body));
}

describe("the tools of the platform's toolkits", () => {
  it("send the requests that each application expects", () => {
    expect(buildSampleRequest(getShippedTool("NOTION_SEARCH")).headers.get("notion-version")).toBe(
      "2025-09-03",
    );
    const subscription = getShippedTool("STRIPE_CREATE_SUBSCRIPTION");
    const values = {
      customer: "c",
      items: [{ price: "p", quantity: 2 }],
      metadata: { "a b": "1" },
    };
    const { body, headers } = buildRequest(
      subscription,
      checkArguments(subscription, values),
      "https://api.stripe.com",
      noCredentials,
      [],
    );
    expect(decodeURIComponent(String(body).replaceAll("+", " "))).toBe(
      "customer=c&items[0][price]=p&items[0][quantity]=2&metadata[a b]=1",
    );
    expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    const mail = JSON.parse(String(buildSampleRequest(getShippedTool("GMAIL_CREATE_DRAFT")).body));
    expect(Buffer.from(mail.message.raw, "base64url").toString()).toContain("Subject: abc\r\n");
    expect(buildSampleRequest(getShippedTool("LINEAR_GET_VIEWER"))).toMatchObject({
      url: "https://api.linear.app/graphql",
      body: JSON.stringify({
        query: "query {\n  viewer { id name email active }\n}",
        variables: {},
      }),
    });
  });

  it("use the user's own calendar when none is named", () => {
    const own = tools.filter(({ inputs }) => inputs.some(({ name }) => name === "calendarId"));
    expect(own.map(({ slug }) => slug)).toHaveLength(9);
    for (const tool of own) {
      expect(tool.record.input_parameters.required, tool.slug).not.toContain("calendarId");
      expect(buildSampleRequest(tool).url, tool.slug).toContain("/calendars/primary/events");
    }
    const list = getShippedTool("GOOGLECALENDAR_LIST_EVENTS").record.input_parameters;
    expect(list).toMatchObject({
      properties: { calendarId: { type: "string", default: "primary" } },
    });
    const url = buildUrl("GOOGLECALENDAR_LIST_EVENTS", { calendarId: "team@acme.example" });
    expect(url).toContain("/calendars/team%40acme.example/events");
  });

  it("take a Slack message of text or of blocks, and refuse one of neither", () => {
    const blocks = [{ type: "divider" }];
    for (const slug of ["SLACK_SEND_MESSAGE", "SLACK_UPDATE_MESSAGE"]) {
      const values = { channel: "C1", ...(slug.includes("UPDATE") && { ts: "1.2" }) };
      for (const more of [{ text: "Hello" }, { blocks }, { text: "Hello", blocks }]) {
        expect(buildBody(slug, { ...values, ...more })).toEqual({ ...values, ...more });
      }
      expect(() => buildBody(slug, values)).toThrow();
    }
  });

  it("sort and narrow GitHub's lists as GitHub does", () => {
    const repository = { owner: "acme", repo: "robots" };
    const writeQuery = (slug: string, values: object): string =>
      decodeURIComponent(new URL(buildUrl(slug, { ...repository, ...values })).search);
    expect(
      writeQuery("GITHUB_LIST_ISSUES", { sort: "updated", direction: "asc", milestone: "*" }),
    ).toBe("?milestone=*&sort=updated&direction=asc");
    expect(writeQuery("GITHUB_LIST_PULL_REQUESTS", { sort: "popularity", direction: "asc" })).toBe(
      "?sort=popularity&direction=asc",
    );
    expect(writeQuery("GITHUB_LIST_COMMITS", { until: "2026-02-06T00:00:00Z" })).toBe(
      "?until=2026-02-06T00:00:00Z",
    );
    expect(new URL(buildUrl("GITHUB_LIST_REPOSITORIES", { direction: "desc" })).search).toBe(
      "?direction=desc",
    );
    expect(new URL(buildUrl("GITHUB_SEARCH_REPOSITORIES", { q: "x", order: "asc" })).search).toBe(
      "?q=x&order=asc",
    );
    const closed = { state: "closed", state_reason: "duplicate", milestone: 3 };
    expect(buildBody("GITHUB_UPDATE_ISSUE", { ...repository, issue_number: 1, ...closed })).toEqual(
      closed,
    );
  });

  it("read, write and delete files of a GitHub repository", () => {
    const file = { owner: "acme", repo: "robots", path: "src/arm joint.ts" };
    const address = "https://api.github.com/repos/acme/robots/contents/src%2Farm%20joint.ts";
    expect(buildUrl("GITHUB_GET_FILE", { ...file, ref: "main" })).toBe(`${address}?ref=main`);
    const written = { message: "Bend", content: "aGk=", branch: "main", sha: "abc" };
    expect(buildBody("GITHUB_WRITE_FILE", { ...file, ...written })).toEqual(written);
    expect(buildUrl("GITHUB_DELETE_FILE", { ...file, message: "Away", sha: "abc" })).toBe(address);
    expect(buildUrl("GITHUB_LIST_FILES", { owner: "acme", repo: "robots", recursive: "1" })).toBe(
      "https://api.github.com/repos/acme/robots/git/trees/HEAD?recursive=1",
    );
  });

  it("write to Notion in the version with data sources, with titles in their short form too", () => {
    const title = [{ text: { content: "Notes" } }];
    for (const properties of [{ title }, { title: { title } }]) {
      const page = { parent: { data_source_id: "d" }, properties };
      expect(buildBody("NOTION_CREATE_PAGE", page)).toEqual(page);
      expect(buildBody("NOTION_UPDATE_PAGE", { page_id: "p", properties })).toEqual({ properties });
    }
    expect(buildUrl("NOTION_QUERY_DATABASE", { data_source_id: "d" })).toBe(
      "https://api.notion.com/v1/data_sources/d/query",
    );
    expect(buildUrl("NOTION_GET_DATA_SOURCE", { data_source_id: "d" })).toBe(
      "https://api.notion.com/v1/data_sources/d",
    );
  });

  it("bill with Stripe from the lines to the mail", () => {
    const send = (slug: string, values: object): unknown[] => {
      const { url, body } = buildFor(slug, values);
      return [new URL(url).pathname, body === null ? null : decodeURIComponent(String(body))];
    };
    const line = { customer: "c", invoice: "in_1", amount: 500, currency: "eur" };
    expect(send("STRIPE_CREATE_INVOICE_ITEM", line)).toEqual([
      "/v1/invoiceitems",
      "customer=c&invoice=in_1&amount=500&currency=eur",
    ]);
    expect(send("STRIPE_LIST_INVOICE_LINES", { invoice: "in_1" })[0]).toBe(
      "/v1/invoices/in_1/lines",
    );
    expect(send("STRIPE_GET_INVOICE", { invoice: "in_1" })[0]).toBe("/v1/invoices/in_1");
    expect(send("STRIPE_FINALIZE_INVOICE", { invoice: "in_1" })[0]).toBe(
      "/v1/invoices/in_1/finalize",
    );
    expect(send("STRIPE_SEND_INVOICE", { invoice: "in_1" })[0]).toBe("/v1/invoices/in_1/send");
  });

  it("declare in GraphQL exactly the arguments of the tool", () => {
    for (const { slug, rules, inputs } of tools.filter(
      ({ toolkit }) => toolkit.slug === "linear",
    )) {
      const query = rules.graphql?.query ?? "";
      const head = query.slice(0, query.indexOf("{\n"));
      const declared = [...head.matchAll(/\$(\w+): ([^,)]+)/g)];
      expect(declared.map(([, name]) => name).sort(), slug).toEqual(
        inputs.map(({ name }) => name).sort(),
      );
      for (const [, name = "", type = ""] of declared) {
        const input = inputs.find((candidate) => candidate.name === name);
        expect(type.endsWith("!"), `${slug} ${name}`).toBe(input?.required);
        expect(query.slice(head.length), `${slug} ${name}`).toContain(`$${name}`);
      }
      const count = (character: string): number => query.split(character).length;
      expect([count("{"), count("(")], slug).toEqual([count("}"), count(")")]);
    }
  });
});
