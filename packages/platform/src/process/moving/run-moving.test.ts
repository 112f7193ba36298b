import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { runHere } from "../../../test/running/support/run-here.ts";
import { lockDirectory } from "../../base/db/opening/lock-directory.ts";
import { openDatabase } from "../../base/db/opening/open-database.ts";
import { noteReplica } from "../../base/db/replicas.ts";
import { createId } from "../../base/ids.ts";
import { createMigratedDatabase } from "../../testing/created-databases.ts";
import { readOneMoment } from "./read-one-moment.ts";
import { makeTestFolder } from "./testing/moving-fixture.ts";

const server = findNeed("postgresql");
const data = makeTestFolder();
const embedded = { PLATFORM_DATA: join(data, "none") };

describe("before anything is opened", () => {
  const exporting = (to: string, key: string) =>
    runHere(["export", "--to", to, "--key-file", key], embedded);

  test("a key in the folder of the export is refused", async () => {
    const folder = join(data, "with-key");
    const { code, stderr } = await exporting(folder, join(folder, "key"));
    expect([code, stderr, existsSync(folder)]).toEqual([
      1,
      expect.stringMatching(/would be in the folder of the export[\s\S]*--key-file/),
      false,
    ]);
  });

  test("a folder of other files is refused and left as it is", async () => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, "photo"), "");
    const { code, stderr } = await exporting(folder, join(data, "key"));
    expect([code, stderr, readdirSync(folder)]).toEqual([
      1,
      expect.stringMatching(/has other files \(photo\)/),
      ["photo"],
    ]);
  });

  test("a place that cannot be a folder, and one that another export uses, are named", async () => {
    const file = join(data, "file");
    writeFileSync(file, "");
    const { stderr } = await exporting(file, join(data, "key"));
    expect(stderr).toMatch(
      /^The folder .*file cannot be used: .*\nChoose another folder with --to/,
    );
    const folder = makeTestFolder();
    const unlock = await lockDirectory(folder);
    const busy = await exporting(folder, join(data, "key"));
    unlock();
    expect(busy.stderr).toMatch(/^Another export writes to /);
  });
});

describe.skipIf(server === undefined)("on PostgreSQL", () => {
  test("an export is refused while processes serve, unless a copy is wanted", async () => {
    const url = await createMigratedDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 1 });
    const name = "process 1 on machine";
    const id = createId("org");
    await database.transactInOrganization(id, (trx) =>
      trx.insertInto("organizations").values({ id, name: "n" }).execute(),
    );
    await noteReplica(database.unscoped, crypto.randomUUID(), { name, masterKeys: ["1:x"] });
    await database.close();
    const environment = {
      ...embedded,
      DATABASE_URL: url,
      PLATFORM_BASE_URL: "http://localhost:3000",
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    };
    const folder = join(data, "served");
    const words = ["export", "--to", folder, "--key-file", join(data, "served.key")];
    const refused = await runHere(words, environment);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/process 1 on machine[\s\S]*pass --while-serving/),
    ]);
    const { code, stdout } = await runHere([...words, "--while-serving"], environment);
    expect(code).toBe(0);
    expect(stdout).toContain(`\nplatform import --from ${folder} --key-file`);
  });

  test("the source is read as it was when the transaction began", async () => {
    const url = await createMigratedDatabase(server ?? "");
    const storage = { kind: "postgres", url, poolSize: 2 } as const;
    const writer = await openDatabase(storage);
    const reader = await openDatabase(readOneMoment(storage));
    const id = createId("org");
    const add = () =>
      writer.transactInOrganization(id, (trx) =>
        trx.insertInto("organizations").values({ id, name: "n" }).execute(),
      );
    const read = await reader.transactInOrganization(id, async (trx) => {
      const before = await trx.selectFrom("organizations").selectAll().execute();
      await add();
      return [before, await trx.selectFrom("organizations").selectAll().execute()];
    });
    expect(read).toEqual([[], []]);
    await Promise.all([writer.close(), reader.close()]);
  });
});
