import type { Kysely } from "kysely";
import { planMigrations } from "../../base/db/migrate.ts";
import { migrations } from "../../base/db/migrations/index.ts";
import {
  assertSupported,
  findMissingRights,
  inspectServer,
  type ServerFacts,
} from "../../base/db/opening/inspect-server.ts";
import { enterDatabase, type StorageConfig } from "../../base/db/opening/open-database.ts";
import { openPostgres } from "../../base/db/opening/open-postgres.ts";
import { type DatabaseRoles, nameRoles } from "../../base/db/roles.ts";
import type { Tables } from "../../base/db/tables.ts";
import { assertIsolation, assertRoles } from "../../base/db/transactions/assert-isolation.ts";
import type { MasterKeys } from "../../base/secrets/master-keys.ts";
import type { ConfigProblem } from "../config/read-config.ts";
import { assertMasterKeys } from "../open-platform.ts";
import { StartError } from "../start-error.ts";
import { collectProblem } from "./collect-problem.ts";

/** Seconds by which the clocks may differ. Signatures of webhooks and of S3 count in minutes. */
const clockSeconds = 30;

/** Connections of a process beside its pool (docs/operations.md). */
const besidePool = 3;

/**
 * Finds what is wrong with a PostgreSQL database, and changes nothing in it.
 *
 * @param masterKeys undefined when they are not known, and are not compared
 */
export async function checkDatabase(
  storage: StorageConfig & { readonly kind: "postgres" },
  masterKeys: MasterKeys | undefined,
): Promise<readonly ConfigProblem[]> {
  const roles = nameRoles(storage.rolePrefix);
  const connections = openPostgres(storage.url, 1, roles.app);
  try {
    const problems: ConfigProblem[] = [];
    const collect = collectProblem(problems);
    const facts = await collect("DATABASE_URL", () => inspectServer(connections.login));
    await (facts && collect("DATABASE_URL", () => assertSupported(connections.login)));
    if (facts === undefined) {
      return problems;
    }
    problems.push(...judgeServer(facts, storage.poolSize));
    if (facts.ownsSchema === false) {
      return problems;
    }
    if (facts.ownsSchema === null) {
      await collect("DATABASE_URL", () => assertRights(connections.login, roles));
      return problems;
    }
    await collect("PLATFORM_DB_ROLE_PREFIX", () => assertRoles(connections.login, roles));
    await collect("DATABASE_URL", () => planMigrations(connections.login, migrations, true));
    // Beyond this the database would have to be one of this installation.
    if (problems.every(({ variable }) => variable !== "PLATFORM_DB_ROLE_PREFIX")) {
      await collect("DATABASE_URL", () => assertIsolation(connections.login, roles));
      if (masterKeys !== undefined) {
        await collect("PLATFORM_MASTER_KEYS", async () =>
          assertMasterKeys(await enterDatabase("postgres", connections, roles), masterKeys),
        );
      }
    }
    return problems;
  } finally {
    await connections.close();
  }
}

function judgeServer(facts: ServerFacts, poolSize: number): readonly ConfigProblem[] {
  const { isReplica, bypass, clockAheadMs, connections, ownsSchema } = facts;
  const seconds = Math.round(clockAheadMs / 1000);
  const needed = poolSize + besidePool;
  const found = [
    isReplica &&
      "the server is a replica, which takes no writes. Set the address of the primary server.",
    bypass !== null &&
      `its user ${bypass}, so that row-level security does not hold for it. Use one that is neither a superuser nor BYPASSRLS (docs/operations.md, "Roles").`,
    ownsSchema === false &&
      "its user does not own the tables of the service, and could not migrate them. Use the user who made them.",
    Math.abs(seconds) > clockSeconds &&
      `the clock of the server is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's. Let NTP set both.`,
    connections < needed &&
      `the server has ${connections} connections for users, and this process needs ${needed}. Raise max_connections, or lower PLATFORM_POOL_SIZE.`,
  ];
  return found
    .filter((message) => message !== false)
    .map((message) => ({ variable: "DATABASE_URL", message }));
}

async function assertRights(login: Kysely<Tables>, { app, system }: DatabaseRoles): Promise<void> {
  const missing = await findMissingRights(login, [app, system]);
  if (missing.length > 0) {
    throw new StartError(
      `its user cannot make the schema. Have an administrator run: ${missing.join("; ")}. docs/operations.md has the statements.`,
    );
  }
}
