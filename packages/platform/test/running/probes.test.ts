import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { migrations } from "../../src/base/db/migrations/index.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { serve } from "../../src/process/serve.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { testDatabases } from "../../src/testing/test-database.ts";
import { startDatabaseProxy } from "../e2e/database-proxy.ts";

const run = promisify(execFile);
const healthcheck = fileURLToPath(new URL("../../bin/healthcheck.js", import.meta.url));
testDatabases();
const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "probes and the health check tell apart a process that starts, is ready, cannot serve, and stops",
  async () => {
    const url = await createDatabase(server ?? "");
    const proxy = await startDatabaseProxy(url);
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const config = readConfig({
      DATABASE_URL: proxy.url,
      PLATFORM_BASE_URL: "http://localhost:3000",
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_LOG_LEVEL: "silent",
      HOST: "127.0.0.1",
      PORT: String(port),
      PLATFORM_METRICS_PORT: String(metricsPort),
    });
    const ask = async (place: number, path: string) => {
      const answer = await fetch(`http://127.0.0.1:${place}${path}`);
      return [answer.status, await answer.json()];
    };
    const check = async (...words: string[]) => {
      const env = { PATH: process.env.PATH, PORT: String(port), HOST: "127.0.0.1" };
      const done = await run(process.execPath, [healthcheck, ...words], { env }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        // The error of execFile has these members.
        ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({
          code,
          stdout,
        }),
      );
      return [done.code, done.stdout.trim()];
    };
    /** All that asks says the same, and the process lives all the time. */
    const expectAll = async (status: number, body: object, printed: string): Promise<void> => {
      for (const place of [port, metricsPort]) {
        expect(await ask(place, "/health")).toEqual([200, { status: "ok" }]);
        expect(await ask(place, "/ready")).toEqual([status, body]);
      }
      expect(await check()).toEqual([status === 200 ? 0 : 1, printed]);
    };
    const cannot = async (reason: string): Promise<void> =>
      await expectAll(503, { status: "cannot", reasons: [reason] }, `cannot ${reason}`);
    const ready = () => expectAll(200, { status: "ready" }, "ready");

    expect(await check()).toEqual([1, expect.stringMatching(/^silent \(.*ECONNREFUSED\)$/)]);
    const client = new Client({ connectionString: url });
    await client.connect();
    // As the migration of another process holds it.
    await client.query("select pg_advisory_lock(7266001)");
    const starting = serve({ config });
    await expect.poll(() => ask(metricsPort, "/health").catch(() => [])).toContain(200);
    await expectAll(503, { status: "starting" }, "starting");
    await client.query("select pg_advisory_unlock(7266001)");
    const serving = await starting;
    try {
      await ready();
      const verbose =
        /^ready \(http:\/\/127\.0\.0\.1:\d+\/ready answered 200 \{"status":"ready"\}\)$/;
      expect(await check("--verbose")).toEqual([0, expect.stringMatching(verbose)]);

      proxy.cut();
      await cannot("The database cannot be used.");
      proxy.mend();
      await ready();

      const name = migrations.at(-1)?.name ?? "";
      await client.query("delete from platform_migrations where name = $1", [name]);
      await cannot(
        `The database lacks the migration ${name}. Start the service again, or run \`platform migrate\`.`,
      );
      await client.query("insert into platform_migrations (name) values ($1), ('9998-later')", [
        name,
      ]);
      await ready();
      await client.query("insert into platform_migrations values ('9999-stop', now(), true)");
      await cannot(
        "The database has the migration 9999-stop of a later version, which ends earlier versions such as this one. Start the later version, or restore a backup from before the migration.",
      );
      await client.query("delete from platform_migrations where name like '999%'");
    } finally {
      // Far longer than the questions take on a busy machine: the check is a process of its own.
      const stopped = serving.stop(30_000);
      await expectAll(503, { status: "stopping" }, "stopping");
      await stopped;
      await client.end();
      await proxy.close();
    }
  },
);
