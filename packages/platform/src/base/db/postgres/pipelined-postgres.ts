import {
  type Driver,
  type Kysely,
  PostgresDialect,
  Transaction,
  type TransactionSettings,
} from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../tables.ts";
import { mergeTransactions } from "./merged-transactions.ts";
import { PipelinedConnection, type SendByKind } from "./pipelined-connection.ts";
import { shareConnections } from "./shared-connections.ts";
import type { GroupedStatement } from "./statement-group.ts";

/** Runs `work` in a transaction whose first statement is `first`. */
export type RunTransaction = <T>(
  first: GroupedStatement,
  work: (trx: Transaction<Tables>) => Promise<T>,
) => Promise<T>;

/**
 * PostgreSQL with fewer round trips in a transaction. The beginning is sent together with the first statement, and
 * `commit` together with the statement that is marked as the last (`statements.ts`). A transaction of one statement
 * is one packet, and one packet answers it.
 */
export class PipelinedPostgresDialect extends PostgresDialect {
  readonly #driver: PipelinedDriver;

  /** @param config.pool its clients need `pipeline: true` */
  constructor(config: { readonly pool: Pool }) {
    super(config);
    this.#driver = new PipelinedDriver(config.pool);
  }

  override createDriver(): PipelinedDriver {
    return this.#driver;
  }

  /**
   * Makes a function that runs transactions which begin with a given statement. Kysely's own transactions cannot do this,
   * and take several times as long, because the connections that they wait for exist at once here.
   */
  createTransactions(kysely: Kysely<Tables>): RunTransaction {
    const driver = this.#driver;
    return async (first, work) => {
      const connection = driver.makeConnection();
      connection.begin([first]);
      const executor = kysely.getExecutor().withConnectionProvider({
        provideConnection: (consumer) => consumer(connection),
      });
      const config = { dialect: this };
      try {
        const result = await work(new Transaction({ config, driver, dialect: this, executor }));
        await connection.commit();
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      } finally {
        await connection.release();
      }
    };
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #sendShort: SendByKind;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#sendShort = { reads: shareConnections(pool), writes: mergeTransactions(pool) };
  }

  async init(): Promise<void> {}

  makeConnection(): PipelinedConnection {
    return new PipelinedConnection(this.#pool, this.#sendShort);
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    return this.makeConnection();
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
    connection.begin([]);
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
