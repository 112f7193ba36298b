import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildRequest } from "../execution/build-request.ts";
import { checkArguments } from "../execution/check-arguments.ts";
import { noCredentials } from "../execution/credentials.ts";
import { createCatalog } from "./create-catalog.ts";
import { loadToolkits } from "./load-toolkits.ts";
import { strictProblems } from "./testing/strict-problems.ts";
import type { ToolDefinition } from "./tool-types.ts";

const { documents, problems } = loadToolkits();
const catalog = createCatalog({
  documents,
  baseUrl: "https://platform.example.com",
  managedModes: (slug) => (slug === "github" ? ["OAUTH2"] : []),
});
const toolkits = documents.map(({ format }) => catalog.getToolkit(format.slug));
const tools = toolkits.flatMap((toolkit) => [...toolkit.tools.values()]);

/** The keywords of strict schemas that samples and checks look at. */
interface StrictNode {
  readonly anyOf?: readonly StrictNode[];
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: StrictNode;
  readonly properties?: Readonly<Record<string, StrictNode>>;
  readonly required?: readonly string[];
}

/** A small value that a strict schema accepts. */
function sampleOf(schema: StrictNode = {}): unknown {
  if (schema.anyOf !== undefined) {
    return sampleOf(schema.anyOf[0]);
  }
  if (schema.default !== undefined) {
    return schema.default;
  }
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items));
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name])]),
      );
    default:
      if (schema.format === "date-time") {
        return "2026-02-06T12:00:00Z";
      }
      if (schema.format === "date") {
        return "2026-02-06";
      }
      return schema.pattern === "^[a-z]{3}$" ? "eur" : "abc";
  }
}

/** What one of several members has to be given for, which `required` does not say. */
const alternatives: Readonly<Record<string, object>> = {
  SLACK_SEND_MESSAGE: { text: "Hello" },
  SLACK_UPDATE_MESSAGE: { text: "Hello" },
  NOTION_CREATE_PAGE: { parent: { page_id: "p" } },
  NOTION_CREATE_COMMENT: { discussion_id: "d" },
  STRIPE_CREATE_INVOICE_ITEM: { price: "p" },
  STRIPE_CREATE_REFUND: { payment_intent: "pi_1" },
  GOOGLECALENDAR_CREATE_EVENT: { start: { date: "2026-02-06" }, end: { date: "2026-02-07" } },
};

function requestOf(tool: ToolDefinition): ReturnType<typeof buildRequest> {
  // Strict schemas are objects with properties, as the test before shows.
  const sample = sampleOf(tool.record.input_parameters) as object;
  return buildFor(tool.slug, { ...sample, ...alternatives[tool.slug] });
}

/** The request of a tool with these arguments. */
function buildFor(slug: string, values: object): ReturnType<typeof buildRequest> {
  const tool = catalog.getTool(slug);
  const checked = checkArguments(tool, { ...values });
  return buildRequest(tool, checked, tool.toolkit.server.url, noCredentials, []);
}

function urlOf(slug: string, values: object): string {
  return buildFor(slug, values).url;
}

/** The body of a request that is JSON. */
function bodyOf(slug: string, values: object): unknown {
  return JSON.parse(String(buildFor(slug, values).body));
}

describe("the toolkits of the platform", () => {
  it("have documents without a problem", () => {
    expect(problems).toEqual([]);
    expect(toolkits.map(({ slug }) => slug)).toEqual([
      "github",
      "gmail",
      "googlecalendar",
      "hackernews",
      "linear",
      "notion",
      "slack",
      "stripe",
    ]);
  });

  it("have eight tools or more, a version, a category and what a catalogue shows", () => {
    for (const { slug, record, version, tools: own } of toolkits) {
      expect(own.size, slug).toBeGreaterThanOrEqual(8);
      expect([version, record.meta.tools_count]).toEqual(["20251120_00", own.size]);
      expect(record.meta.categories.length, slug).toBeGreaterThan(0);
      expect(record.meta.logo).toBe(`https://platform.example.com/logos/${slug}.svg`);
      expect(record.auth_config_details.map(({ mode }) => mode)).toEqual(
        record.no_auth ? [] : record.auth_schemes,
      );
    }
    expect(new Set(toolkits.map(({ record }) => record.deprecated.toolkitId)).size).toBe(8);
    expect(catalog.getToolkit("github").record.platform_managed_auth_schemes).toEqual(["OAUTH2"]);
    expect(catalog.getToolkit("hackernews").record).toMatchObject({
      no_auth: true,
      auth_schemes: ["NO_AUTH"],
    });
  });

  it("have the tools of the document's story", () => {
    const slugs = catalog.listToolSlugs();
    expect(slugs).toEqual(
      expect.arrayContaining([
        "GITHUB_CREATE_ISSUE",
        "GITHUB_LIST_REPOSITORIES",
        "HACKERNEWS_GET_ITEM",
        "STRIPE_CREATE_CUSTOMER",
      ]),
    );
    expect(catalog.getTool("GITHUB_CREATE_ISSUE").record).toMatchObject({
      name: "Create issue",
      scopes: ["repo"],
      tags: ["issues", "openWorldHint"],
      input_parameters: { required: ["owner", "repo", "title"], additionalProperties: false },
    });
  });

  it("have schemas that language-model vendors accept, and Ajv compiles", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { slug, record } of tools) {
      expect(strictProblems(record.input_parameters), slug).toEqual([]);
      expect(strictProblems(record.output_parameters), slug).toEqual([]);
      ajv.compile(record.input_parameters);
      ajv.compile(record.output_parameters);
      expect(Object.keys(record.output_parameters)).toEqual(
        expect.arrayContaining(["type", "properties", "required"]),
      );
      expect(slug).toMatch(/^[A-Z0-9_]{1,64}$/);
    }
  });

  it("describe every argument and phrase of every tool", () => {
    for (const { slug, record, searchPhrases } of tools) {
      expect(searchPhrases.length, slug).toBeGreaterThan(0);
      expect(record.description.length, slug).toBeGreaterThan(15);
      const { properties = {} } = record.input_parameters as StrictNode;
      for (const [name, schema] of Object.entries(properties)) {
        expect(schema.description, `${slug} ${name}`).toBeTruthy();
      }
    }
  });

  it("build a request for every tool, with nothing left to fill in", () => {
    for (const tool of tools) {
      const request = requestOf(tool);
      const url = new URL(request.url);
      expect(request.url, tool.slug).not.toMatch(/[{}#]/);
      expect(url.href.startsWith(tool.toolkit.server.url), tool.slug).toBe(true);
    }
  });

  it("offer OAuth endpoints by https, with PKCE unless the application refuses it", () => {
    const schemes = toolkits.flatMap(({ slug, authSchemes }) =>
      authSchemes.map((scheme) => ({ slug, ...scheme })),
    );
    const oauth = schemes.filter(({ mode }) => mode === "OAUTH2");
    expect(
      oauth.map(({ slug, oauth2 }) => [
        slug,
        oauth2?.authorizationUrl,
        oauth2?.tokenUrl,
        oauth2?.pkce,
      ]),
    ).toEqual([
      [
        "github",
        "https://github.com/login/oauth/authorize",
        "https://github.com/login/oauth/access_token",
        true,
      ],
      [
        "gmail",
        "https://accounts.google.com/o/oauth2/v2/auth",
        "https://oauth2.googleapis.com/token",
        true,
      ],
      [
        "googlecalendar",
        "https://accounts.google.com/o/oauth2/v2/auth",
        "https://oauth2.googleapis.com/token",
        true,
      ],
      ["linear", "https://linear.app/oauth/authorize", "https://api.linear.app/oauth/token", true],
      [
        "notion",
        "https://api.notion.com/v1/oauth/authorize",
        "https://api.notion.com/v1/oauth/token",
        false,
      ],
      [
        "slack",
        "https://slack.com/oauth/v2/authorize",
        "https://slack.com/api/oauth.v2.access",
        false,
      ],
      [
        "stripe",
        "https://connect.stripe.com/oauth/authorize",
        "https://connect.stripe.com/oauth/token",
        false,
      ],
    ]);
    for (const { slug, testTool } of schemes) {
      const tool = catalog.getTool(testTool ?? "");
      expect(tool.record.input_parameters.required, slug).toEqual([]);
      expect(tool.rules.isSafe, slug).toBe(true);
    }
  });

  it("send what each application wants", () => {
    expect(requestOf(catalog.getTool("NOTION_SEARCH")).headers.get("notion-version")).toBe(
      "2025-09-03",
    );
    const subscription = catalog.getTool("STRIPE_CREATE_SUBSCRIPTION");
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
    const mail = JSON.parse(String(requestOf(catalog.getTool("GMAIL_CREATE_DRAFT")).body));
    expect(Buffer.from(mail.message.raw, "base64url").toString()).toContain("Subject: abc\r\n");
    expect(requestOf(catalog.getTool("LINEAR_GET_VIEWER"))).toMatchObject({
      url: "https://api.linear.app/graphql",
      body: JSON.stringify({
        query: "query {\n  viewer { id name email active }\n}",
        variables: {},
      }),
    });
  });

  it("mean the user's own calendar where none is named", () => {
    const own = tools.filter(({ inputs }) => inputs.some(({ name }) => name === "calendarId"));
    expect(own.map(({ slug }) => slug)).toHaveLength(8);
    for (const tool of own) {
      expect(tool.record.input_parameters.required, tool.slug).not.toContain("calendarId");
      expect(requestOf(tool).url, tool.slug).toContain("/calendars/primary/events");
    }
    const list = catalog.getTool("GOOGLECALENDAR_LIST_EVENTS").record.input_parameters;
    expect(list).toMatchObject({
      properties: { calendarId: { type: "string", default: "primary" } },
    });
    const url = urlOf("GOOGLECALENDAR_LIST_EVENTS", { calendarId: "team@acme.example" });
    expect(url).toContain("/calendars/team%40acme.example/events");
  });

  it("ask Slack for the scopes of each kind of conversation", () => {
    const scopesOf = (slug: string): readonly string[] => catalog.getTool(slug).record.scopes;
    const kinds = (action: string): string[] =>
      ["channels", "groups", "im", "mpim"].map((kind) => `${kind}:${action}`);
    expect(scopesOf("SLACK_LIST_CHANNELS")).toEqual(kinds("read"));
    expect(scopesOf("SLACK_LIST_MESSAGES")).toEqual(kinds("history"));
    expect(scopesOf("SLACK_LIST_REPLIES")).toEqual(kinds("history"));
    expect(scopesOf("SLACK_CREATE_CHANNEL")).toEqual(["channels:manage", "groups:write"]);
    expect(scopesOf("SLACK_OPEN_DIRECT_MESSAGE")).toEqual(["im:write", "mpim:write"]);
    const slack = catalog.getToolkit("slack").authSchemes[0]?.oauth2;
    const needed = tools
      .filter(({ toolkit }) => toolkit.slug === "slack")
      .flatMap(({ record }) => record.scopes);
    expect(slack?.defaultScopes).toEqual([...new Set(needed)].sort());
  });

  it("describe every scope that users are asked for, in a sentence", () => {
    for (const { slug, authSchemes } of toolkits) {
      for (const scope of authSchemes.flatMap(({ oauth2 }) =>
        Object.entries(oauth2?.scopes ?? {}),
      )) {
        expect(scope, slug).toEqual([expect.any(String), expect.stringMatching(/^[A-Z].*\.$/)]);
      }
    }
  });

  it("take a Slack message of text or of blocks, and refuse one of neither", () => {
    const blocks = [{ type: "divider" }];
    for (const slug of ["SLACK_SEND_MESSAGE", "SLACK_UPDATE_MESSAGE"]) {
      const values = { channel: "C1", ...(slug.includes("UPDATE") && { ts: "1.2" }) };
      for (const more of [{ text: "Hello" }, { blocks }, { text: "Hello", blocks }]) {
        expect(bodyOf(slug, { ...values, ...more })).toEqual({ ...values, ...more });
      }
      expect(() => bodyOf(slug, values)).toThrow();
    }
  });

  it("ask GitHub for less than all repositories where less suffices", () => {
    const scopes = tools
      .filter(({ toolkit }) => toolkit.slug === "github")
      .map(({ slug, record }) => [slug, record.scopes.join()])
      .filter(([, scope]) => scope !== "repo");
    expect(Object.fromEntries(scopes)).toEqual({
      GITHUB_SEARCH_ISSUES: "",
      GITHUB_SEARCH_REPOSITORIES: "",
      GITHUB_STAR_REPOSITORY: "public_repo",
      GITHUB_GET_AUTHENTICATED_USER: "read:user",
    });
  });

  it("sort and narrow GitHub's lists as GitHub does", () => {
    const repository = { owner: "acme", repo: "robots" };
    const query = (slug: string, values: object): string =>
      decodeURIComponent(new URL(urlOf(slug, { ...repository, ...values })).search);
    expect(query("GITHUB_LIST_ISSUES", { sort: "updated", direction: "asc", milestone: "*" })).toBe(
      "?milestone=*&sort=updated&direction=asc",
    );
    expect(query("GITHUB_LIST_PULL_REQUESTS", { sort: "popularity", direction: "asc" })).toBe(
      "?sort=popularity&direction=asc",
    );
    expect(query("GITHUB_LIST_COMMITS", { until: "2026-02-06T00:00:00Z" })).toBe(
      "?until=2026-02-06T00:00:00Z",
    );
    expect(new URL(urlOf("GITHUB_LIST_REPOSITORIES", { direction: "desc" })).search).toBe(
      "?direction=desc",
    );
    expect(new URL(urlOf("GITHUB_SEARCH_REPOSITORIES", { q: "x", order: "asc" })).search).toBe(
      "?q=x&order=asc",
    );
    const closed = { state: "closed", state_reason: "duplicate", milestone: 3 };
    expect(bodyOf("GITHUB_UPDATE_ISSUE", { ...repository, issue_number: 1, ...closed })).toEqual(
      closed,
    );
  });

  it("read, write and delete files of a GitHub repository", () => {
    const file = { owner: "acme", repo: "robots", path: "src/arm joint.ts" };
    const address = "https://api.github.com/repos/acme/robots/contents/src%2Farm%20joint.ts";
    expect(urlOf("GITHUB_GET_FILE", { ...file, ref: "main" })).toBe(`${address}?ref=main`);
    const written = { message: "Bend", content: "aGk=", branch: "main", sha: "abc" };
    expect(bodyOf("GITHUB_WRITE_FILE", { ...file, ...written })).toEqual(written);
    expect(urlOf("GITHUB_DELETE_FILE", { ...file, message: "Away", sha: "abc" })).toBe(address);
    expect(urlOf("GITHUB_LIST_FILES", { owner: "acme", repo: "robots", recursive: "1" })).toBe(
      "https://api.github.com/repos/acme/robots/git/trees/HEAD?recursive=1",
    );
  });

  it("write to Notion in the version with data sources, with titles in their short form too", () => {
    const title = [{ text: { content: "Notes" } }];
    for (const properties of [{ title }, { title: { title } }]) {
      const page = { parent: { data_source_id: "d" }, properties };
      expect(bodyOf("NOTION_CREATE_PAGE", page)).toEqual(page);
      expect(bodyOf("NOTION_UPDATE_PAGE", { page_id: "p", properties })).toEqual({ properties });
    }
    expect(urlOf("NOTION_QUERY_DATABASE", { data_source_id: "d" })).toBe(
      "https://api.notion.com/v1/data_sources/d/query",
    );
    expect(urlOf("NOTION_GET_DATA_SOURCE", { data_source_id: "d" })).toBe(
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
    for (const { slug, rules, inputs } of catalog.getToolkit("linear").tools.values()) {
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
