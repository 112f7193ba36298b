import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import { withSpan } from "../../tracing/tracing.ts";
import type { RunTransaction } from "../postgres/pipelined-postgres.ts";
import type { GroupedStatement } from "../postgres/statement-group.ts";
import { type DatabaseRoles, nameRoles } from "../roles.ts";
import type { Tables } from "../tables.ts";
import { createNotifier, listChannelsAfterCommit } from "./notify-after-commit.ts";
import { runAgainOnce } from "./run-again.ts";

/** A transaction that sees the rows of one project or one organization only. */
export type ScopedTransaction = Transaction<Tables>;

/**
 * Access to rows. `work` must not make network calls, because a transaction holds a connection, on the embedded
 * database the only one.
 */
export interface Scopes {
  /** Runs `work` in a transaction that sees and writes only the rows of this project. */
  transactInProject<T>(projectId: string, work: (trx: ScopedTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction of an organization. It sees the organization, its projects, their keys, and the
   * organization's own data key.
   */
  transactInOrganization<T>(
    organizationId: string,
    work: (trx: ScopedTransaction) => Promise<T>,
  ): Promise<T>;
}

/** Runs the transactions of any dialect. */
export function createTransactions(kysely: Kysely<Tables>): RunTransaction {
  return (first, work) =>
    kysely.transaction().execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw(first.text, [...first.values]));
      return await work(trx);
    });
}

/**
 * The scoped transactions of a database. Each begins by setting the role `app` and its scope for that transaction
 * only, so a connection goes back to the pool without them.
 *
 * Transactions take their locks in one order (ADR 46). If two of them still deadlock, PostgreSQL undoes one, and this
 * function runs it again. Therefore `work` must not leave anything behind in this process that disturbs a second run.
 *
 * @throws Error when one is begun inside another: on the embedded database the inner one would wait for ever
 */
export function createScopes(
  kysely: Kysely<Tables>,
  runTransaction: RunTransaction,
  { app }: DatabaseRoles = nameRoles(),
): Scopes {
  const running = new AsyncLocalStorage<true>();
  const notify = createNotifier(kysely);
  const begin = async <T>(
    scope: { readonly project: string; readonly organization: string },
    work: (trx: ScopedTransaction) => Promise<T>,
  ): Promise<T> => {
    if (running.getStore() === true) {
      throw new Error("A scoped transaction began inside another one. Pass the first one on.");
    }
    const options = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;
    const statement = buildScopeStatement(app, scope);
    let channels: ReadonlySet<string> = new Set();
    const attempt = (): Promise<T> =>
      withSpan("transaction", options, () =>
        runTransaction(statement, async (trx) => {
          const result = await running.run(true, () => work(trx));
          channels = listChannelsAfterCommit(trx);
          return result;
        }),
      );
    const result = await runAgainOnce(attempt);
    notify(channels);
    return result;
  };
  return {
    transactInProject: (projectId, work) => begin({ project: projectId, organization: "" }, work),
    transactInOrganization: (organizationId, work) =>
      begin({ project: "", organization: organizationId }, work),
  };
}

function buildScopeStatement(
  role: string,
  scope: { readonly project: string; readonly organization: string },
): GroupedStatement {
  return {
    name: "scope",
    text: `select set_config('role', '${role}', true), set_config('app.project', $1, true), set_config('app.organization', $2, true)`,
    values: [scope.project, scope.organization],
  };
}

/**
 * Adds a project to an organization's transaction, for a project that the transaction itself makes or deletes.
 *
 * @param projectId a project that was just read or written in the organization's own scope
 */
export async function enterProject(trx: ScopedTransaction, projectId: string): Promise<void> {
  await sql`select set_config('app.project', ${projectId}, true)`.execute(trx);
}
