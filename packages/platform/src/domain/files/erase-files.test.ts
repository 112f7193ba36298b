import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { Scope } from "../scope.ts";
import { eraseFileKind, eraseFilesOfUser, purgeFiles } from "./erase-files.ts";
import { addResult, openKeptResult } from "./keep-result.ts";
import { noteBytes } from "./keep-upload.ts";
import { takeFile } from "./take-file.ts";

/** Stores the row of a file that was last used so many days ago. */
async function addFile(scope: Scope, id: string, days: number, size: number | null): Promise<void> {
  await scope.trx
    .insertInto("files")
    .values({
      project_id: scope.projectId,
      id,
      filename: "a.txt",
      mimetype: "text/plain",
      md5: id.padEnd(32, "0").slice(0, 32),
      size,
      toolkit_slug: "acme",
      tool_slug: "ACME_SEND",
      is_result: false,
      signing_key: "sealed",
      created_at: sql`now() - make_interval(days => ${days})`,
      used_at: sql`now() - make_interval(days => ${days})`,
    })
    .execute();
}

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject } = fixture;

  test("files are erased when they were not used for the retention, and uploads that never came after eight days", async () => {
    const projects = [await createOtherProject(), await createOtherProject()];
    for (const project of projects) {
      await run(async (scope) => {
        await addFile(scope, "old", 31, 3);
        await addFile(scope, "recent", 29, 3);
        await addFile(scope, "missing", 9, null);
        await addFile(scope, "awaited", 7, null);
      }, project);
    }
    expect(await purgeFiles(fixture.platform, 30)).toBe(4);
    expect(await purgeFiles(fixture.platform, 30)).toBe(0);
    for (const project of projects) {
      const left = await run(async ({ trx }) => {
        const files = await trx.selectFrom("files").select("id").orderBy("id").execute();
        const jobs = await trx
          .selectFrom("jobs")
          .select([
            sql<string>`payload ->> 'id'`.as("id"),
            sql<boolean>`next_at > now() + interval '50 minutes'`.as("isLate"),
          ])
          .where("kind", "=", eraseFileKind)
          .orderBy("id")
          .execute();
        return { files: files.map(({ id }) => id), jobs };
      }, project);
      // Another process may be about to move the bytes of a file without a size to their place.
      expect(left).toEqual({
        files: ["awaited", "recent"],
        jobs: [
          { id: "missing", isLate: true },
          { id: "old", isLate: false },
        ],
      });
    }
  });

  test("the rest of a result is for its reader and no tool, and is erased when its time is over", async () => {
    const project = await createOtherProject();
    const here = <T>(work: (scope: Scope) => Promise<T>) => run(work, project);
    const add = (scope: Scope, id: string) =>
      addResult(
        scope,
        {
          id,
          name: "result.json",
          mimetype: "application/json",
          toolkitSlug: "acme",
          toolSlug: "ACME_LIST",
          userId: "ada",
          reader: "session one",
        },
        { md5: id.padEnd(32, "0") },
      );
    const end = (id: string) =>
      here(({ trx }) =>
        sql`update files set expires_at = now() - interval '1 second' where id = ${id}`.execute(
          trx,
        ),
      );
    await here(async (scope) => {
      await add(scope, "rest1");
      await add(scope, "rest2");
      await noteBytes(scope, "rest1", 3);
    });
    const readAs = (reader: string, id = "rest1") =>
      here(async (scope) => (await openKeptResult(scope, id, reader)).size);
    const none = "ToolRouter_ResultNotFound";
    expect(await readAs("session one")).toBe(3);
    await expect(readAs("session two")).rejects.toThrow(none);
    // Its bytes are not there yet.
    await expect(readAs("session one", "rest2")).rejects.toThrow(none);
    const key = `${project}/rest1/result.json`;
    await expect(here((scope) => takeFile(scope, key, "ada"))).rejects.toThrow("File_NotFound");
    expect(await purgeFiles(fixture.platform, 30)).toBe(0);
    await end("rest1");
    await expect(readAs("session one")).rejects.toThrow(none);
    expect(await purgeFiles(fixture.platform, 30)).toBe(1);
    expect(await here((scope) => eraseFilesOfUser(scope, "ada"))).toBe(1);
  });
});
