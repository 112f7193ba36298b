import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createJoinedCatalog } from "../../applications/toolkits/catalog/joined-catalog.ts";
import { createToolkitGroup } from "../../applications/toolkits/catalog/toolkit-group.ts";
import { packDocument } from "../../applications/toolkits/compiled/packed-document.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { runInProject } from "../scope.ts";
import { createProjectCatalogs, type MissingToolkit } from "./project-catalogs.ts";
import { storeToolkit } from "./store-toolkit.ts";
import { useCatalogs, writeToolkitDocument } from "./testing/catalogs-fixture.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const suite = useCatalogs(open);
  const { bring, createProject } = suite;

  test("a toolkit that another version of the code compiled is compiled again from its document", async () => {
    const project = await createProject();
    await bring(project, writeToolkitDocument("older", "a"));
    await suite.parts.database.transactInProject(project, (trx) =>
      sql`delete from project_outlines where project_id = ${project}`.execute(trx),
    );
    const catalog = await createProjectCatalogs(suite.parts).open({ projectId: project });
    expect((await catalog.getTool("OLDER_A")).inputs).toHaveLength(1);
  });

  test("the same document makes no new version of its toolkit", async () => {
    const project = await createProject();
    const document = writeToolkitDocument("plain", "a");
    const { record } = await bring(project, document);
    const again = await bring(project, document, "replace");
    expect(again.record.meta.version).toBe(record.meta.version);
  });

  test("a toolkit that cannot be compiled any more is missing alone, and no other takes its place", async () => {
    const project = await createProject();
    await bring(project, writeToolkitDocument("good", "a"));
    await bring(project, writeToolkitDocument("broken", "a"));
    await bring(project, writeToolkitDocument("patched", "a"));
    await bring(project, writeToolkitDocument("patched", "b"), "replace");
    // As if the installation had received its toolkit after the project.
    const none = createJoinedCatalog(createToolkitGroup([]));
    const { compiled } = await suite.parts.compiler.compile(
      { text: writeToolkitDocument("shared", "own") },
      { slug: "shared" },
    );
    await runInProject(suite.platform, project, async (scope) => {
      if (compiled !== undefined) {
        await storeToolkit(
          scope,
          { compiled, document: packDocument("{"), purpose: "import" },
          none,
        );
      }
      await sql`delete from project_outlines where project_id = ${project}`.execute(scope.trx);
      const unreadable = Buffer.from(packDocument("openapi: 3.1.0").bytes);
      await sql`update project_toolkits set packed_document = ${unreadable}
        where project_id = ${project} and (slug = 'broken' or 'PATCHED_A' = any (tool_slugs))`.execute(
        scope.trx,
      );
    });
    const missing: MissingToolkit[] = [];
    const catalogs = createProjectCatalogs({
      ...suite.parts,
      onMissing: (each) => missing.push(each),
    });
    const catalog = await catalogs.open({ projectId: project });
    expect(await catalog.listToolSlugs()).toEqual(["GOOD_A", "PATCHED_B"]);
    expect(catalog.findToolkit("shared")).toBeUndefined();
    expect(catalog.hasTool("SHARED_SUN")).toBe(false);
    expect(missing.map(({ slug }) => slug).toSorted()).toEqual(["broken", "patched", "shared"]);
    expect(missing[0]).toMatchObject({
      projectId: project,
      version: expect.stringMatching(/^\d{8}_00$/),
      failure: { message: expect.stringContaining("can no longer be read: document") },
    });
    await bring(project, writeToolkitDocument("broken", "b"), "replace");
    expect((await catalogs.open({ projectId: project })).hasTool("BROKEN_B")).toBe(true);
  });

  test("catalogs that do not fit into the cache are dropped and opened again", async () => {
    const [one, two] = [await createProject(), await createProject()];
    await bring(one, writeToolkitDocument("left", "a", "b"));
    await bring(two, writeToolkitDocument("right", "a"));
    const catalogs = createProjectCatalogs({ ...suite.parts, cacheBytes: 1 });
    const first = await catalogs.open({ projectId: one });
    expect(await catalogs.open({ projectId: one })).toBe(first);
    expect((await catalogs.open({ projectId: two })).hasTool("RIGHT_A")).toBe(true);
    const again = await catalogs.open({ projectId: one });
    expect(again).not.toBe(first);
    for (const slug of ["LEFT_A", "LEFT_B", "LEFT_A"]) {
      expect((await again.getTool(slug)).slug).toBe(slug);
    }
  });
});
