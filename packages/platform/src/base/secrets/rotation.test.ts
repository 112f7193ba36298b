import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject } from "../../testing/test-project.ts";
import type { MasterKeys } from "./master-keys.ts";
import { findMissingMasterVersions, rewrapDataKeys } from "./rewrap.ts";
import { createSecrets, type SecretPlace } from "./secrets.ts";

const keys = new Map([
  [1, randomBytes(32)],
  [2, randomBytes(32)],
]);
const pick = (primary: number, ...versions: number[]): MasterKeys => ({
  primary,
  keys: new Map([...keys].filter(([version]) => versions.includes(version))),
});

const place = (ownerId: string): SecretPlace => ({
  ownerId,
  table: "connected_accounts",
  row: "ca_1",
  field: "secrets",
});

const projectCount = 15;

describe.each(testDatabases())("on $name", ({ open }) => {
  test("requests are served while data keys are rewrapped, on replicas before and after the change", async () => {
    const database = await open();
    const original = createSecrets(pick(1, 1));
    const projects = await Promise.all(
      Array.from({ length: projectCount }, () => createTestProject(database, original)),
    );
    const ids = projects.map(({ projectId }) => projectId);
    const envelopes = new Map<string, string>();
    for (const id of ids) {
      const sealed = await database.transactInProject(
        id,
        async (trx) => await original.seal(trx, place(id), id),
      );
      envelopes.set(id, sealed);
    }
    let isDone = false;
    let served = 0;
    /** Serves as a replica does: reads everything stored and writes new values. */
    const serve = async (masterKeys: MasterKeys): Promise<void> => {
      while (!isDone) {
        for (const id of ids) {
          // A new `Secrets` has an empty cache, as in a process that has just started. The values come from the
          // database.
          const secrets = createSecrets(masterKeys);
          await database.transactInProject(id, async (trx) => {
            expect(await secrets.open(trx, place(id), envelopes.get(id) ?? "")).toBe(id);
            envelopes.set(id, await secrets.seal(trx, place(id), id));
          });
          served += 1;
        }
      }
    };
    // Every replica reads both keys; one of them still wraps with the old key.
    const before = serve(pick(1, 1, 2));
    const after = serve(pick(2, 1, 2));
    const late = createTestProject(database, createSecrets(pick(1, 1, 2)));
    const done = await rewrapDataKeys(database, pick(2, 1, 2));
    await late;
    await expect.poll(() => served).toBeGreaterThanOrEqual(2 * projectCount);
    isDone = true;
    await Promise.all([before, after]);
    // Each project has a key, and so has its organization.
    expect(done).toBeGreaterThanOrEqual(2 * projectCount);
    await rewrapDataKeys(database, pick(2, 1, 2));
    expect(await findMissingMasterVersions(database, pick(2, 2))).toEqual([]);
    const left = createSecrets(pick(2, 2));
    for (const id of ids) {
      const opened = database.transactInProject(id, (trx) =>
        left.open(trx, place(id), envelopes.get(id) ?? ""),
      );
      expect(await opened).toBe(id);
    }
  });
});
