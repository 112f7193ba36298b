import type { CompiledQuery, Kysely, QueryResult, Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * How a statement is sent. Only PostgreSQL's driver uses it (`pipelined-postgres.ts`); the embedded database ignores
 * it.
 */
export interface Sending {
  /**
   * The text of the statement never varies, so each connection parses and plans it once. Set it for statements that
   * find their rows by a key: for them one plan fits all values.
   */
  readonly isPrepared?: boolean;
  /**
   * `commit` is sent together with this statement, which saves a round trip. Later statements run in a transaction of
   * their own.
   */
  readonly isLast?: boolean;
  /**
   * The statement takes about a millisecond, or less. When it is the whole transaction, it may leave together with others: one that
   * reads shares a connection (`shared-connections.ts`), one that writes a commit (`merged-transactions.ts`).
   */
  readonly short?: "reads" | "writes";
}

/** Stands for a value while a query is compiled. */
class Slot<Name extends string> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * Compiles a query once for all values: building and compiling a long one takes a tenth of a millisecond. Each database
 * compiles it for itself, because a test can change every query of one.
 *
 * @param compile receives a stand-in for each value, which may become a parameter of the query and nothing else
 * @returns the query with its values, for `sendQuery`
 */
export function compileOnce<Name extends string, Row>(
  names: readonly Name[],
  compile: (slots: Readonly<Record<Name, never>>, trx: Transaction<Tables>) => CompiledQuery<Row>,
): (values: Readonly<Record<Name, unknown>>) => {
  compile(trx: Transaction<Tables>): CompiledQuery<Row>;
} {
  // A value of the type `never` is accepted as any parameter. Kysely passes parameters on as they are.
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as Record<
    Name,
    never
  >;
  const byDatabase = new WeakMap<object, CompiledQuery<Row>>();
  return (values) => ({
    compile: (trx) => {
      // A database has one adapter, which all its transactions share.
      const { adapter } = trx.getExecutor();
      const compiled = byDatabase.get(adapter) ?? compile(slots, trx);
      byDatabase.set(adapter, compiled);
      return {
        ...compiled,
        parameters: compiled.parameters.map((parameter) =>
          // Each slot was made above, for one of the names.
          parameter instanceof Slot ? values[parameter.name as Name] : parameter,
        ),
      };
    },
  });
}

const sendings = new WeakMap<object, Sending>();

/** Runs a query (a builder, or an `sql` text) as `sending` says. */
export async function sendQuery<Row, Executor extends Kysely<Tables>>(
  kysely: Executor,
  query: { compile(kysely: Executor): CompiledQuery<Row> },
  sending: Sending,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(kysely);
  sendings.set(compiled, sending);
  return await kysely.executeQuery(compiled);
}

/** The way in which a query is sent. */
export function readSending(compiled: CompiledQuery): Sending {
  return sendings.get(compiled) ?? {};
}
