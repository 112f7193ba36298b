import { describe, expect, it } from "vitest";
import { buildToolSlug } from "./build/tool-slug.ts";
import { createCatalog } from "./testing/create-catalog.ts";
import { loadTexts } from "./testing/load-texts.ts";
import { writePlainHead } from "./testing/write-plain-head.ts";

function operation(id: string, more = ""): string {
  return `{ operationId: ${id}, summary: ${id}, description: Does ${id}., ${more} responses: { '200': { description: Ok. } } }`;
}

const { documents, problems } = loadTexts(
  `${writePlainHead("acme")}  categories: [news]\npaths: { /a: { get: ${operation("a")}, post: ${operation("b", "deprecated: true,")} } }`,
  `${writePlainHead("acme", undefined, "20251001_00")}paths: { /a: { get: ${operation("a")} }, /old: { get: ${operation("gone")} } }`,
  `${writePlainHead("beta")}  deprecated: true\npaths: { /a: { get: ${operation("a", "tags: [x],")} } }`,
  `${writePlainHead("zeta")}paths: { /a: { get: ${operation("a")} } }`,
);
const catalog = await createCatalog({ documents, baseUrl: "https://p.example" });

describe("createCatalog", () => {
  it("has documents without a problem to begin with", () => {
    expect(problems).toEqual([]);
  });

  it("answers the latest version unless one is asked for", async () => {
    expect(catalog.getToolkit("acme").record.meta.available_versions).toEqual([
      "20251120_00",
      "20251001_00",
    ]);
    expect((await catalog.getTool("ACME_A")).record.version).toBe("20251120_00");
    const pinned = { toolkitVersions: { acme: "20251001_00" } };
    expect((await catalog.getTool("ACME_A", pinned)).record.version).toBe("20251001_00");
    expect((await catalog.getTool("ACME_A", { ...pinned, version: "latest" })).record.version).toBe(
      "20251120_00",
    );
    expect((await catalog.getTool("ACME_A")).record.available_versions).toEqual([
      "20251120_00",
      "20251001_00",
    ]);
    expect((await catalog.getTool("ACME_B")).record.available_versions).toEqual(["20251120_00"]);
    expect((await catalog.getTool("ACME_GONE")).record.version).toBe("20251001_00");
    await expect(catalog.getTool("ACME_B", pinned)).rejects.toThrow("Tool_VersionNotFound");
    await expect(catalog.getTool("ACME_A", { version: "20200101_00" })).rejects.toThrow(
      "Tool_VersionNotFound",
    );
    await expect(catalog.getTool("ACME_NONE")).rejects.toThrow("Tool_NotFound");
    expect(() => catalog.getToolkit("none")).toThrow("Toolkit_NotFound");
    expect((await catalog.getRecord("ACME_GONE", pinned)).version).toBe("20251001_00");
  });

  it("lists toolkits by usage and name, filtered", () => {
    const listSlugs = (filter?: Parameters<typeof catalog.listToolkits>[0]): string[] =>
      catalog.listToolkits(filter).map(({ slug }) => slug);
    expect(listSlugs()).toEqual(["acme", "zeta"]);
    expect(listSlugs({ includeDeprecated: true })).toEqual(["acme", "beta", "zeta"]);
    expect(listSlugs({ slugs: ["beta", "none"] })).toEqual(["beta"]);
    const usage = new Map([["zeta", 3]]);
    expect(listSlugs({ usage })).toEqual(["zeta", "acme"]);
    expect(listSlugs({ usage, sortBy: "alphabetically" })).toEqual(["acme", "zeta"]);
    expect(listSlugs({ category: "News" })).toEqual(["acme"]);
    expect(listSlugs({ search: "ZET" })).toEqual(["zeta"]);
    expect(listSlugs({ managedBy: "project" })).toEqual([]);
    expect(() => listSlugs({ category: "none" })).toThrow("Toolkit_CategoryNotFound");
  });

  it("lists tools by slug, filtered, without deprecated ones", async () => {
    const listSlugs = async (
      filter?: Parameters<typeof catalog.listTools>[0],
    ): Promise<string[]> => {
      const listed = await catalog.listTools(filter);
      return (await listed.read(0, 100)).map(({ slug }) => slug);
    };
    expect(await listSlugs()).toEqual(["ACME_A", "ZETA_A"]);
    expect(await catalog.listToolSlugs()).toEqual(["ACME_A", "ZETA_A"]);
    expect(await listSlugs({ includeDeprecated: true })).toEqual([
      "ACME_A",
      "ACME_B",
      "BETA_A",
      "ZETA_A",
    ]);
    expect(await listSlugs({ toolkitSlug: "acme" })).toEqual(["ACME_A"]);
    expect(await listSlugs({ toolSlugs: ["ZETA_A", "NONE"] })).toEqual(["ZETA_A"]);
    expect(await listSlugs({ tags: ["x", "y"], includeDeprecated: true })).toEqual(["BETA_A"]);
    expect(await listSlugs({ tags: ["readOnlyHint"] })).toEqual(["ACME_A", "ZETA_A"]);
    expect(await listSlugs({ scopes: ["repo"] })).toEqual([]);
    expect(await listSlugs({ toolkitVersions: { acme: "20251001_00" } })).toEqual([
      "ACME_A",
      "ACME_GONE",
      "ZETA_A",
    ]);
    await expect(listSlugs({ toolkitSlug: "none" })).rejects.toThrow("Toolkit_NotFound");
    await expect(listSlugs({ toolkitVersions: { acme: "20200101_00" } })).rejects.toThrow(
      "Tool_VersionNotFound",
    );
  });
});

describe("toolSlug", () => {
  it.each([
    ["acme", "listRobots", "ACME_LIST_ROBOTS"],
    ["my-app", "getHTTPServer2", "MY_APP_GET_HTTP_SERVER2"],
    ["acme", "repos/list-for.user", "ACME_REPOS_LIST_FOR_USER"],
  ])("of %s and %s is %s", (toolkit, id, slug) => {
    expect(buildToolSlug(toolkit, id)).toBe(slug);
  });

  it("cuts slugs over 64 characters, each to its own", () => {
    const long = "a".repeat(80);
    const slugs = [buildToolSlug("acme", `${long}1`), buildToolSlug("acme", `${long}2`)];
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) {
      expect(slug).toMatch(/^ACME_A{52}_[0-9A-F]{6}$/);
    }
  });
});
