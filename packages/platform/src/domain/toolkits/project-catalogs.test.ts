import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { useCatalogs, writeToolkitDocument } from "./testing/catalogs-fixture.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const suite = useCatalogs(open);
  const { bring, createProject, remove, slugsOn } = suite;

  test("a project's toolkit is there on every replica at once, and only for that project", async () => {
    const [mine, theirs] = [await createProject(), await createProject()];
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
      const catalog = await suite.replicas[replica].open({ projectId: mine });
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
      const other = await suite.replicas[replica].open({ projectId: theirs });
      expect(other.findToolkit("private")).toBeUndefined();
      expect(other.listToolkits().map(({ slug }) => slug)).toEqual(["shared"]);
      await expect(other.getTool("PRIVATE_MOON")).rejects.toThrow("Tool_NotFound");
      await expect(other.getRecord("PRIVATE_MOON")).rejects.toThrow("Tool_NotFound");
      await expect(other.listTools({ toolkitSlug: "private" })).rejects.toThrow("Toolkit_NotFound");
    }
  });

  test("a new version is the latest at once, and calls that name the old one still get it", async () => {
    const project = await createProject();
    const first = await bring(project, writeToolkitDocument("atlas", "a", "b"));
    expect(await slugsOn(1, project)).toEqual(["ATLAS_A", "ATLAS_B", "SHARED_SUN"]);
    const second = await bring(project, writeToolkitDocument("atlas", "b", "c"), "replace");
    expect(second.version > first.version).toBe(true);
    const same = await bring(project, writeToolkitDocument("atlas", "b", "c"), "replace");
    expect(same.version).toBe(second.version);
    const catalog = await suite.replicas[1].open({ projectId: project });
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
    const project = await createProject();
    const first = await bring(project, writeToolkitDocument("comet", "a"));
    expect(await slugsOn(1, project)).toEqual(["COMET_A", "SHARED_SUN"]);
    await remove(project, "comet");
    for (const replica of [0, 1]) {
      expect(await slugsOn(replica, project)).toEqual(["SHARED_SUN"]);
    }
    await expect(remove(project, "comet")).rejects.toThrow("Toolkit_NotFound");
    await expect(remove(project, "shared")).rejects.toThrow("Toolkit_NotOwned");
    const again = await bring(project, writeToolkitDocument("comet", "b"));
    expect(again.version > first.version).toBe(true);
  });

  test("slugs that are taken or reserved, tools that clash and bad documents are refused and change nothing", async () => {
    const [project, other] = [await createProject(), await createProject()];
    await bring(project, writeToolkitDocument("nova", "b_c"));
    const before = await slugsOn(0, project);
    const expectRefused = async (
      document: string,
      slug: string,
      purpose?: "replace",
    ): Promise<void> => {
      await expect(bring(project, document, purpose), slug).rejects.toMatchObject({ slug });
    };
    await expectRefused(writeToolkitDocument("nova", "d"), "Toolkit_SlugTaken");
    await expectRefused(writeToolkitDocument("shared", "d"), "Toolkit_SlugTaken");
    await expectRefused(writeToolkitDocument("import", "d"), "Toolkit_SlugTaken");
    await expectRefused(writeToolkitDocument("shared", "d"), "Toolkit_NotOwned", "replace");
    await expectRefused(writeToolkitDocument("unknown", "d"), "Toolkit_NotFound", "replace");
    await expectRefused(writeToolkitDocument("nova_b", "c"), "Toolkit_DocumentInvalid");
    await expectRefused("openapi: 3.1.0\n", "Toolkit_DocumentInvalid");
    await expectRefused(
      writeToolkitDocument("escape", "a").replace('"type":"integer"', '"$ref":"/etc/passwd"'),
      "Toolkit_DocumentInvalid",
    );
    expect(await slugsOn(0, project)).toEqual(before);
    await bring(other, writeToolkitDocument("nova", "x"));
    expect(await slugsOn(1, other)).toEqual(["NOVA_X", "SHARED_SUN"]);
  });

  test("a request that knows a version never gets an older catalog, also while one is being loaded", async () => {
    const project = await createProject();
    const catalogs = suite.replicas[1];
    await bring(project, writeToolkitDocument("one", "a"));
    const early = catalogs.open({ projectId: project, catalogVersion: 1 });
    await bring(project, writeToolkitDocument("two", "a"));
    await early;
    const late = await catalogs.open({ projectId: project, catalogVersion: 2 });
    expect(late.hasTool("TWO_A")).toBe(true);
    expect(await catalogs.open({ projectId: project, catalogVersion: 1 })).toBe(late);
    expect(await catalogs.open({ projectId: "proj_gone", catalogVersion: 9 })).toBeDefined();
  });

  test("readers see all of a change or nothing of it", async () => {
    const project = await createProject();
    await bring(project, writeToolkitDocument("whole", "a1", "b1"));
    let isChanging = true;
    const seen = new Set<string>();
    const read = async (replica: 0 | 1): Promise<void> => {
      while (isChanging) {
        const slugs = await slugsOn(replica, project);
        seen.add(slugs.filter((slug) => slug !== "SHARED_SUN").join(" "));
        // An embedded database answers without a turn of the event loop, but the compiler's process needs one.
        await setImmediate();
      }
    };
    const reading = [read(0), read(1)];
    for (const round of [2, 3, 4]) {
      await bring(project, writeToolkitDocument("whole", `a${round}`, `b${round}`), "replace");
      await expect.poll(() => [...seen]).toContain(`WHOLE_A${round} WHOLE_B${round}`);
    }
    isChanging = false;
    await Promise.all(reading);
    for (const slugs of seen) {
      expect(slugs).toMatch(/^WHOLE_A(\d) WHOLE_B\1$/);
    }
  });
});
