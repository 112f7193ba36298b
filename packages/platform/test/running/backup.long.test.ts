import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { type Cluster, createCluster } from "./support/cluster.ts";
import { type PlatformProcess, runPlatform, startProcess } from "./support/platform-process.ts";

const run = promisify(execFile);

/** docs/operations.md, whose statements and commands are run as they are written, with other names. */
const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/operations.md", import.meta.url)),
  "utf8",
);

/** The blocks of a language below a heading. */
function readBlocks(heading: string, language: string): readonly string[] {
  const section = page.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#/m)[0] ?? "";
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text = ""]) => text,
  );
}

describe.skipIf(findNeed("postgresql") === undefined)("a PostgreSQL server of its own", () => {
  let server: Cluster;
  let folder: string;
  beforeAll(async () => {
    server = await createCluster();
    // The page makes one of this name.
    await server.query("drop database platform");
    folder = await mkdtemp(join(tmpdir(), "platform-dump-"));
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const PLATFORM_MASTER_KEYS = `1:${randomBytes(32).toString("base64")}`;
  const configure = (user: string, database: string, rolePrefix?: string) => ({
    DATABASE_URL: `postgres://${user}@127.0.0.1:${server.port}/${database}`,
    PLATFORM_BASE_URL: "http://localhost:3000",
    PLATFORM_MASTER_KEYS,
    ...(rolePrefix === undefined ? {} : { PLATFORM_DB_ROLE_PREFIX: rolePrefix }),
  });
  /** Runs the statements of the page as the administrator. */
  const administer = async (
    block: string | undefined,
    names: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const renamed = Object.entries(names).reduce(
      (text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to),
      block ?? "",
    );
    // One by one: `create database` cannot share a packet with others.
    for (const statement of renamed.split(";").filter((each) => each.trim() !== "")) {
      await server.query(statement);
    }
  };
  const listSessions = async (url: string, key: string) =>
    await createPlatform({ baseUrl: url, auth: { ProjectKey: key } }).auth.getSessionInfo();

  test("a user without the right to make roles is told what to run, and the page's statements are enough", async () => {
    await server.query("create role weak login");
    await server.query("create database weak owner weak");
    const refused = await runPlatform(["migrate"], configure("weak", "weak", "weak_"));
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/CREATE ROLE weak_app NOLOGIN[\s\S]*docs\/operations\.md/),
    ]);
    const [roles] = readBlocks("Roles", "sql");
    await administer(roles, {
      app: "acme_app",
      app_system: "acme_app_system",
      platform: "acme",
    });
    const acme = configure("acme", "acme", "acme_");
    const migrated = await runPlatform(["migrate"], acme);
    expect(migrated).toMatchObject({ code: 0, stderr: "" });
    const owners = await server.query(
      `select distinct r.rolname from pg_roles r where rolname ~ 'app' order by 1`,
    );
    expect(owners).toEqual([{ rolname: "acme_app" }, { rolname: "acme_app_system" }]);

    const other = await runPlatform(["migrate"], configure("acme", "acme"));
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining("Set PLATFORM_DB_ROLE_PREFIX=acme_."),
    ]);
  });

  test("two installations on one server with other roles do not see each other's rows", async () => {
    const [roles] = readBlocks("Roles", "sql");
    const names = { app: "other_app", app_system: "other_app_system", platform: "other" };
    await administer(roles, names);
    const other = configure("other", "other", "other_");
    await runPlatform(["keys", "create"], other);
    const query = "set role other_app; select has_organizations() as has";
    const asOther = { PGUSER: "other", PGDATABASE: "other" };
    const ask = (environment: Readonly<Record<string, string>>) =>
      run("psql", ["-tAc", query], {
        env: { ...process.env, PGHOST: "127.0.0.1", PGPORT: String(server.port), ...environment },
      });
    expect((await ask(asOther)).stdout).toContain("t");
    await expect(ask({ ...asOther, PGUSER: "acme" })).rejects.toThrow("permission denied");
  });

  test("a dump of the page's command is restored with keys that work, secrets that open and every row", async () => {
    await administer(readBlocks("Roles", "sql")[0]);
    const platform = configure("platform", "platform");
    const made = await runPlatform(["keys", "create", "--json"], platform);
    const { key: owner } = JSON.parse(made.stdout);
    const service = await startProcess(platform);
    const project = await createPlatform({
      baseUrl: service.url,
      auth: { OrganizationKey: owner },
    }).projects.createProject({ body: { name: "shop", should_create_api_key: true } });
    const key = project.api_key ?? "";
    const client = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
    const subscription = await client.webhookSubscriptions.createWebhookSubscription({
      body: {
        webhook_url: "https://receiver.example.com/hooks",
        enabled_events: ["platform.trigger.message"],
      },
    });
    await stop(service);

    await administer(readBlocks("Backups", "sql")[0]);
    const [dump = "", restore = ""] = readBlocks("Backups", "sh").map((command) =>
      command
        .replace("db.example.com", `127.0.0.1:${server.port}`)
        .replace("administrator", "postgres"),
    );
    const asOwner = dump.replace("platform_backup", "platform");
    const options = { cwd: folder };
    await expect(run("bash", ["-c", asOwner], options)).rejects.toThrow("row-level security");
    await run("bash", ["-c", dump], options);
    const rows = await countRows();
    expect(rows.api_keys).toBe("2");
    await server.query("drop database platform");
    await server.query("create database platform owner platform");
    await run("bash", ["-c", restore], options);
    expect(await countRows()).toEqual(rows);

    const again = await startProcess(platform);
    expect((await listSessions(again.url, key)).project).toMatchObject({ id: project.id });
    const restored = createPlatform({ baseUrl: again.url, auth: { ProjectKey: key } });
    const { items } = await restored.webhookSubscriptions.listWebhookSubscriptions();
    expect(items).toMatchObject([{ id: subscription.id }]);
    const rotated = await restored.webhookSubscriptions.rotateWebhookSecret({
      id: subscription.id,
    });
    expect(rotated.secret).toMatch(/^whsec_/);
    await stop(again);
  });

  async function countRows(): Promise<Readonly<Record<string, unknown>>> {
    const tables = await server.query(
      "select tablename as name from pg_tables where schemaname = 'public'",
      "platform",
    );
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await server.query(`select count(*) as n from ${name}`, "platform");
        return [String(name), row?.n];
      }),
    );
    return Object.fromEntries(counts);
  }
});

/** At once: after SIGTERM a replica still serves for five seconds. */
async function stop(service: PlatformProcess): Promise<void> {
  service.send("SIGINT");
  await service.ended;
}
