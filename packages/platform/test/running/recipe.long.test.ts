import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findNeed } from "../../../../test/support/needs.ts";
import { type Cluster, createCluster } from "./support/cluster.ts";
import { runPlatform, startProcess } from "./support/platform-process.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The recipe of docs/operations.md. Its commands run as they are written, without Docker before them. */
const recipe =
  readFileSync(join(root, "docs/operations.md"), "utf8")
    .split("## From an empty machine to production\n")[1]
    ?.split(/^##/m)[0] ?? "";
const blocks = [...recipe.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(
  ([, indent = "", text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
);

/** The block of the recipe with this text. */
function findBlock(text: string): string {
  const found = blocks.filter((block) => block.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? "";
}

describe.skipIf(findNeed("postgresql") === undefined)("the recipe for production", () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-recipe-"));
  let first: Cluster;
  let second: Cluster;
  beforeAll(async () => {
    cpSync(join(root, "deploy"), join(folder, "deploy"), {
      recursive: true,
      filter: (path) => !path.endsWith("/secrets"),
    });
    [first, second] = [await createCluster(), await createCluster()];
    await run("sh", ["-c", findBlock("make-secrets.sh")], { cwd: folder });
    writeFileSync(join(folder, "deploy/.env"), findBlock("PLATFORM_BASE_URL"));
  }, 60_000);
  afterAll(async () => {
    await first?.remove();
    await second?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A command in the container of PostgreSQL, as its administrator. */
  const runInside = async ({ port }: Cluster, command: string): Promise<void> => {
    const inside = command.replaceAll(
      /docker compose -f deploy\/compose\.yaml exec -T postgres(?: \\\n)?/g,
      "",
    );
    const env = { ...process.env, PGHOST: "127.0.0.1", PGPORT: String(port) };
    await run("sh", ["-ec", inside], { cwd: folder, env });
  };

  /** What the image of PostgreSQL does in a new data directory. Passwords count from then on. */
  const initialize = async (cluster: Cluster): Promise<void> => {
    await cluster.query("drop database platform");
    await cluster.query("create database platform");
    const words = [
      "POSTGRES_USER=postgres",
      "POSTGRES_DB=platform",
      "PLATFORM_PASSWORD_FILE=deploy/secrets/platform_password",
      "sh deploy/postgres/create-user.sh",
    ];
    await runInside(cluster, words.join(" "));
    const rules = join(cluster.data, "pg_hba.conf");
    const own = "host platform platform 127.0.0.1/32 scram-sha-256\n";
    writeFileSync(rules, own + readFileSync(rules, "utf8"));
    await cluster.query("select pg_reload_conf()");
  };

  /** The environment that compose.yaml gives to the processes, with deploy/.env. */
  const readEnvironment = ({ port }: Cluster): Record<string, string> => {
    const compose = parse(readFileSync(join(folder, "deploy/compose.yaml"), "utf8"));
    const given = Object.fromEntries(
      readFileSync(join(folder, "deploy/.env"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(/=(.*)/s)),
    );
    const address = readFileSync(join(folder, "deploy/secrets/database_url"), "utf8");
    writeFileSync(
      join(folder, `database_url.${port}`),
      address.replace("@postgres:5432/", `@127.0.0.1:${port}/`),
    );
    const written: Record<string, string> = compose["x-platform"].environment;
    const entries = Object.entries(written).map(([name, text]) => [
      name,
      String(text).replaceAll(
        /\$\{(\w+):-(.*?)\}/g,
        (_, variable: string, otherwise: string) => given[variable] ?? otherwise,
      ),
    ]);
    return {
      ...Object.fromEntries(entries),
      DATABASE_URL_FILE: join(folder, `database_url.${port}`),
      PLATFORM_MASTER_KEYS_FILE: join(folder, "deploy/secrets/master_keys"),
      PLATFORM_DATA: join(folder, `data.${port}`),
      // The container has its network for itself.
      HOST: "127.0.0.1",
      PLATFORM_METRICS_HOST: "127.0.0.1",
    };
  };

  test("its commands lead from no secrets to a project, and to a copy of it on another server", async () => {
    await initialize(first);
    const environment = readEnvironment(first);
    const checked = await runPlatform(["check-config"], environment);
    expect(checked, checked.stdout + checked.stderr).toMatchObject({ code: 0 });
    expect(checked.stdout).toContain("https://platform.example.com");
    expect(await runPlatform(["migrate"], environment)).toMatchObject({ code: 0 });
    const api = await startProcess({ ...environment, PLATFORM_ROLE: "api" });
    const worker = await startProcess({ ...environment, PLATFORM_ROLE: "worker" });

    const keys = findBlock("keys create");
    const words = /worker (keys create .*)/.exec(keys)?.[1]?.split(" ") ?? [];
    const { stdout } = await runPlatform(words, environment);
    const owner = /oak_[\w-]+/.exec(stdout)?.[0] ?? "";
    const curl = keys
      .slice(keys.indexOf("curl "))
      .replace("https://platform.example.com", api.url)
      .replace("oak_…", owner);
    const made = await run("sh", ["-c", curl]);
    expect(JSON.parse(made.stdout)).toMatchObject({ name: "production" });
    const key: string = JSON.parse(made.stdout).api_key;

    await runInside(first, findBlock("pg_dump"));
    for (const each of [api, worker]) {
      each.send("SIGTERM");
      expect(await each.ended).toBe(0);
    }
    await initialize(second);
    const lines = findBlock("pg_restore")
      .split("\n")
      .filter((line) => !/ up --wait/.test(line));
    await runInside(second, lines.join("\n"));
    const copy = await startProcess({ ...readEnvironment(second), PLATFORM_ROLE: "api" });
    const answer = await fetch(`${copy.url}/api/v3/auth/session/info`, {
      headers: { "x-api-key": key },
    });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining("production"),
    ]);
    copy.send("SIGTERM");
    expect(await copy.ended).toBe(0);
  }, 200_000);
});
