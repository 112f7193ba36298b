import type { Kysely, KyselyPlugin } from "kysely";
import { runInBatches } from "../../sharing/in-batches.ts";
import { readErrorCode } from "../../system-errors.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations/index.ts";
import type { RunTransaction } from "../postgres/pipelined-postgres.ts";
import { type DatabaseRoles, nameRoles } from "../roles.ts";
import type { Tables } from "../tables.ts";
import {
  assertIsolation,
  assertRoles,
  UnsafeDatabaseError,
} from "../transactions/assert-isolation.ts";
import { createScopes, type Scopes } from "../transactions/scoped.ts";
import { assertSupported } from "./inspect-server.ts";
import { type FoundKey, findApiKeys } from "./key-statements.ts";
import type { Listen } from "./listen.ts";
import { openPglite } from "./open-pglite.ts";
import { openPostgres } from "./open-postgres.ts";

/** Location of the data: embedded in a directory (in memory without one), or on a PostgreSQL server. */
export type StorageConfig =
  | { readonly kind: "embedded"; readonly directory?: string }
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly poolSize: number;
      readonly rolePrefix?: string;
    };

/** An open database. Its schema is up to date, and the isolation of projects has been checked. */
export type Database = Scopes & {
  readonly kind: StorageConfig["kind"];
  /**
   * Queries outside of any scope, as the role `app`: they see no row of any project. It exists for functions of the
   * database that search before a project is known. Do not use it inside a scope, where the embedded database's only
   * connection is taken.
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
  const roles = nameRoles(storage.kind === "postgres" ? storage.rolePrefix : undefined);
  const connections =
    storage.kind === "embedded"
      ? await openPglite(storage.directory, options.snapshot)
      : openPostgres(storage.url, storage.poolSize, roles.app);
  try {
    await assertSupported(connections.login);
    await assertRoles(connections.login, roles);
    await migrate(connections.login, migrations, storage.kind === "postgres", roles).catch(
      (error: unknown) => explainMissingRight(error, roles),
    );
    await assertIsolation(connections.login, roles);
    return await enterDatabase(storage.kind, connections, roles, options);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** Turns connections whose database was checked, or whose queries only read it, into a database. */
export async function enterDatabase(
  kind: StorageConfig["kind"],
  connections: Connections,
  roles: DatabaseRoles,
  options: DatabaseOptions = {},
): Promise<Database> {
  const app = await connections.becomeApp();
  const unscoped = (options.plugins ?? []).reduce(
    (kysely, plugin) => kysely.withPlugin(plugin),
    app,
  );
  let closed: Promise<void> | undefined;
  return {
    kind,
    unscoped,
    ...createScopes(unscoped, connections.createTransactions(unscoped), roles),
    findApiKey: runInBatches((hashes) => findApiKeys(unscoped, hashes), keyBatches),
    listen: connections.listen,
    // Closes only once, because both the code that opened it and the code that uses it may call `close`.
    close: () => {
      closed ??= connections.close();
      return closed;
    },
  };
}

/** 42501 is PostgreSQL's code for a missing privilege (Appendix A of its documentation). */
function explainMissingRight(error: unknown, { app, system }: DatabaseRoles): never {
  if (!(error instanceof Error && readErrorCode(error) === "42501")) {
    throw error;
  }
  throw new UnsafeDatabaseError(
    `The user of DATABASE_URL lacks a right (${error.message}). Have an administrator run: CREATE ROLE ${app} NOLOGIN; ` +
      `CREATE ROLE ${system} NOLOGIN; GRANT ${app}, ${system} TO <that user>; and, in the database, ` +
      "CREATE EXTENSION pg_trgm; and make that user the owner of the database and of its schema public. " +
      "docs/operations.md has the statements.",
    { cause: error },
  );
}
