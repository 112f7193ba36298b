import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/opening/open-database.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { createTestProject } from "../../testing/test-project.ts";
import { catalogOfShelves } from "../../toolkits/catalog/catalog-of-shelves.ts";
import { createShelf } from "../../toolkits/catalog/shelf.ts";
import { createCompiler } from "../../toolkits/compiled/create-compiler.ts";
import { shelfOfDocuments } from "../../toolkits/shelf-of-documents.ts";
import { loadTexts, plainHead } from "../../toolkits/testing/load-texts.ts";
import type { ToolkitCatalogs } from "../../toolkits/types/catalog-types.ts";
import { inProject, type Platform } from "../scope.ts";
import { createToolkitImports } from "./import-toolkit.ts";
import { createProjectCatalogs, type MissingToolkit } from "./project-catalogs.ts";
import { storeToolkit } from "./store-toolkit.ts";

/** A toolkit document with an operation for each id. */
function writeToolkitDocument(slug: string, ...ids: readonly string[]): string {
  const paths = ids.map((id) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        summary: `Fetch the ${id}`,
        description: `Fetches one ${id} of ${slug}.`,
        parameters: [{ name: "depth", in: "query", schema: { type: "integer", maximum: 7 } }],
        responses: { 200: { description: "Ok." } },
      },
    },
  ]);
  return `${plainHead(slug)}\npaths: ${JSON.stringify(Object.fromEntries(paths))}\n`;
}

const installation = await shelfOfDocuments({
  documents: loadTexts(writeToolkitDocument("shared", "sun")).documents,
  baseUrl: "https://p.example",
});
const compiler = createCompiler();

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let platform: Platform;
  let replicas: readonly [ToolkitCatalogs, ToolkitCatalogs];
  beforeAll(async () => {
    database = await open();
    const parts = { database, installation, baseUrl: "https://p.example", compiler };
    replicas = [createProjectCatalogs(parts), createProjectCatalogs(parts)];
    platform = { ...createTestPlatform(database), catalogs: replicas[0] };
  });

  const newProject = async (): Promise<string> =>
    (await createTestProject(database, platform.secrets)).projectId;
  const bring = (projectId: string, document: string, purpose: "import" | "replace" = "import") =>
    createToolkitImports({ platform, catalogs: replicas[0], compiler }).bring(projectId, {
      document,
      purpose,
    });
  const remove = (projectId: string, slug: string) =>
    createToolkitImports({ platform, catalogs: replicas[0], compiler }).remove(projectId, slug);
  const slugsOn = async (
    replica: number,
    projectId: string,
    search?: string,
  ): Promise<string[]> => {
    const catalog = await (replicas[replica] ?? replicas[0]).of({ projectId });
    const listed = await catalog.listTools(search === undefined ? {} : { search });
    const records = await listed.read(0, 1000);
    expect(listed.total).toBe(records.length);
    return records.map(({ slug }) => slug);
  };

  test("a project's toolkit is there for it on every replica at once, and for nobody else", async () => {
    const [mine, theirs] = [await newProject(), await newProject()];
    for (const replica of [0, 1]) {
      expect(await slugsOn(replica, mine)).toEqual(["SHARED_SUN"]);
    }
    const toolkit = await bring(mine, writeToolkitDocument("private", "moon", "star"));
    expect(toolkit.record.meta).toMatchObject({
      version: expect.stringMatching(/^\d{8}_00$/),
      tools_count: 2,
      logo: "https://p.example/logos/private.svg",
    });
    for (const replica of [0, 1] as const) {
      expect(await slugsOn(replica, mine)).toEqual(["PRIVATE_MOON", "PRIVATE_STAR", "SHARED_SUN"]);
      expect((await slugsOn(replica, mine, "fetch the moon"))[0]).toBe("PRIVATE_MOON");
      const catalog = await replicas[replica].of({ projectId: mine });
      expect(await catalog.listToolSlugs()).toEqual(["PRIVATE_MOON", "PRIVATE_STAR", "SHARED_SUN"]);
      expect(catalog.listToolkits({ managedBy: "project" }).map(({ slug }) => slug)).toEqual([
        "private",
      ]);
      const tool = await catalog.getTool("PRIVATE_MOON");
      expect(tool.record).toEqual(await catalog.getRecord("PRIVATE_MOON"));
      expect(tool.record).toMatchObject({ version: toolkit.version, toolkit: { slug: "private" } });
      expect(tool.inputs.map(({ name, schema }) => [name, schema.maximum])).toEqual([["depth", 7]]);
      expect(tool.toolkit).toBe(catalog.findToolkit("private"));

      expect(await slugsOn(replica, theirs)).toEqual(["SHARED_SUN"]);
      expect(await slugsOn(replica, theirs, "fetch the moon")).toEqual(["SHARED_SUN"]);
      const other = await replicas[replica].of({ projectId: theirs });
      expect(other.findToolkit("private")).toBeUndefined();
      expect(other.listToolkits().map(({ slug }) => slug)).toEqual(["shared"]);
      await expect(other.getTool("PRIVATE_MOON")).rejects.toThrow("Tool_NotFound");
      await expect(other.getRecord("PRIVATE_MOON")).rejects.toThrow("Tool_NotFound");
      await expect(other.listTools({ toolkitSlug: "private" })).rejects.toThrow("Toolkit_NotFound");
    }
  });

  test("a new version is the latest at once, and calls that name the old one still get it", async () => {
    const project = await newProject();
    const first = await bring(project, writeToolkitDocument("atlas", "a", "b"));
    expect(await slugsOn(1, project)).toEqual(["ATLAS_A", "ATLAS_B", "SHARED_SUN"]);
    const second = await bring(project, writeToolkitDocument("atlas", "b", "c"), "replace");
    expect(second.version > first.version).toBe(true);
    const same = await bring(project, writeToolkitDocument("atlas", "b", "c"), "replace");
    expect(same.version).toBe(second.version);
    const catalog = await replicas[1].of({ projectId: project });
    expect(await slugsOn(1, project)).toEqual(["ATLAS_B", "ATLAS_C", "SHARED_SUN"]);
    expect(await catalog.getRecord("ATLAS_B")).toMatchObject({
      version: second.version,
      available_versions: [second.version, first.version],
    });
    expect(await catalog.getRecord("ATLAS_A")).toMatchObject({
      version: first.version,
      available_versions: [first.version],
    });
    const old = await catalog.getTool("ATLAS_B", { version: first.version });
    expect(old.record.version).toBe(first.version);
    expect(old.toolkit.record.meta.version).toBe(first.version);
    const pinned = { toolkitVersions: { atlas: first.version }, toolkitSlug: "atlas" };
    const listed = await (await catalog.listTools(pinned)).read(0, 10);
    expect(listed.map(({ slug }) => slug)).toEqual(["ATLAS_A", "ATLAS_B"]);
    await expect(catalog.getTool("ATLAS_C", { version: first.version })).rejects.toThrow(
      "Tool_VersionNotFound",
    );
  });

  test("a toolkit that was removed is gone at once, and its slug is free", async () => {
    const project = await newProject();
    await bring(project, writeToolkitDocument("comet", "a"));
    expect(await slugsOn(1, project)).toEqual(["COMET_A", "SHARED_SUN"]);
    await remove(project, "comet");
    for (const replica of [0, 1]) {
      expect(await slugsOn(replica, project)).toEqual(["SHARED_SUN"]);
    }
    await expect(remove(project, "comet")).rejects.toThrow("Toolkit_NotFound");
    await expect(remove(project, "shared")).rejects.toThrow("Toolkit_NotOwned");
    const again = await bring(project, writeToolkitDocument("comet", "b"));
    expect(again.version).toMatch(/_01$/);
  });

  test("slugs that are taken or reserved, tools that clash and bad documents are refused and change nothing", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await bring(project, writeToolkitDocument("nova", "b_c"));
    const before = await slugsOn(0, project);
    const refused = async (document: string, slug: string, purpose?: "replace"): Promise<void> => {
      await expect(bring(project, document, purpose), slug).rejects.toMatchObject({ slug });
    };
    await refused(writeToolkitDocument("nova", "d"), "Toolkit_SlugTaken");
    await refused(writeToolkitDocument("shared", "d"), "Toolkit_SlugTaken");
    await refused(writeToolkitDocument("import", "d"), "Toolkit_SlugTaken");
    await refused(writeToolkitDocument("shared", "d"), "Toolkit_NotOwned", "replace");
    await refused(writeToolkitDocument("unknown", "d"), "Toolkit_NotFound", "replace");
    await refused(writeToolkitDocument("nova_b", "c"), "Toolkit_DocumentInvalid");
    await refused("openapi: 3.1.0\n", "Toolkit_DocumentInvalid");
    await refused(
      writeToolkitDocument("escape", "a").replace('"type":"integer"', '"$ref":"/etc/passwd"'),
      "Toolkit_DocumentInvalid",
    );
    expect(await slugsOn(0, project)).toEqual(before);
    await bring(other, writeToolkitDocument("nova", "x"));
    expect(await slugsOn(1, other)).toEqual(["NOVA_X", "SHARED_SUN"]);
  });

  test("a request that knows a version never gets an older catalog, also while one is being loaded", async () => {
    const project = await newProject();
    const catalogs = replicas[1];
    await bring(project, writeToolkitDocument("one", "a"));
    const early = catalogs.of({ projectId: project, catalogVersion: 1 });
    await bring(project, writeToolkitDocument("two", "a"));
    await early;
    const late = await catalogs.of({ projectId: project, catalogVersion: 2 });
    expect(late.hasTool("TWO_A")).toBe(true);
    expect(await catalogs.of({ projectId: project, catalogVersion: 1 })).toBe(late);
    expect(await catalogs.of({ projectId: "proj_gone", catalogVersion: 9 })).toBeDefined();
  });

  test("readers see all of a change or nothing of it", async () => {
    const project = await newProject();
    await bring(project, writeToolkitDocument("whole", "a1", "b1"));
    let isChanging = true;
    const seen = new Set<string>();
    const read = async (replica: 0 | 1): Promise<void> => {
      while (isChanging) {
        const slugs = await slugsOn(replica, project);
        seen.add(slugs.filter((slug) => slug !== "SHARED_SUN").join(" "));
        // An embedded database answers without a turn of the event loop, which the compiler's thread needs.
        await setImmediate();
      }
    };
    const reading = [read(0), read(1)];
    for (const round of [2, 3, 4]) {
      await bring(project, writeToolkitDocument("whole", `a${round}`, `b${round}`), "replace");
    }
    isChanging = false;
    await Promise.all(reading);
    for (const slugs of seen) {
      expect(slugs).toMatch(/^WHOLE_A(\d) WHOLE_B\1$/);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  test("what another version of the code compiled is compiled again from the document", async () => {
    const project = await newProject();
    await bring(project, writeToolkitDocument("older", "a"));
    await database.scoped(project, (trx) =>
      sql`delete from project_outlines where project_id = ${project}`.execute(trx),
    );
    const parts = { database, installation, baseUrl: "https://p.example", compiler };
    const catalog = await createProjectCatalogs(parts).of({ projectId: project });
    expect((await catalog.getTool("OLDER_A")).inputs).toHaveLength(1);
  });

  test("a toolkit that cannot be compiled any more is missing alone, and nothing is shown in its place", async () => {
    const project = await newProject();
    await bring(project, writeToolkitDocument("good", "a"));
    await bring(project, writeToolkitDocument("broken", "a"));
    await bring(project, writeToolkitDocument("patched", "a"));
    await bring(project, writeToolkitDocument("patched", "b"), "replace");
    // As if the installation had got its toolkit later than the project.
    const none = catalogOfShelves(createShelf([]));
    const { compiled } = await compiler.compile({
      path: "d.yaml",
      text: writeToolkitDocument("shared", "own"),
    });
    await inProject(platform, project, async (scope) => {
      if (compiled !== undefined) {
        await storeToolkit(scope, { compiled, document: "{", purpose: "import" }, none);
      }
      await sql`delete from project_outlines where project_id = ${project}`.execute(scope.trx);
      await sql`update project_toolkits set document = 'openapi: 3.1.0'
        where project_id = ${project} and (slug = 'broken' or 'PATCHED_A' = any (tool_slugs))`.execute(
        scope.trx,
      );
    });
    const missing: MissingToolkit[] = [];
    const catalogs = createProjectCatalogs({
      ...{ database, installation, baseUrl: "https://p.example", compiler },
      onMissing: (each) => missing.push(each),
    });
    const catalog = await catalogs.of({ projectId: project });
    expect(await catalog.listToolSlugs()).toEqual(["GOOD_A", "PATCHED_B"]);
    expect(catalog.findToolkit("shared")).toBeUndefined();
    expect(catalog.hasTool("SHARED_SUN")).toBe(false);
    expect(missing.map(({ slug }) => slug).toSorted()).toEqual(["broken", "patched", "shared"]);
    expect(missing[0]).toMatchObject({
      projectId: project,
      version: expect.stringMatching(/^\d{8}_00$/),
      failure: { message: expect.stringContaining("cannot be read any more: document") },
    });
    await bring(project, writeToolkitDocument("broken", "b"), "replace");
    expect((await catalogs.of({ projectId: project })).hasTool("BROKEN_B")).toBe(true);
  });

  test("what does not fit is given up and read again", async () => {
    const [one, two] = [await newProject(), await newProject()];
    await bring(one, writeToolkitDocument("left", "a", "b"));
    await bring(two, writeToolkitDocument("right", "a"));
    const parts = { database, installation, baseUrl: "https://p.example", compiler };
    const catalogs = createProjectCatalogs({ ...parts, cacheBytes: 1 });
    const first = await catalogs.of({ projectId: one });
    expect(await catalogs.of({ projectId: one })).toBe(first);
    expect((await catalogs.of({ projectId: two })).hasTool("RIGHT_A")).toBe(true);
    const again = await catalogs.of({ projectId: one });
    expect(again).not.toBe(first);
    for (const slug of ["LEFT_A", "LEFT_B", "LEFT_A"]) {
      expect((await again.getTool(slug)).slug).toBe(slug);
    }
  });
});
