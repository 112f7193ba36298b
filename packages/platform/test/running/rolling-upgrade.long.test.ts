import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { migrate } from "../../src/base/db/migrate.ts";
import type { Migration } from "../../src/base/db/migration-types.ts";
import { migrations } from "../../src/base/db/migrations/index.ts";
import { readFunctions } from "../../src/base/db/migrations/read-sql.ts";
import type { Tables } from "../../src/base/db/tables.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { readChangelog } from "../../src/testing/read-changelog.ts";
import { testDatabases } from "../../src/testing/test-database.ts";
import { createDeployment } from "../chaos/support/deployment.ts";
import { startApplication } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import {
  fetchReadyStatus,
  type PlatformProcess,
  runPlatform,
  startProcess,
} from "./support/platform-process.ts";
import { startTraffic } from "./support/traffic.ts";

testDatabases();
const server = findNeed("postgresql");

/** The migrations of the last release. Before the first release, that is the first migration. */
const listed = readChangelog().filter(({ release }) => release !== "Unreleased");
const released = migrations.filter(
  ({ name }, index) => index === 0 || listed.some((each) => each.name === name),
);

/** The migration of a version that comes next. It takes a while, so that a process can start in the middle of it. */
const rolling: Migration = {
  name: "9998-scratch",
  readStatements: () => [
    "select pg_sleep(3)",
    "alter table auth_configs add column scratch text",
    "alter table jobs add column scratch text not null default 'none'",
    "alter table tool_execution_logs add column scratch jsonb",
    "alter table webhook_events add column scratch integer",
    ...readFunctions(),
    "select pg_sleep(1)",
  ],
};
const stopping: Migration = {
  name: "9999-stop",
  endsEarlierVersions: true,
  readStatements: () => ["alter table auth_configs drop column scratch"],
};

describe.skipIf(server === undefined)("an upgrade", () => {
  let login: Kysely<Tables>;
  let environment: Readonly<Record<string, string>>;
  let ownerKey: string;
  const replicas: PlatformProcess[] = [];
  const cleanups: (() => unknown)[] = [];
  beforeAll(async () => {
    const url = await createDatabase(server ?? "");
    login = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
    });
    await migrate(login, released, true);
    const application = await startApplication();
    const toolkits = writeToolkits(application.url);
    // The service has one of its own.
    rmSync(join(toolkits, "hackernews.yaml"));
    cleanups.push(application.close, () => rmSync(toolkits, { recursive: true, force: true }));
    const settings = { PLATFORM_TOOLKITS: toolkits, PLATFORM_POOL_SIZE: "5" };
    ({ environment, ownerKey } = await createDeployment(url, settings));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(cleanups.map((cleanup) => cleanup()));
    await login?.destroy();
  });

  test("the next version migrates while this one serves, starts and stops: no call, event or delivery is refused or lost", async () => {
    replicas.push(...(await Promise.all([startProcess(environment), startProcess(environment)])));
    const traffic = await startTraffic(
      replicas.map(({ url }) => url),
      ownerKey,
    );
    await sleep(1_000);
    const before = traffic.count();
    let isMigrated = false;
    const migrating = migrate(login, [...migrations, rolling], true).finally(() => {
      isMigrated = true;
    });
    // It waits for the migration, and then serves on a schema that it does not know.
    const during = startProcess(environment);
    await sleep(1_500);
    const inside = traffic.count();
    expect(isMigrated).toBe(false);
    expect(await migrating).toEqual(["9998-scratch"]);
    replicas.push(await during, await startProcess(environment));
    const after = traffic.count();
    await sleep(1_000);
    const ready = await Promise.all(replicas.map(({ url }) => fetchReadyStatus(url)));
    expect(ready).toEqual([200, 200, 200, 200]);
    await traffic.stop();
    const end = traffic.count();
    for (const [earlier, later] of [
      [before, inside],
      [after, end],
    ] as const) {
      expect(later.calls).toBeGreaterThan(earlier.calls);
      expect(later.events).toBeGreaterThan(earlier.events);
      expect(later.writes).toBeGreaterThan(earlier.writes);
    }
    expect(traffic.listFailures()).toEqual([]);
    expect(await traffic.waitForDeliveries(20_000)).toEqual([]);
    await traffic.close();
    const dead = await sql`select from jobs where state = 'dead'`.execute(login);
    expect(dead.rows).toEqual([]);
  }, 180_000);

  test("a migration that needs a stop waits for one, and then this version neither starts nor is ready, with one sentence", async () => {
    const later = [...migrations, rolling, stopping];
    await expect(migrate(login, later, true)).rejects.toThrow(
      /\(9999-stop\) while processes of an earlier version are running: [\s\S]*\nStop them/,
    );
    const [stays, ...others] = replicas;
    for (const { send, ended } of others) {
      send("SIGINT");
      await ended;
    }
    // As if it had not been heard of for a while, because its network was cut.
    await sql`update replicas set seen_at = now() - interval '1 hour'`.execute(login);
    expect(await migrate(login, later, true)).toEqual(["9999-stop"]);
    expect(await fetchReadyStatus(stays?.url ?? "")).toBe(503);
    stays?.send("SIGINT");
    await stays?.ended;
    for (const command of ["serve", "migrate"]) {
      const refused = await runPlatform([command], environment);
      expect([refused.code, refused.stderr.trim()]).toEqual([
        1,
        "The database has the migration 9999-stop of a later version, which ends earlier versions such as this one. Start the later version, or restore a backup from before the migration.",
      ]);
    }
  }, 60_000);
});
