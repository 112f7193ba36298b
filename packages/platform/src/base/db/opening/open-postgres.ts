import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { PipelinedPostgresDialect } from "../postgres/pipelined-postgres.ts";
import type { Tables } from "../tables.ts";
import { createPostgresListener } from "./listen-postgres.ts";
import type { Connections } from "./open-database.ts";

/**
 * None of our statements takes this long, because no transaction spans a network call. A statement that does take this
 * long delays others.
 */
const statementTimeoutMs = 30_000;

/**
 * Milliseconds after which an unused connection is closed. A new one parses and plans every statement again, which takes longer
 * than hundreds of executions, so that a process keeps its connections through pauses.
 */
const idleTimeoutMs = 300_000;

/** Milliseconds to wait for a connection. After that the request is answered with 503. */
const connectTimeoutMs = 10_000;

/**
 * A PostgreSQL server, 15 or later, shared by any number of processes.
 *
 * @param url a `postgres://` address, whose user owns the tables
 * @param role as which queries run
 */
export function openPostgres(url: string, poolSize: number, role: string): Connections {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
  // Migrations may take longer than a request's statement.
  const loginPool = createPool({ ...settings, statement_timeout: 0, max: 1 });
  const login = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: loginPool }) });
  const dialect = new PipelinedPostgresDialect({
    pool: createPool({
      ...settings,
      pipeline: true,
      max: poolSize,
      idleTimeoutMillis: idleTimeoutMs,
      // The login role may be a superuser: no query of the service ever runs as it, not even outside of a scope.
      onConnect: async (client: { query(text: string): Promise<unknown> }) => {
        await client.query(`set role ${role}`);
      },
    }),
  });
  const app = new Kysely<Tables>({ dialect });
  const listener = createPostgresListener({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  return {
    login,
    becomeApp: async () => {
      await login.destroy();
      return app;
    },
    createTransactions: (kysely) => dialect.createTransactions(kysely),
    listen: listener.listen,
    close: async () => {
      await listener.close();
      if (!loginPool.ended) {
        await login.destroy();
      }
      await app.destroy();
    },
  };
}

function createPool(settings: ConstructorParameters<typeof Pool>[0]): Pool {
  const pool = new Pool({ ...settings, Client: ClosingClient, keepAlive: true });
  // A connection that breaks (for example when the server restarts) emits an error: on the pool while it is idle, on
  // the client while a query or a transaction uses it. Without a listener the error would end the process. The
  // running query fails with the same error, and the pool does not lend that client again.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  return pool;
}

/**
 * pg leaves the connection open when it has no password for a server that asks for one. The process would not end until the
 * server gives up, which takes a minute.
 */
class ClosingClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | undefined {
    if (callback === undefined) {
      return super.connect();
    }
    super.connect((error: Error | null) => {
      if (error !== null) {
        void this.end();
      }
      callback(error);
    });
    return undefined;
  }
}

type Connected = (error: Error | null, client?: Client) => void;
