import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDiskRoom } from "../../base/files/disk-room.ts";
import { createDiskStore } from "../../base/files/disk-store.ts";
import { eraseFilesOfUser } from "../../domain/files/erase-files.ts";
import { selectFiles } from "../../domain/files/file-rows.ts";
import type { Platform } from "../../domain/scope.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { storeResult } from "./store-result.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "platform-results-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* source(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("a report");
}

/** The platform, with a function that runs after the given transaction, the first of which is 1. */
function afterTransaction(platform: Platform, number: number, then: () => unknown): Platform {
  let count = 0;
  return {
    ...platform,
    database: {
      ...platform.database,
      transactInProject: async (projectId, work) => {
        count += 1;
        const isIt = count === number;
        const result = await platform.database.transactInProject(projectId, work);
        if (isIt) {
          await then();
        }
        return result;
      },
    },
  };
}

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const store = async (platform: Platform) => {
    const { projectId } = fixture;
    const about = {
      name: "report.txt",
      mimetype: "text/plain",
      toolkitSlug: "acme",
      toolSlug: "ACME_GET_REPORT",
      userId: "ada",
    };
    const files = createDiskStore(folder);
    const disk = createDiskRoom(folder, undefined);
    return await storeResult({ platform, files, disk }, { projectId }, about, source());
  };
  const listRows = () => fixture.run((scope) => selectFiles(scope).select("size").execute());
  const listBlobs = (): readonly string[] => readdirSync(join(folder, fixture.projectId));

  test("a file stays whole when the database stored it and its answer was lost", async () => {
    const lost = () => Promise.reject(new Error("Connection terminated unexpectedly"));
    const storing = store(afterTransaction(fixture.platform, 2, lost));
    await expect(storing).rejects.toThrow("terminated");
    const rows = await listRows();
    expect(rows.map(({ size }) => size)).toEqual([8]);
    expect(listBlobs()).toEqual(rows.map(({ id }) => id));
    await fixture.run((scope) => eraseFilesOfUser(scope, "ada"));
    await createDiskStore(folder).removeProject(fixture.projectId);
  });

  test("a file leaves nothing when its user is erased before the bytes are at their place", async () => {
    const erase = () => fixture.run((scope) => eraseFilesOfUser(scope, "ada"));
    const storing = store(afterTransaction(fixture.platform, 1, erase));
    await expect(storing).rejects.toThrow();
    expect(await listRows()).toEqual([]);
    expect(listBlobs()).toEqual([]);
  });
});
