import { execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { type Database, openDatabase } from "../../src/base/db/opening/open-database.ts";
import { createDiskStore } from "../../src/base/files/disk-store.ts";
import { createId } from "../../src/base/ids.ts";
import { parseMasterKeys } from "../../src/base/secrets/master-keys.ts";
import { createSecrets } from "../../src/base/secrets/secrets.ts";
import { createMigratedDatabase } from "../../src/testing/created-databases.ts";
import { fillProject } from "../../src/testing/fill-project.ts";
import { createTestProject } from "../../src/testing/test-project.ts";
import {
  buildEnvironment,
  type CommandRun,
  runPlatform,
} from "../running/support/platform-process.ts";

const run = promisify(execFile);
const server = findNeed("postgresql");
const mount = findNeed("tmpfs");
const program = fileURLToPath(new URL("../../bin/platform.js", import.meta.url));
const minutes = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-moving-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A new database with its environment, and its master keys. */
async function createInstallation(name: string) {
  const PLATFORM_MASTER_KEYS = `1:${randomBytes(32).toString("base64")}`;
  const url = await createMigratedDatabase(server ?? "");
  const masterKeys = parseMasterKeys(PLATFORM_MASTER_KEYS);
  if ("problem" in masterKeys) {
    throw new Error(masterKeys.problem);
  }
  const files = join(folder, name, "files");
  return {
    secrets: createSecrets(masterKeys),
    store: createDiskStore(files),
    files,
    environment: {
      DATABASE_URL: url,
      PLATFORM_BASE_URL: "http://localhost:3000",
      PLATFORM_DATA: join(folder, name),
      PLATFORM_MASTER_KEYS,
    },
    open: () => openDatabase({ kind: "postgres", url, poolSize: 4 }),
  };
}

type Installation = Awaited<ReturnType<typeof createInstallation>>;

/** A project with a row in every table, this many logs of about 2.5 kB, which cannot be compressed much, and files. */
async function addProject(
  database: Database,
  { secrets, store }: Installation,
  { logs, files }: { readonly logs: number; readonly files: number },
): Promise<string> {
  const { projectId } = await createTestProject(database, secrets);
  await fillProject(database, projectId);
  for (let from = 0; from < logs; from += 5_000) {
    await database.transactInProject(projectId, (trx) =>
      sql`insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, successful, bodies,
          duration_ms, request_id)
        select ${projectId}, 'log_' || n, 'T', 't', 'v', 'api', true,
          (select string_agg(md5(n || '-' || m), '') from generate_series(1, 75) m), 1, 'r'
        from generate_series(${from + 1}::int, ${Math.min(logs, from + 5_000)}::int) n`.execute(
        trx,
      ),
    );
  }
  for (let n = 0; n < files; n += 1) {
    const bytes = randomBytes(200_000);
    const fileId = createId("req_file");
    await (await store.receive(ReadableStream.from([bytes]))).keep({ projectId, fileId });
    const md5 = createHash("md5").update(bytes).digest("hex");
    await database.transactInProject(projectId, (trx) =>
      sql`insert into files (project_id, id, filename, mimetype, md5, size, toolkit_slug, tool_slug, is_result, signing_key)
        values (${projectId}, ${fileId}, 'f', 'text/plain', ${md5}, ${bytes.length}, 't', 'T', false, '')`.execute(
        trx,
      ),
    );
  }
  return projectId;
}

/** Runs a command and kills it after some milliseconds; @returns its exit code, or undefined when it was killed */
async function runAndKill(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  afterMs: number,
): Promise<number | undefined> {
  const ready = ["-C", "source", "--max-semi-space-size=16"];
  const child = spawn(process.execPath, [...ready, program, ...words], {
    env: buildEnvironment(environment),
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const killing = new AbortController();
  const kill = sleep(afterMs, undefined, { signal: killing.signal }).then(
    () => child.kill("SIGKILL"),
    () => {},
  );
  const code = await ended;
  killing.abort();
  await kill;
  return code ?? undefined;
}

describe.skipIf(server === undefined)("from PostgreSQL to PostgreSQL", () => {
  test(
    "commands that are killed again and again move every row and file once",
    async () => {
      const source = await createInstallation("killed-source");
      const target = await createInstallation("killed-target");
      const database = await source.open();
      const projects: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        projects.push(
          await addProject(database, source, { logs: chooseAmount(600, 3_000), files: 3 }),
        );
      }
      const words = ["--key-file", join(folder, "killed.key")];
      const to = join(folder, "killed");
      const repeat = async (command: readonly string[], { environment }: Installation) => {
        let kills = 0;
        for (let afterMs = 500; ; afterMs += 100 + Math.random() * chooseAmount(1_200, 400)) {
          const code = await runAndKill([...command, ...words], environment, afterMs);
          if (code !== undefined) {
            return { code, kills };
          }
          kills += 1;
        }
      };
      const exported = await repeat(["export", "--to", to], source);
      expect(exported.code).toBe(0);
      const imported = await repeat(["import", "--from", to], target);
      expect(imported.code).toBe(0);
      console.log(`export: ${exported.kills} kills, import: ${imported.kills} kills`);
      expect(Math.min(exported.kills, imported.kills)).toBeGreaterThan(3);
      const arrived = await target.open();
      for (const project of projects) {
        expect(await sumProject(arrived, project)).toEqual(await sumProject(database, project));
        const list = async ({ files }: Installation) =>
          (await run("sh", ["-c", `cd ${join(files, project)} && md5sum * | sort`])).stdout;
        expect(await list(target)).toBe(await list(source));
      }
      await Promise.all([database.close(), arrived.close()]);
    },
    15 * minutes,
  );

  test(
    "the memory of a move does not grow with its rows",
    async () => {
      const peaks: Record<string, readonly number[]> = {};
      for (const [name, logs] of [
        ["few", chooseAmount(10_000, 15_000)],
        ["many", chooseAmount(50_000, 75_000)],
      ] as const) {
        const source = await createInstallation(`${name}-source`);
        const target = await createInstallation(`${name}-target`);
        const database = await source.open();
        await addProject(database, source, { logs, files: 1 });
        await database.close();
        const words = ["--key-file", join(folder, `${name}.key`)];
        const to = join(folder, name);
        const began = performance.now();
        const exported = await runMeasured(["export", "--to", to, ...words], source.environment);
        const then = performance.now();
        const imported = await runMeasured(["import", "--from", to, ...words], target.environment);
        const seconds = [then - began, performance.now() - then].map((ms) => Math.round(ms / 1000));
        expect([exported.code, imported.code], exported.stderr + imported.stderr).toEqual([0, 0]);
        peaks[name] = [readPeak(exported), readPeak(imported)];
        console.log(`${name}: ${logs} logs, ${peaks[name]} MB, ${seconds} s`);
        await rm(to, { recursive: true });
      }
      // The rows of the second are 97 MB more, and in the soak 145.
      const [few = [], many = []] = [peaks.few, peaks.many];
      expect((many[0] ?? 0) - (few[0] ?? 0)).toBeLessThan(70);
      expect((many[1] ?? 0) - (few[1] ?? 0)).toBeLessThan(70);
    },
    10 * minutes,
  );

  test.skipIf(mount === undefined)(
    "an export that fills the disk says so, and continues when there is room",
    async () => {
      const disk = await mkdtemp(join(tmpdir(), "platform-full-"));
      await run(mount ?? "", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
      try {
        const source = await createInstallation("full-source");
        const database = await source.open();
        await addProject(database, source, { logs: 2_000, files: 0 });
        await database.close();
        const words = ["export", "--to", join(disk, "to"), "--key-file", join(folder, "full.key")];
        const full = await runPlatform(words, source.environment);
        expect([full.code, full.stderr]).toEqual([
          1,
          expect.stringMatching(/the disk is full \(ENOSPC\)[\s\S]*run the same command again/),
        ]);
        await run(mount ?? "", ["-o", "remount,size=64m", disk]);
        expect((await runPlatform(words, source.environment)).code).toBe(0);
      } finally {
        await run("umount", ["-l", disk]);
        await rm(disk, { recursive: true });
      }
    },
    5 * minutes,
  );
});

/** The number of rows of each table, with a hash of those that cannot change on the way. */
async function sumProject(database: Database, projectId: string): Promise<unknown> {
  return await database.transactInProject(projectId, async (trx) => {
    const { rows } = await sql`
      select 'logs' as name, count(*)::int, md5(string_agg(l::text, '' order by id)) from tool_execution_logs l
      union all select 'jobs', count(*)::int, md5(string_agg(j::text, '' order by id)) from jobs j
      union all select 'accounts', count(*)::int, md5(string_agg(a::text, '' order by id)) from connected_accounts a
      union all select 'deliveries', count(*)::int, md5(string_agg(d::text, '' order by id)) from webhook_deliveries d
      union all select 'files', count(*)::int, md5(string_agg(f::text, '' order by id)) from files f
      union all select 'keys', count(*)::int, null from data_keys`.execute(trx);
    return rows;
  });
}

function runMeasured(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const atExit = "process.on('exit',()=>console.error('peak='+process.resourceUsage().maxRSS))";
  return runPlatform(words, environment, {
    nodeOptions: ["--import", `data:text/javascript,${atExit}`],
  });
}

/** The most memory that the process had, in MB. */
function readPeak({ stderr }: CommandRun): number {
  return Math.round(Number(/peak=(\d+)/.exec(stderr)?.[1]) / 1024);
}
