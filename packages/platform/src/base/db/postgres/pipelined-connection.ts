import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { chargeConnection } from "../../sharing/fairness/work.ts";
import { readErrorCode } from "../../system-errors.ts";
import type { SendShort } from "./short-transaction.ts";
import { type GroupedStatement, type StatementResult, sendGroup } from "./statement-group.ts";
import { readSending, type Sending } from "./statements.ts";

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

const begin: GroupedStatement = { name: "begin", text: "begin", values: [] };
const commit: GroupedStatement = { name: "commit", text: "commit", values: [] };

/** The ways of short transactions. Reads do not wait for the disk, so they are not merged, and share connections instead. */
export type SendByKind = Readonly<Record<NonNullable<Sending["short"]>, SendShort>>;

/** A connection with the state of its transaction. It is taken from the pool when a statement needs it. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #pool: Pool;
  readonly #sendShort: SendByKind;
  #taking: Promise<PoolClient> | undefined;
  #takenAt: number | undefined;
  /** The statements that each transaction begins with, after `begin`; undefined outside of a transaction. */
  #first: readonly GroupedStatement[] | undefined;
  /** True from the moment when `begin` is sent until the transaction is known to have ended. */
  #isOpen = false;
  #isBroken = false;

  constructor(pool: Pool, sendShort: SendByKind) {
    this.#pool = pool;
    this.#sendShort = sendShort;
  }

  /** Begins a transaction with its first statement. */
  begin(first: readonly GroupedStatement[]): void {
    this.#first = first;
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const sending = readSending(compiled);
    const statement: GroupedStatement = {
      text: compiled.sql,
      values: compiled.parameters,
      isShown: true,
      ...(sending.isPrepared === true ? { name: nameStatement(compiled.sql) } : {}),
    };
    try {
      return toQueryResult(await this.#send(statement, sending));
    } catch (error) {
      noteStalePlan(error);
      throw error;
    }
  }

  async #send(
    statement: GroupedStatement,
    { isLast = false, short }: Sending,
  ): Promise<StatementResult> {
    const [scope] = this.#first ?? [];
    if (isLast && short !== undefined && scope !== undefined && !this.#isOpen) {
      return await this.#sendShort[short]([scope, statement]);
    }
    this.#taking ??= this.#pool.connect();
    const client = await this.#taking;
    this.#takenAt ??= performance.now();
    const { before, after } = this.#surround(isLast);
    const results = await sendGroup(client, [...before, statement, ...after]);
    if (after.length > 0) {
      this.#isOpen = false;
    }
    return results[before.length] as StatementResult;
  }

  // Kysely's interface requires the method, but the service never reads rows one by one.
  streamQuery(): never {
    throw new Error("This connection cannot stream rows. Read them with execute().");
  }

  async commit(): Promise<void> {
    this.#first = undefined;
    if (!this.#isOpen) {
      return;
    }
    this.#isOpen = false;
    const client = await this.#taking;
    const [ended] = client === undefined ? [] : await sendGroup(client, [commit]);
    if (ended?.command === "ROLLBACK") {
      // After a failed statement, PostgreSQL answers `commit` with ROLLBACK.
      throw new Error("The transaction was undone, because one of its statements failed.");
    }
  }

  async rollback(): Promise<void> {
    this.#first = undefined;
    if (!this.#isOpen) {
      return;
    }
    this.#isOpen = false;
    try {
      await (await this.#taking)?.query("rollback");
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  async release(): Promise<void> {
    const taken = await this.#taking?.catch(() => undefined);
    taken?.release(this.#isBroken);
    if (this.#takenAt !== undefined) {
      chargeConnection(performance.now() - this.#takenAt);
    }
  }

  /** The statements that begin and end a transaction around the next statement. */
  #surround(isLast: boolean): {
    readonly before: readonly GroupedStatement[];
    readonly after: readonly GroupedStatement[];
  } {
    if (this.#first === undefined) {
      return { before: [], after: [] };
    }
    if (this.#isOpen) {
      return { before: [], after: isLast ? [commit] : [] };
    }
    // The statements of a group are a transaction by themselves.
    if (isLast) {
      return { before: this.#first, after: [] };
    }
    this.#isOpen = true;
    return { before: [begin, ...this.#first], after: [] };
  }
}

function nameStatement(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return `${name}_${generation}`;
}

function noteStalePlan(error: unknown): void {
  if (readErrorCode(error) === planIsStale) {
    generation += 1;
  }
}

function toQueryResult<Row>({ command, rowCount, rows }: StatementResult): QueryResult<Row> {
  const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
  return {
    // The type of the rows is the promise of the query that Kysely compiled.
    rows: rows as Row[],
    ...(changes ? { numAffectedRows: BigInt(rowCount) } : {}),
  };
}
