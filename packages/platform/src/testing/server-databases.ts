import { Client, DatabaseError } from "pg";

/** Creates a database on a PostgreSQL server, empty or as a copy of another one. Returns its address. */
export async function createServerDatabase(
  server: string,
  name: string,
  template = "template1",
): Promise<string> {
  await runStatement(server, `create database ${name} template ${template}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Drops a database and ends the connections to it; does nothing when it does not exist. A process that a test has not
 * ended yet cannot connect again in the meantime.
 *
 * Connections are ended first, because `drop database … with (force)` is refused while autovacuum visits the
 * database: the role of a test may not end that worker. The plain statement may, and waits up to five seconds for
 * connections to close.
 */
export async function dropServerDatabase(server: string, name: string): Promise<void> {
  await runStatement(server, `alter database ${name} with allow_connections false`).catch(
    ignoreMissingDatabase,
  );
  await runStatement(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`,
  );
  await runStatement(server, `drop database if exists ${name}`);
}

function ignoreMissingDatabase(error: unknown): void {
  if (!(error instanceof DatabaseError) || error.code !== "3D000") {
    throw error;
  }
}

async function runStatement(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
