import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, PostgresDialect, PostgresDriver } from "kysely";

/** What a transaction is to begin with, and whether it did. */
interface Beginning {
  readonly statement: string;
  isDone: boolean;
}

const beginnings = new AsyncLocalStorage<Beginning>();

/**
 * Runs work that begins a transaction, which is to begin with this statement. A dialect that can sends it together with
 * `begin`, which spares a round trip.
 *
 * @param work gets whether the scope was already sent. When it was not, `work` sends it before anything else
 */
export function beginningWith<T>(
  statement: string,
  work: (isDone: () => boolean) => Promise<T>,
): Promise<T> {
  const beginning = { statement, isDone: false };
  return beginnings.run(beginning, () => work(() => beginning.isDone));
}

/** PostgreSQL with transactions that begin as `beginningWith` asks. */
export class ScopingPostgresDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ScopingPostgresDriver(this.#config);
  }
}

class ScopingPostgresDriver extends PostgresDriver {
  override async beginTransaction(
    connection: Parameters<PostgresDriver["rollbackTransaction"]>[0],
    settings: Parameters<PostgresDriver["beginTransaction"]>[1],
  ): Promise<void> {
    const beginning = beginnings.getStore();
    const isPlain = Object.values(settings).every((value) => value === undefined);
    if (beginning === undefined || beginning.isDone || !isPlain) {
      await super.beginTransaction(connection, settings);
      return;
    }
    try {
      // Without parameters it is a simple query, which may hold several statements (PostgreSQL, section 55.2.2.1).
      await connection.executeQuery(CompiledQuery.raw(`begin; ${beginning.statement}`));
    } catch (error) {
      // The transaction may have begun, and whoever asked for it does not know: nobody else would end it.
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
    beginning.isDone = true;
  }
}
