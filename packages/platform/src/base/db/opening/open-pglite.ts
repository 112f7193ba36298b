import { join } from "node:path";
import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect, sql } from "kysely";
import { readErrorCode } from "../../system-errors.ts";
import type { Tables } from "../tables.ts";
import { createTransactions } from "../transactions/scoped.ts";
import { initializeCluster } from "./initialize-cluster.ts";
import { limitWasmCompiler } from "./limit-wasm-compiler.ts";
import { lockDataDirectory } from "./lock-data-directory.ts";
import { DirectoryUnusableError } from "./lock-directory.ts";
import type { Connections } from "./open-database.ts";

/**
 * At a start PGlite touches all of its shared buffers, which are 128 MB by default. The file cache of the system
 * keeps the pages that do not fit in 16 MB.
 */
const smallMemory = ["-c", "shared_buffers=16MB"];

/**
 * PostgreSQL inside this process, on a directory that is locked for it. It has one connection, does not sync to disk
 * and ignores `statement_timeout`: it serves one process on a developer's machine.
 *
 * @param directory the data directory; in memory when it is undefined
 * @param snapshot the result of `dumpDataDir`, with which the database begins
 */
export async function openPglite(
  directory: string | undefined,
  snapshot: Blob | undefined,
): Promise<Connections> {
  const unlock = directory === undefined ? () => {} : await lockDataDirectory(directory);
  limitWasmCompiler();
  try {
    // A snapshot is a whole cluster and cannot be unpacked over another one.
    if (directory !== undefined && snapshot === undefined) {
      await initializeCluster(join(directory, "postgres")).catch((error: unknown) => {
        throw readErrorCode(error) === "EEXIST" ? reportDamage(directory, error) : error;
      });
    }
    const pglite = await PGlite.create({
      extensions: { pg_trgm },
      serializers: { [types.BYTEA]: writeBytes },
      parsers: { [types.BYTEA]: readBytes },
      startParams: [...PGlite.defaultStartParams, ...smallMemory],
      ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
      ...(directory === undefined ? {} : { dataDir: join(directory, "postgres") }),
    }).catch((error: unknown) => {
      throw directory === undefined ? error : reportDamage(directory, error);
    });
    const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    return {
      login: kysely,
      becomeApp: async () => {
        await sql`set role app`.execute(kysely);
        return kysely;
      },
      createTransactions,
      listen: async (channel, onNotify) => {
        const stop = await pglite.listen(channel, onNotify);
        return async () => {
          // Closing the database has already ended listening.
          if (!pglite.closed) {
            await stop();
          }
        };
      },
      close: async () => {
        await kysely.destroy();
        if (!pglite.closed) {
          await pglite.close();
        }
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** PGlite's own function makes an array with a string for each byte: 8 MB of tools took 120 MB of heap. */
function writeBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")}`;
}

function readBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), "hex");
}

/** For a cluster that it cannot open, PGlite only reports that it was aborted. */
function reportDamage(directory: string, cause: unknown): DirectoryUnusableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DirectoryUnusableError(
    `The embedded database in ${join(directory, "postgres")} cannot be opened, because its files are damaged or belong to something else (${reason}).
Restore the data directory from a backup, or set PLATFORM_DATA to another directory.`,
    { cause },
  );
}
