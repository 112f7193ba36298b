import type { Kysely, KyselyPlugin } from "kysely";
import { runInBatches } from "../../sharing/in-batches.ts";
import { type FoundKey, findApiKeys } from "../lookups.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations/index.ts";
import type { Tables } from "../tables.ts";
import { assertIsolation, UnsafeDatabaseError } from "../transactions/assert-isolation.ts";
import { createScopes, type RunTransaction, type Scopes } from "../transactions/scoped.ts";
import type { Listen } from "./listen.ts";
import { openPglite } from "./open-pglite.ts";
import { openPostgres } from "./open-postgres.ts";

/** Location of the data: embedded in a directory (in memory without one), or on a PostgreSQL server. */
export type StorageConfig =
  | { readonly kind: "embedded"; readonly directory?: string }
  | { readonly kind: "postgres"; readonly url: string; readonly poolSize: number };

/** An open database. Its schema is up to date, and the isolation of projects has been checked. */
export type Database = Scopes & {
  readonly kind: StorageConfig["kind"];
  /**
   * Queries outside of any scope, as the role `app`: they see no row of any project. It exists for the functions of
   * `lookups.ts`. Do not use it inside a scope, where the embedded database's only connection is taken.
   */
  readonly unscoped: Kysely<Tables>;
  /**
   * Finds the key with this SHA-256 (hexadecimal); undefined when it does not exist or its project was deleted. Calls
   * that are made at the same time share one statement, which begins after all of them were made.
   */
  findApiKey(hash: string): Promise<FoundKey | undefined>;
  readonly listen: Listen;
  /** Waits for running queries, then closes connections and releases the data directory. */
  close(): Promise<void>;
};

/** The parts of an open database; `open-pglite.ts` and `open-postgres.ts` return one each. */
export interface Connections {
  /** As the login role, which owns the tables. Used for migrations and the check of isolation only. */
  readonly login: Kysely<Tables>;
  /** After this call every query runs as `app`, unless a transaction sets another role. */
  becomeApp(): Promise<Kysely<Tables>>;
  /** How transactions are run, with the plugins of `kysely`. */
  createTransactions(kysely: Kysely<Tables>): RunTransaction;
  readonly listen: Listen;
  close(): Promise<void>;
}

/** Every request looks up a key. It waits 20 ms for the look-up before it, which is as long as one usually takes. */
const keyBatches = { atMost: 500, patienceMs: 20 };

/** Options of tests. */
export interface DatabaseOptions {
  /** Kysely plugins for every query of the service. The isolation suite uses one that strips our predicates. */
  readonly plugins?: readonly KyselyPlugin[];
  /** An initialised cluster for an embedded database in memory, to skip its initialisation. */
  readonly snapshot?: Blob;
}

/**
 * Opens the database, applies missing migrations, and refuses a database that would not keep projects apart.
 *
 * @throws DirectoryLockedError when another process uses the data directory
 * @throws UnsafeDatabaseError when row-level security would not hold
 */
export async function openDatabase(
  storage: StorageConfig,
  options: DatabaseOptions = {},
): Promise<Database> {
  const connections =
    storage.kind === "embedded"
      ? await openPglite(storage.directory, options.snapshot)
      : openPostgres(storage.url, storage.poolSize);
  try {
    await migrate(connections.login, migrations, storage.kind === "postgres").catch(
      explainMissingRight,
    );
    await assertIsolation(connections.login);
    const app = await connections.becomeApp();
    const unscoped = (options.plugins ?? []).reduce(
      (kysely, plugin) => kysely.withPlugin(plugin),
      app,
    );
    let closed: Promise<void> | undefined;
    return {
      kind: storage.kind,
      unscoped,
      ...createScopes(unscoped, connections.createTransactions(unscoped)),
      findApiKey: runInBatches((hashes) => findApiKeys(unscoped, hashes), keyBatches),
      listen: connections.listen,
      // Closes only once, because both the code that opened it and the code that uses it may call `close`.
      close: () => {
        closed ??= connections.close();
        return closed;
      },
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** 42501 is PostgreSQL's code for a missing privilege (Appendix A of its documentation). */
function explainMissingRight(error: unknown): never {
  if (!(error instanceof Error && "code" in error && error.code === "42501")) {
    throw error;
  }
  throw new UnsafeDatabaseError(
    `The user of DATABASE_URL lacks a right (${error.message}). Have an administrator run: CREATE ROLE app NOLOGIN; ` +
      "CREATE ROLE app_system NOLOGIN; GRANT app, app_system TO <that user>; and, in the database, " +
      "CREATE EXTENSION pg_trgm; and make that user the owner of the database and of its schema public.",
    { cause: error },
  );
}
