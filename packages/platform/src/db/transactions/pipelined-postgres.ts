import { AsyncLocalStorage } from "node:async_hooks";
import { type Driver, PostgresDialect, type TransactionSettings } from "kysely";
import type { Pool } from "pg";
import { PipelinedConnection } from "./pipelined-connection.ts";
import { createSharedConnections, type SharedConnections } from "./shared-connections.ts";
import type { GroupedStatement } from "./statement-group.ts";

/** The statement that a transaction begins with. The driver sets `isTaken` to true when it sends it. */
interface Beginning {
  readonly statement: GroupedStatement;
  isTaken: boolean;
}

const beginnings = new AsyncLocalStorage<Beginning>();

/**
 * Runs work that begins a transaction. `statement` becomes the transaction's first statement.
 *
 * @param work receives whether the driver sends the statement. When it does not, `work` sends it before anything else
 */
export function runWithFirstStatement<T>(
  statement: GroupedStatement,
  work: (isTaken: () => boolean) => Promise<T>,
): Promise<T> {
  const beginning = { statement, isTaken: false };
  return beginnings.run(beginning, () => work(() => beginning.isTaken));
}

/**
 * PostgreSQL with fewer round trips in a transaction. The beginning is sent together with the first statement, and
 * `commit` together with the statement that is marked as the last (`statements.ts`). A transaction of one statement
 * is one packet, and one packet answers it.
 */
export class PipelinedPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;

  /** @param config.pool its clients need `pipeline: true` */
  constructor(config: { readonly pool: Pool }) {
    super(config);
    this.#pool = config.pool;
  }

  override createDriver(): PipelinedDriver {
    return new PipelinedDriver(this.#pool);
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #shared: SharedConnections;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#shared = createSharedConnections(pool);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(this.#pool, this.#shared);
  }

  async beginTransaction(
    connection: PipelinedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (Object.values(settings).some((value) => value !== undefined)) {
      throw new Error(
        "A transaction of the service cannot set an isolation level or an access mode.",
      );
    }
    const beginning = beginnings.getStore();
    const isOurs = beginning !== undefined && !beginning.isTaken;
    connection.begin(isOurs ? [beginning.statement] : []);
    if (isOurs) {
      beginning.isTaken = true;
    }
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    await connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}
