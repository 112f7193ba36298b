import pg, { type Connection, type FieldDef, Query, types } from "pg";

/** A statement of a group. */
export interface GroupedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The connection keeps the statement, parsed and planned, under this name. It always has the same text. */
  readonly name?: string;
  /** True when somebody reads its rows. */
  readonly isShown?: boolean;
}

/** The answer to one statement of a group. */
export interface StatementResult {
  /** The first word of PostgreSQL's answer, such as `SELECT`. */
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

/** The client of a pool, as far as groups need it. */
export interface GroupClient {
  query(group: StatementGroup): unknown;
}

/** The named statements of each connection, with the columns of their rows. */
const prepared = new WeakMap<Connection, Map<string, readonly FieldDef[]>>();

/** Converts a value for a `bind` message. pg exports this function, but its types leave it out. */
const { prepareValue } = (
  pg as unknown as { readonly utils: { prepareValue(value: unknown): Buffer | string | null } }
).utils;

/**
 * Sends several statements in one packet and waits for one answer. They have one `Sync` at their end, so PostgreSQL
 * sends their results together, skips the statements after one that fails, and commits at the end unless a
 * transaction was begun.
 *
 * @returns the result of each statement, without the rows of those that are not `isShown`
 * @throws DatabaseError the error of the first statement that failed, or of the commit
 */
export function sendGroup(
  client: GroupClient,
  statements: readonly GroupedStatement[],
): Promise<readonly StatementResult[]> {
  return new Promise<readonly StatementResult[]>((resolve, reject) => {
    client.query(new StatementGroup(statements, resolve, reject));
  }).catch((error: Error) => {
    // The error was made where the answer was read. Show the code that sent the statements.
    Error.captureStackTrace(error);
    throw error;
  });
}

/** A statement whose answer is being read. */
interface Answer {
  readonly name: string;
  readonly isShown: boolean;
  fields: readonly FieldDef[];
  command: string;
  rowCount: number;
  readonly rows: Record<string, unknown>[];
}

/** A group as pg sends and answers it. A subclass of `Query`, because pg's pipeline accepts nothing else. */
export class StatementGroup extends Query {
  readonly statements: readonly GroupedStatement[];
  readonly #resolve: (results: readonly StatementResult[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #answers: readonly Answer[];
  /** The names that this group gives to statements. */
  readonly #added: Set<string> = new Set();
  /** The index of the statement whose answer is next. */
  #current = 0;
  #error: Error | undefined;

  constructor(
    statements: readonly GroupedStatement[],
    resolve: (results: readonly StatementResult[]) => void,
    reject: (error: Error) => void,
  ) {
    super(statements.at(-1)?.text ?? "");
    this.statements = statements;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#answers = statements.map(({ name = "", isShown = false }) => ({
      name,
      isShown,
      fields: [],
      command: "",
      rowCount: 0,
      rows: [],
    }));
  }

  /** pg calls it to send the messages. A property, because `Query` declares it as one. */
  override submit = (connection: Connection): void => {
    const known = prepared.get(connection) ?? new Map<string, readonly FieldDef[]>();
    prepared.set(connection, known);
    const values = this.statements.map((statement) => statement.values.map(prepareValue));
    connection.stream.cork();
    for (const [index, { text, name = "", isShown = false }] of this.statements.entries()) {
      const fields = known.get(name);
      if (fields === undefined) {
        this.#parse(connection, name, text);
      }
      connection.bind({ statement: name, values: values[index] ?? [] }, true);
      const answer = this.#answers[index];
      if (isShown && answer !== undefined) {
        if (fields === undefined) {
          connection.describe({ type: "P" }, true);
        } else {
          answer.fields = fields;
        }
      }
      connection.execute(null, true);
    }
    connection.sync();
    // Groups that are sent on this connection before then leave in the same packet.
    process.nextTick(() => connection.stream.uncork());
  };

  #parse(connection: Connection, name: string, text: string): void {
    // A statement that is in the group several times is parsed once.
    if (this.#added.has(name)) {
      return;
    }
    if (name !== "") {
      // After a group that failed, the name may or may not be taken. Closing a name that does not exist is allowed.
      connection.close({ type: "S", name }, true);
      this.#added.add(name);
    }
    connection.parse({ name, text, types: [] }, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const answer = this.#answers[this.#current];
    if (answer !== undefined) {
      answer.fields = fields;
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const answer = this.#answers[this.#current];
    if (answer?.isShown !== true || this.#error !== undefined) {
      return;
    }
    try {
      answer.rows.push(createRowReader(answer.fields)(fields));
    } catch (error) {
      // The rest of the answer has to be read too. Then the error is reported.
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const answer = this.#answers[this.#current];
    if (answer !== undefined) {
      const words = text.split(" ");
      answer.command = words[0] ?? "";
      answer.rowCount = Number(words.length > 1 ? words.at(-1) : 0);
    }
    this.#current += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    const known = prepared.get(connection);
    for (const { name, fields } of this.#answers) {
      if (this.#added.has(name)) {
        known?.set(name, fields);
      }
    }
    if (this.#error === undefined) {
      this.#resolve(this.#answers);
    } else {
      this.#reject(this.#error);
    }
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

/** The readers of rows by their columns. A named statement has the same columns each time. */
const readers = new WeakMap<
  readonly FieldDef[],
  (values: readonly (string | null)[]) => Record<string, unknown>
>();

function createRowReader(
  fields: readonly FieldDef[],
): (values: readonly (string | null)[]) => Record<string, unknown> {
  const known = readers.get(fields);
  if (known !== undefined) {
    return known;
  }
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    parse: types.getTypeParser(dataTypeID, "text") as (value: string) => unknown,
  }));
  // A copy has all columns from the beginning. A row that got its columns one by one would be a slow hash table.
  const empty: Record<string, unknown> = Object.fromEntries(
    columns.map(({ name }) => [name, null]),
  );
  const read = (values: readonly (string | null)[]): Record<string, unknown> => {
    const row = { ...empty };
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const value = values[index];
      if (column !== undefined && value !== null && value !== undefined) {
        row[column.name] = column.parse(value);
      }
    }
    return row;
  };
  readers.set(fields, read);
  return read;
}
