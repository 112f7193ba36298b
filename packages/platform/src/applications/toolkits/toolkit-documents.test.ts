import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  buildSampleRequest,
  catalog,
  getShippedTool,
  problems,
  type StrictNode,
  toolkits,
  tools,
} from "./testing/shipped-toolkits.ts";
import { findStrictProblems } from "./testing/strict-problems.ts";

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

  it("have eight tools or more, a version, a category and the texts that a catalogue shows", () => {
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

  it("have the tools of the document's story", async () => {
    const slugs = await catalog.listToolSlugs();
    expect(slugs).toEqual(
      expect.arrayContaining([
        "GITHUB_CREATE_ISSUE",
        "GITHUB_LIST_REPOSITORIES",
        "HACKERNEWS_GET_ITEM",
        "STRIPE_CREATE_CUSTOMER",
      ]),
    );
    expect(getShippedTool("GITHUB_CREATE_ISSUE").record).toMatchObject({
      name: "Create issue",
      scopes: ["repo"],
      tags: ["issues", "openWorldHint"],
      input_parameters: { required: ["owner", "repo", "title"], additionalProperties: false },
    });
  });

  it("have schemas that language-model vendors accept, and Ajv compiles", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { slug, record } of tools) {
      expect(findStrictProblems(record.input_parameters), slug).toEqual([]);
      expect(findStrictProblems(record.output_parameters), slug).toEqual([]);
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

  it("build a request for every tool, with every variable filled in", () => {
    for (const tool of tools) {
      const request = buildSampleRequest(tool);
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
      const tool = getShippedTool(testTool ?? "");
      expect(tool.record.input_parameters.required, slug).toEqual([]);
      expect(tool.rules.isSafe, slug).toBe(true);
    }
  });

  it("ask Slack for the scopes of each kind of conversation", () => {
    const readToolScopes = (slug: string): readonly string[] => getShippedTool(slug).record.scopes;
    const listKinds = (action: string): string[] =>
      ["channels", "groups", "im", "mpim"].map((kind) => `${kind}:${action}`);
    expect(readToolScopes("SLACK_LIST_CHANNELS")).toEqual(listKinds("read"));
    expect(readToolScopes("SLACK_LIST_MESSAGES")).toEqual(listKinds("history"));
    expect(readToolScopes("SLACK_LIST_REPLIES")).toEqual(listKinds("history"));
    expect(readToolScopes("SLACK_CREATE_CHANNEL")).toEqual(["channels:manage", "groups:write"]);
    expect(readToolScopes("SLACK_OPEN_DIRECT_MESSAGE")).toEqual(["im:write", "mpim:write"]);
    const slack = catalog.getToolkit("slack").authSchemes[0]?.oauth2;
    const needed = tools
      .filter(({ toolkit }) => toolkit.slug === "slack")
      .flatMap(({ record }) => record.scopes);
    // Slack sends events of reactions only to apps with this scope.
    expect(slack?.defaultScopes).toEqual([...new Set([...needed, "reactions:read"])].sort());
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

  it("ask GitHub for less than all repositories where that is enough", () => {
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
});
