import { chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { type Cluster, createCluster } from "../../../test/running/support/cluster.ts";
import { runPlatform, startProcess } from "../../../test/running/support/platform-process.ts";
import { formatConfigProblem } from "../config/read-config.ts";
import { checkConfig } from "./check-config.ts";

describe.skipIf(findNeed("postgresql") === undefined)("a PostgreSQL server of its own", () => {
  let server: Cluster;
  beforeAll(async () => {
    server = await createCluster({ max_connections: "20" });
  }, 60_000);
  afterAll(() => server.remove());

  const configure = (user: string) => ({
    DATABASE_URL: `postgres://${user}@127.0.0.1:${server.port}/platform`,
    PLATFORM_BASE_URL: "http://localhost:3000",
    PLATFORM_MASTER_KEYS: `1:${Buffer.alloc(32, 1).toString("base64")}`,
  });
  const listProblems = async (user: string, more: Readonly<Record<string, string>> = {}) =>
    (await checkConfig({ ...configure(user), ...more })).problems.map(formatConfigProblem);

  test("a user without rights, and one whom row-level security does not hold, are reported; the service says it in its log", async () => {
    await server.query("create role weak login");
    expect(await listProblems("weak")).toEqual([
      expect.stringMatching(
        /^DATABASE_URL: its user cannot make the schema\. .*CREATE ROLE app NOLOGIN; CREATE ROLE app_system NOLOGIN; .*ALTER SCHEMA public OWNER TO weak/,
      ),
    ]);
    expect(await listProblems("tester")).toEqual([]);
    expect((await runPlatform(["migrate"], configure("tester"))).code).toBe(0);
    expect(await listProblems("tester")).toEqual([]);

    const superuser = /^DATABASE_URL: its user is a superuser, .*\. Use one/;
    expect(await listProblems("postgres")).toEqual([expect.stringMatching(superuser)]);
    const service = await startProcess(configure("postgres"));
    await expect.poll(service.text).toContain("its user is a superuser");
    service.send("SIGINT");
    expect(await service.ended).toBe(0);
    await server.query("alter role tester bypassrls");
    expect(await listProblems("tester")).toEqual([expect.stringContaining("has BYPASSRLS")]);
    await server.query("alter role tester nobypassrls");
    await server.query("alter role app bypassrls");
    expect(await listProblems("tester")).toEqual([
      expect.stringMatching(/would not keep projects apart: the role app has BYPASSRLS\. Alter/),
    ]);
    const refused = await runPlatform(["serve"], configure("tester"));
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("role app has BYPASSRLS"),
    ]);
    await server.query("alter role app nobypassrls");
  }, 120_000);

  test("too few connections, and a server that takes no writes, are reported", async () => {
    expect(await listProblems("tester", { PLATFORM_POOL_SIZE: "15" })).toEqual([
      expect.stringMatching(/^DATABASE_URL: the server has 17 connections .* needs 18\. Raise/),
    ]);
    await server.stop("fast");
    const signal = join(server.data, "standby.signal");
    await writeFile(signal, "");
    const { uid, gid } = await stat(server.data);
    await chown(signal, uid, gid);
    await server.start();
    expect(await listProblems("tester")).toEqual([
      expect.stringMatching(/^DATABASE_URL: the server is a replica, .*\. Set the address/),
    ]);
  }, 60_000);
});
