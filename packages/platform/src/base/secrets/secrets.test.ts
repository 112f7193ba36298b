import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject } from "../../testing/test-project.ts";
import type { Database } from "../db/opening/open-database.ts";
import { SecretUnreadableError } from "./cipher.ts";
import { type MasterKeys, parseMasterKeys } from "./master-keys.ts";
import { findMissingMasterVersions, findWrongMasterVersions, rewrapDataKeys } from "./rewrap.ts";
import { createSecrets, type SecretPlace } from "./secrets.ts";

const one = randomBytes(32);
const two = randomBytes(32);
const first: MasterKeys = { primary: 1, keys: new Map([[1, one]]) };
const both: MasterKeys = {
  primary: 2,
  keys: new Map([
    [2, two],
    [1, one],
  ]),
};
const second: MasterKeys = { primary: 2, keys: new Map([[2, two]]) };

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const secrets = createSecrets(first);
  const place = (ownerId: string): SecretPlace => ({
    ownerId,
    table: "connected_accounts",
    row: "ca_1",
    field: "secrets",
  });

  test("a sealed value is opened in its place and nowhere in the database in the clear", async () => {
    const { projectId } = await createTestProject(database, secrets);
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, place(projectId), { token: "canary-1" });
      expect(envelope).not.toContain("canary");
      expect(await secrets.open(trx, place(projectId), envelope)).toEqual({ token: "canary-1" });
    });
  });

  test("an envelope that is moved to another row, field, table or project never opens", async () => {
    const { projectId } = await createTestProject(database, secrets);
    const other = await createTestProject(database, secrets);
    const envelope = await database.transactInProject(
      projectId,
      async (trx) => await secrets.seal(trx, place(projectId), "value"),
    );
    await database.transactInProject(projectId, async (trx) => {
      for (const moved of [{ row: "ca_2" }, { field: "other" }, { table: "auth_configs" }]) {
        const there = { ...place(projectId), ...moved };
        await expect(secrets.open(trx, there, envelope)).rejects.toThrow(SecretUnreadableError);
      }
    });
    await database.transactInProject(other.projectId, async (trx) => {
      const there = place(other.projectId);
      await expect(secrets.open(trx, there, envelope)).rejects.toThrow(SecretUnreadableError);
    });
  });

  test("an envelope with any character changed, cut or added never opens", async () => {
    const { projectId } = await createTestProject(database, secrets);
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, place(projectId), "value");
      const start = envelope.lastIndexOf(".") + 1;
      for (let at = 0; at < envelope.length; at += 1) {
        const other = at < start ? "9" : envelope[at] === "A" ? "B" : "A";
        const altered = envelope.slice(0, at) + other + envelope.slice(at + 1);
        await expect(secrets.open(trx, place(projectId), altered)).rejects.toThrow(
          SecretUnreadableError,
        );
      }
      for (const altered of [envelope.slice(0, -1), `${envelope}A`, `${envelope}=`, ""]) {
        await expect(secrets.open(trx, place(projectId), altered)).rejects.toThrow(
          SecretUnreadableError,
        );
      }
    });
  });

  test("a master key is wrong when it opens none of the data keys that its version wraps", async () => {
    await createTestProject(database, secrets);
    const other: MasterKeys = { primary: 1, keys: new Map([[1, randomBytes(32)]]) };
    expect(await findWrongMasterVersions(database, secrets.masterKeys)).toEqual([]);
    expect(await findWrongMasterVersions(database, other)).toEqual([1]);
    // A version that wraps nothing yet cannot be wrong.
    const added = new Map([...secrets.masterKeys.keys, [9, randomBytes(32)] as const]);
    expect(await findWrongMasterVersions(database, { primary: 9, keys: added })).toEqual([]);
  });

  test("a kept secret is the same frozen value, and no other place, version or envelope gets it", async () => {
    const { projectId } = await createTestProject(database, secrets);
    const at = { ...place(projectId), version: 1 };
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, at, { val: { token: "canary-1" } });
      const box = await secrets.openBox(trx, projectId);
      const opened = box.open(at, envelope);
      expect(opened).toEqual({ val: { token: "canary-1" } });
      expect((await secrets.openBox(trx, projectId)).open(at, envelope)).toBe(opened);
      expect(() => Object.assign(opened, { val: {} })).toThrow(TypeError);
      const moves = [
        { version: 2 },
        { row: "ca_2" },
        { field: "other" },
        { table: "auth_configs" },
      ];
      for (const moved of moves) {
        expect(() => box.open({ ...at, ...moved }, envelope)).toThrow(SecretUnreadableError);
      }
      expect(() => box.open(at, `${envelope}A`)).toThrow(SecretUnreadableError);
      const next = await secrets.seal(trx, { ...at, version: 2 }, { val: { token: "canary-2" } });
      expect(box.open({ ...at, version: 2 }, next)).toEqual({ val: { token: "canary-2" } });
    });
  });

  test("a kept secret is lost when its data key is destroyed", async () => {
    const { projectId } = await createTestProject(database, secrets);
    const at = { ...place(projectId), version: 1 };
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, at, { val: {} });
      (await secrets.openBox(trx, projectId)).open(at, envelope);
      await secrets.destroyDataKeys(trx, projectId);
      const box = await secrets.openBox(trx, projectId);
      expect(() => box.open(at, envelope)).toThrow(SecretUnreadableError);
    });
  });

  test("another process uses a destroyed data key for a minute at most", async () => {
    const { projectId } = await createTestProject(database, secrets);
    const at = { ...place(projectId), version: 1 };
    const other = createSecrets(secrets.masterKeys);
    const began = 1_000_000_000;
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, at, { val: {} });
      const openAfter = async (ms: number) => {
        now.mockReturnValue(began + ms);
        // The cache keeps what it read from the clock until a timer of a millisecond, which ends before this one.
        await sleep(5);
        return (await other.openBox(trx, projectId)).open(at, envelope);
      };
      await openAfter(0);
      await secrets.destroyDataKeys(trx, projectId);
      expect(await openAfter(59_000)).toEqual({ val: {} });
      await expect(openAfter(61_000)).rejects.toThrow(SecretUnreadableError);
    });
  });

  test("master keys are rotated while the service runs, and the old one can then be taken away", async () => {
    const { projectId, organizationId } = await createTestProject(database, secrets);
    const envelope = await database.transactInProject(
      projectId,
      async (trx) => await secrets.seal(trx, place(projectId), "value"),
    );
    expect(await findMissingMasterVersions(database, second)).toEqual([1]);
    expect(await rewrapDataKeys(database, both)).toBeGreaterThanOrEqual(2);
    expect(await rewrapDataKeys(database, both)).toBe(0);
    expect(await findMissingMasterVersions(database, second)).toEqual([]);
    const opened = await database.transactInProject(projectId, (trx) =>
      createSecrets(second).open(trx, place(projectId), envelope),
    );
    expect(opened).toBe("value");
    await database.transactInOrganization(organizationId, async (trx) => {
      await createSecrets(second).seal(trx, place(organizationId), "still works");
    });
    await database.transactInProject(projectId, async (trx) => {
      await expect(createSecrets(first).open(trx, place(projectId), envelope)).rejects.toThrow(
        "Version 2 of the master keys is not configured",
      );
    });
  });

  test("a wrapped data key that is moved to another project opens nothing", async () => {
    const both = [
      await createTestProject(database, secrets),
      await createTestProject(database, secrets),
    ];
    const [from, to] = both.map((project) => project.projectId);
    if (from === undefined || to === undefined) {
      throw new Error("unreachable");
    }
    const row = await database.transactInProject(from, (trx) =>
      trx.selectFrom("data_keys").selectAll().executeTakeFirstOrThrow(),
    );
    await database.transactInProject(to, async (trx) => {
      await trx.updateTable("data_keys").set({ wrapped: row.wrapped }).execute();
      await expect(createSecrets(first).seal(trx, place(to), "value")).rejects.toThrow(
        SecretUnreadableError,
      );
    });
  });

  test("when the data key is destroyed, its sealed values are lost", async () => {
    const { projectId } = await createTestProject(database, secrets);
    await database.transactInProject(projectId, async (trx) => {
      const envelope = await secrets.seal(trx, place(projectId), "value");
      await secrets.destroyDataKeys(trx, projectId);
      await expect(secrets.open(trx, place(projectId), envelope)).rejects.toThrow(
        SecretUnreadableError,
      );
    });
  });
});

test("master keys are read with their versions, the first being primary", () => {
  const text = `7:${two.toString("base64")}, 3:${one.toString("base64url")}`;
  expect(parseMasterKeys(text)).toEqual({
    primary: 7,
    keys: new Map([
      [7, two],
      [3, one],
    ]),
  });
});

test.each([
  ["", "entry 1 is not of the form version:base64"],
  ["1:AAAA", "the key of entry 1 does not have 32 bytes"],
  [`1:${one.toString("base64")},x`, "entry 2 is not of the form version:base64"],
  [`1:${one.toString("base64")},1:${two.toString("base64")}`, "version 1 is given twice"],
  [`0:${one.toString("base64")}`, "entry 1 is not of the form version:base64"],
])("master keys %# are refused with their problem and without their text", (text, problem) => {
  expect(parseMasterKeys(text)).toEqual({ problem });
});
