import type { CompiledQuery, Kysely, QueryExecutorProvider, QueryResult } from "kysely";
import type { Tables } from "./tables.ts";

/** How a statement is sent. PostgreSQL's driver goes by it (`pipelined-postgres.ts`); for the embedded database it means nothing. */
export interface Sending {
  /**
   * Its text is always the same, so that each connection has it parsed and planned once. For statements that find their rows
   * by a key: a plan for all values is as good as one for these.
   */
  readonly isPrepared?: boolean;
  /**
   * The transaction is committed together with it, which spares a round trip. Statements after it
   * have a transaction of their own.
   */
  readonly isLast?: boolean;
}

const sendings = new WeakMap<object, Sending>();

/** Runs a query, which may be a builder or an `sql` text, as `sending` says. */
export async function send<Row>(
  kysely: Kysely<Tables>,
  query: { compile(provider: QueryExecutorProvider): CompiledQuery<Row> },
  sending: Sending,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(kysely);
  sendings.set(compiled, sending);
  return await kysely.executeQuery(compiled);
}

/** How a query is to be sent. */
export function readSending(compiled: CompiledQuery): Sending {
  return sendings.get(compiled) ?? {};
}
