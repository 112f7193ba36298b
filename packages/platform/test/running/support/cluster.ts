import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findFreePort } from "../../../../../test/support/free-port.ts";

const run = promisify(execFile);

/** A separate PostgreSQL server that the test may stop, start and break. */
export interface Cluster {
  /** The address of an empty database, with a login role that is not a superuser. */
  readonly url: string;
  readonly port: number;
  /** The folder of its files. */
  readonly data: string;
  /** Starts the server, and resolves once it accepts connections. */
  start(): Promise<void>;
  /** `fast` ends sessions and closes the files properly; `immediate` leaves the files as after a crash. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Runs a query as superuser, in the server's own database or in that of `url`. */
  query(
    text: string,
    database?: "postgres" | "platform",
  ): Promise<readonly Record<string, unknown>[]>;
  /** Copies the files of the running server, as `pg_basebackup` does. */
  backUp(): Promise<void>;
  /**
   * Deletes the files of the server, and starts it from the copy and the archive as it was at this time, such as
   * `2026-11-27 12:00:00.5+00`.
   */
  restore(time: string): Promise<void>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

/**
 * Creates and starts a server in a new folder, with the newest PostgreSQL that Debian's packages have installed.
 *
 * @param settings settings of the server. With `archive_mode` it also archives its write-ahead log.
 */
export async function createCluster(
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const bin = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), "platform-cluster-"));
  const data = join(folder, "data");
  const backup = join(folder, "backup");
  const archive = join(folder, "archive");
  const port = await findFreePort();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await run("chown", ["postgres", folder]);
  }
  const call = async (program: string, ...words: string[]): Promise<void> => {
    const [command = "", ...rest] = [
      ...(isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []),
      existsSync(join(bin, program)) ? join(bin, program) : program,
      ...words,
    ];
    await run(command, rest, { cwd: folder });
  };
  await call("mkdir", archive);
  await call("initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C");
  const queryDatabase: Cluster["query"] = async (text, database = "postgres") => {
    const client = new Client({ host: "127.0.0.1", port, user: "postgres", database });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  const start = async (): Promise<void> => {
    const options = [
      `-p ${port} -h 127.0.0.1 -k ${folder} -c archive_command='cp %p ${archive}/%f'`,
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
    ].join(" ");
    await call("pg_ctl", "start", "-w", "-D", data, "-l", join(folder, "log"), "-o", options);
  };
  const stop = async (mode: "fast" | "immediate"): Promise<void> => {
    await call("pg_ctl", "stop", "-w", "-D", data, "-m", mode);
  };
  await start();
  await queryDatabase("create role tester login createdb createrole");
  await queryDatabase("create database platform owner tester");
  return {
    url: `postgres://tester@127.0.0.1:${port}/platform`,
    port,
    data,
    backUp: () =>
      call(
        "pg_basebackup",
        "-D",
        backup,
        "-h",
        folder,
        "-p",
        String(port),
        "-U",
        "postgres",
        "-c",
        "fast",
      ),
    restore: async (time) => {
      await stop("immediate");
      await call("rm", "-r", data);
      await call("cp", "-a", backup, data);
      await appendFile(
        join(data, "postgresql.auto.conf"),
        `restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${time}'
recovery_target_action = 'promote'
`,
      );
      await call("touch", join(data, "recovery.signal"));
      await start();
    },
    start,
    stop,
    query: queryDatabase,
    remove: async () => {
      await stop("immediate").catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Debian keeps the programs of each version in a separate folder, which is not in the path. */
async function findPrograms(): Promise<string> {
  const root = "/usr/lib/postgresql";
  const versions = await readdir(root).catch(() => []);
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  if (newest === undefined) {
    throw new Error(`${root} has no PostgreSQL. Install postgresql-15.`);
  }
  return join(root, String(newest), "bin");
}
