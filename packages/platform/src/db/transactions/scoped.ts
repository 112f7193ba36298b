import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { withSpan } from "../../tracing/tracing.ts";
import type { Tables } from "../tables.ts";
import { channelsAfterCommit, createNotifier } from "./notify-after-commit.ts";
import { beginningWith } from "./pipelined-postgres.ts";

/** A transaction that sees the rows of one project or one organization and no others. */
export type ScopedTransaction = Transaction<Tables>;

/** How rows are reached. Work must make no network call: a transaction holds a connection, or even the only one. */
export interface Scopes {
  /** Runs `work` in a transaction that sees and writes the rows of this project alone. */
  scoped<T>(projectId: string, work: (trx: ScopedTransaction) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction of an organization: itself, its projects, their keys, its own data key. */
  ofOrganization<T>(
    organizationId: string,
    work: (trx: ScopedTransaction) => Promise<T>,
  ): Promise<T>;
}

/** The other transaction has its locks by then. At once, the two could meet again. */
const pauseMs = 25;

/**
 * The scoped transactions of a database. Each begins with the role `app` and the scope, set for the transaction only, so
 * that a connection that goes back to the pool carries neither.
 *
 * Transactions take their locks in one order (ADR 46). Should two of them meet all the same, PostgreSQL undoes one, and
 * that one is run once more: `work` must leave nothing behind in this process that a second run would trip over.
 *
 * @throws Error when one is begun inside another: on the embedded database that would wait for itself for ever
 */
export function createScopes(kysely: Kysely<Tables>): Scopes {
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
    let channels: ReadonlySet<string> = new Set();
    const attempt = (): Promise<T> =>
      withSpan("transaction", options, () =>
        beginningWith(scopeStatement(scope), (isTaken) =>
          kysely.transaction().execute(async (trx) => {
            if (!isTaken()) {
              await sql.raw(scopeStatement(scope)).execute(trx);
            }
            const result = await running.run(true, () => work(trx));
            channels = channelsAfterCommit(trx);
            return result;
          }),
        ),
      );
    const result = await attempt().catch(async (error: unknown) => {
      if (!isPassing(error)) {
        throw error;
      }
      await sleep(pauseMs * (1 + Math.random()));
      return await attempt();
    });
    notify(channels);
    return result;
  };
  return {
    scoped: (projectId, work) => begin({ project: projectId, organization: "" }, work),
    ofOrganization: (organizationId, work) =>
      begin({ project: "", organization: organizationId }, work),
  };
}

/**
 * PostgreSQL rolled back a transaction so that another one could go on (`deadlock_detected`, `serialization_failure`), or
 * because a migration changed the columns of a prepared statement (`feature_not_supported`), which is prepared anew
 * (PostgreSQL's documentation, appendix A).
 */
const passing: ReadonlySet<unknown> = new Set(["40P01", "40001", "0A000"]);

function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && passing.has(error.code);
}

/** @throws Error for a text that is not an id, before it can become a part of the statement */
function scopeStatement(scope: {
  readonly project: string;
  readonly organization: string;
}): string {
  const quote = (id: string): string => {
    if (!/^[A-Za-z0-9_-]*$/.test(id)) {
      throw new Error("The id of the project or of the organization is malformed.");
    }
    return `'${id}'`;
  };
  return `select set_config('role', 'app', true), set_config('app.project', ${quote(scope.project)}, true), set_config('app.organization', ${quote(scope.organization)}, true)`;
}

/**
 * Adds a project to an organization's transaction, for a project that the transaction itself makes or deletes.
 *
 * @param projectId a project that was just read or written in the organization's own scope
 */
export async function enterProject(trx: ScopedTransaction, projectId: string): Promise<void> {
  await sql`select set_config('app.project', ${projectId}, true)`.execute(trx);
}
