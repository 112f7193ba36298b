import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
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
  /** Starts the server, and resolves once it accepts connections. */
  start(): Promise<void>;
  /** `fast` ends sessions and closes the files properly; `immediate` leaves the files as after a crash. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Runs a query as superuser, in the server's own database or in that of `url`. */
  query(
    text: string,
    database?: "postgres" | "platform",
  ): Promise<readonly Record<string, unknown>[]>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

/** Creates and starts a server in a new folder, with the newest PostgreSQL that Debian's packages have installed. */
export async function createCluster(): Promise<Cluster> {
  const bin = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), "platform-cluster-"));
  const data = join(folder, "data");
  const port = await findFreePort();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await run("chown", ["postgres", folder]);
  }
  const call = async (program: string, ...words: string[]): Promise<void> => {
    const [command = "", ...rest] = [
      ...(isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []),
      join(bin, program),
      ...words,
    ];
    await run(command, rest, { cwd: folder });
  };
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
    const options = `-p ${port} -h 127.0.0.1 -k ${folder}`;
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
