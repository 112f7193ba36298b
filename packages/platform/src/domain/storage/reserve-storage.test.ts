import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { Scope } from "../scope.ts";
import { readStoredBytes } from "./read-storage.ts";
import { releaseFileBytes, reserveFileBytes } from "./reserve-storage.ts";

const quota = 1_000;

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const reserve = (id: string, needed: number, wanted = needed): Promise<number> =>
    fixture.run((scope) => {
      const quotas = { ...scope.platform.quotas, files: quota };
      const limited: Scope = { ...scope, platform: { ...scope.platform, quotas } };
      return reserveFileBytes(limited, { id, needed, wanted });
    });
  const readFileBytes = async (): Promise<number> =>
    (await fixture.run((scope) => readStoredBytes(scope))).files;
  const clear = () => fixture.run(({ trx }) => trx.deleteFrom("storage_reservations").execute());

  test("simultaneous reservations of a project together never pass its quota", async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => reserve(`file ${index}`, 150)),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
    expect(await readFileBytes()).toBe(900);
    const [refused] = asked.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject({
      reason: { slug: "Project_StorageFull", retryAfterSeconds: 60 },
    });
    await clear();
  });

  test("a reservation grows, takes less than it wants when that is all there is, and is given back", async () => {
    expect(await reserve("grows", 100, 400)).toBe(400);
    expect(await reserve("other", 500, 1_000)).toBe(500);
    expect(await reserve("grows", 450, 850)).toBe(450);
    await expect(reserve("grows", 501)).rejects.toThrow("Project_StorageFull");
    expect(await readFileBytes()).toBe(950);
    await fixture.run((scope) => releaseFileBytes(scope, "grows"));
    expect(await readFileBytes()).toBe(500);
    await clear();
  });

  test("the room of a process that was killed comes back after an hour", async () => {
    await reserve("killed", 1_000);
    await expect(reserve("next", 1)).rejects.toThrow("Project_StorageFull");
    await fixture.run(({ trx }) =>
      trx
        .updateTable("storage_reservations")
        .set({ expires_at: sql<Date>`now() - interval '1 second'` })
        .execute(),
    );
    expect(await reserve("next", 1_000)).toBe(1_000);
    await clear();
  });

  test("files and toolkits are counted with each change, and a project sees its own sums", async () => {
    const before = await fixture.run((scope) => readStoredBytes(scope));
    await fixture.run(async ({ trx, projectId }) => {
      const add = (id: string, size: number | null) => ({
        project_id: projectId,
        id,
        filename: "a",
        mimetype: "text/plain",
        md5: id,
        size,
        toolkit_slug: "acme",
        tool_slug: "A",
        is_result: false,
        signing_key: "sealed",
      });
      await trx
        .insertInto("files")
        .values([add("one", 10), add("two", null)])
        .execute();
      await trx.updateTable("files").set({ size: 30 }).where("id", "=", "two").execute();
    });
    const read = () => fixture.run((scope) => readStoredBytes(scope));
    expect(await read()).toEqual({ ...before, files: before.files + 40 });
    const other = await fixture.createOtherProject();
    expect((await fixture.run((scope) => readStoredBytes(scope), other)).files).toBe(0);
    // Often enough that the rows of the sum are added up in between.
    for (let round = 0; round < 100; round += 1) {
      await fixture.run(({ trx }) =>
        trx
          .updateTable("files")
          .set({ size: 30 + round })
          .where("id", "=", "two")
          .execute(),
      );
    }
    expect((await read()).files).toBe(before.files + 10 + 129);
    await fixture.run(({ trx }) => trx.deleteFrom("files").execute());
    expect((await read()).files).toBe(0);
  });
});
