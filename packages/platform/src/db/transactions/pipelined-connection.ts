import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { PoolClient, QueryResult as PostgresResult } from "pg";
import { readSending } from "../statements.ts";

/**
 * The names of prepared statements, by their text. The map stays small: only a few places in the code prepare a
 * statement.
 */
const names = new Map<string, string>();

/**
 * Counts how often a statement failed because columns of its tables had changed. With a new number, statements get new
 * names and are prepared again.
 */
let generation = 0;

/** `feature_not_supported`: the error of a prepared statement after a migration changed its columns. */
const planIsStale = "0A000";

/** A connection of the pool, with the state of its transaction. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  /** The statements that begin the transaction. `#unsent` is the same text until they are sent. */
  #beginning: string | undefined;
  #unsent: string | undefined;
  /** The answer to a `commit` that was sent with a statement. */
  #committing: Promise<PostgresResult> | undefined;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Begins a transaction with its first statement. */
  begin(statements: string): void {
    this.#beginning = statements;
    this.#unsent = statements;
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#settleCommit();
    const { isPrepared = false, isLast = false } = readSending(compiled);
    const { stream } = this.#client.connection;
    // Everything that is sent now leaves in one packet.
    stream.cork();
    const begun = this.#sendBeginning();
    const answer = this.#client.query({
      text: compiled.sql,
      values: [...compiled.parameters],
      ...(isPrepared ? { name: nameStatement(compiled.sql) } : {}),
    });
    if (isLast && this.#beginning !== undefined) {
      this.#committing = this.#client.query("commit");
      // The promise is awaited when the transaction ends. Until then its rejection must not count as unhandled.
      this.#committing.catch(() => {});
      this.#unsent = this.#beginning;
    }
    stream.uncork();
    // When the beginning failed, the statement after it fails too, with a less useful error. Report the first.
    const [beginning, result] = await Promise.allSettled([begun, answer]);
    if (beginning.status === "rejected") {
      throw beginning.reason;
    }
    if (result.status === "rejected") {
      noteStalePlan(result.reason);
      throw result.reason;
    }
    return toQueryResult(result.value);
  }

  // Kysely's interface requires the method, but the service never reads rows one by one.
  streamQuery(): never {
    throw new Error("This connection cannot stream rows. Read them with execute().");
  }

  async commit(): Promise<void> {
    const isOpen = this.#committing === undefined && this.#unsent === undefined;
    this.#beginning = undefined;
    this.#unsent = undefined;
    if (isOpen) {
      this.#committing = this.#client.query("commit");
    }
    await this.#settleCommit();
  }

  async rollback(): Promise<void> {
    const isOpen = this.#unsent === undefined;
    this.#beginning = undefined;
    this.#unsent = undefined;
    // A transaction whose statement failed is ended by its `commit`, too.
    await this.#committing?.catch(() => {});
    this.#committing = undefined;
    if (!isOpen) {
      return;
    }
    try {
      await this.#client.query("rollback");
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  #sendBeginning(): Promise<unknown> | undefined {
    const statements = this.#unsent;
    this.#unsent = undefined;
    return statements === undefined ? undefined : this.#client.query(statements);
  }

  /** @throws Error when the transaction was not committed */
  async #settleCommit(): Promise<void> {
    const committing = this.#committing;
    this.#committing = undefined;
    if ((await committing)?.command === "ROLLBACK") {
      // After a failed statement, PostgreSQL answers `commit` with ROLLBACK.
      throw new Error("The transaction was undone, because one of its statements failed.");
    }
  }
}

function nameStatement(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return `${name}_${generation}`;
}

function noteStalePlan(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === planIsStale) {
    generation += 1;
  }
}

function toQueryResult<Row>({ command, rowCount, rows }: PostgresResult): QueryResult<Row> {
  const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
  return { rows, ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}
