import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import type { Listen } from "./listen.ts";
import type { Connections } from "./open-database.ts";
import { ScopingPostgresDialect } from "./scope-at-begin.ts";
import type { Tables } from "./tables.ts";

/** No transaction spans a network call, so nothing of ours takes this long; a statement that does holds up others. */
const statementTimeoutMs = 30_000;

/** How long to wait for a connection before the request is answered with 503. */
const connectTimeoutMs = 10_000;

/** After a lost connection, until the next try to listen. Pollers cover the time between. */
const listenRetryMs = 1_000;

/**
 * A PostgreSQL server, 15 or later, shared by any number of processes.
 *
 * @param url a `postgres://` address, whose user owns the tables
 */
export function openPostgres(url: string, poolSize: number): Connections {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
  // Migrations may take longer than a request's statement.
  const loginPool = createPool({ ...settings, statement_timeout: 0, max: 1 });
  const login = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: loginPool }) });
  const app = new Kysely<Tables>({
    dialect: new ScopingPostgresDialect({
      pool: createPool({
        ...settings,
        max: poolSize,
        // The login role may be a superuser: no query of the service ever runs as it, not even outside of a scope.
        onConnect: async (client: { query(text: string): Promise<unknown> }) => {
          await client.query("set role app");
        },
      }),
    }),
  });
  const listeners = new Set<() => Promise<void>>();
  return {
    login,
    becomeApp: async () => {
      await login.destroy();
      return app;
    },
    listen: createListen(url, listeners),
    close: async () => {
      await Promise.all([...listeners].map((stop) => stop()));
      if (!loginPool.ended) await login.destroy();
      await app.destroy();
    },
  };
}

function createPool(settings: ConstructorParameters<typeof Pool>[0]): Pool {
  const pool = new Pool(settings);
  // An idle connection that breaks (a restart of the server) is replaced by the next query; unheard, it would end the
  // process.
  pool.on("error", () => {});
  return pool;
}

function createListen(url: string, listeners: Set<() => Promise<void>>): Listen {
  return async (channel, onNotify) => {
    let stopped = false;
    let client: Client | undefined;
    let timer: NodeJS.Timeout | undefined;
    const connect = async (): Promise<void> => {
      const next = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
      client = next;
      next.on("notification", onNotify);
      next.on("error", () => {});
      next.on("end", () => {
        if (!stopped) timer = setTimeout(again, listenRetryMs);
      });
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      // What was notified while there was no connection is unknown.
      onNotify();
    };
    const again = (): void => {
      connect().catch(() => {
        if (!stopped) timer = setTimeout(again, listenRetryMs);
      });
    };
    await connect();
    const stop = async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      listeners.delete(stop);
      await client?.end().catch(() => {});
    };
    listeners.add(stop);
    return stop;
  };
}
