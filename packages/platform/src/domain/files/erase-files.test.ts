import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { Scope } from "../scope.ts";
import { eraseFileKind, purgeFiles } from "./erase-files.ts";

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
});
