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
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0]);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
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
      if (schema.format === "date-time") return "2026-02-06T12:00:00Z";
      if (schema.format === "date") return "2026-02-06";
      return schema.pattern === "^[a-z]{3}$" ? "eur" : "abc";
  }
}

/** What one of several members has to be given for, which `required` does not say. */
const alternatives: Readonly<Record<string, object>> = {
  SLACK_SEND_MESSAGE: { text: "Hello" },
  NOTION_CREATE_PAGE: { parent: { page_id: "p" } },
  NOTION_CREATE_COMMENT: { discussion_id: "d" },
  STRIPE_CREATE_REFUND: { payment_intent: "pi_1" },
  GOOGLECALENDAR_CREATE_EVENT: { start: { date: "2026-02-06" }, end: { date: "2026-02-07" } },
};

function requestOf(tool: ToolDefinition): ReturnType<typeof buildRequest> {
  // Strict schemas are objects with properties, as the test before shows.
  const sample = sampleOf(tool.record.input_parameters) as object;
  const values = { ...sample, ...alternatives[tool.slug] };
  return buildRequest(
    tool,
    checkArguments(tool, values),
    tool.toolkit.server.url,
    noCredentials,
    [],
  );
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
      "2022-06-28",
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
