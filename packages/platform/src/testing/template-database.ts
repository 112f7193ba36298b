import { Client } from "pg";
import { openDatabase } from "../base/db/opening/open-database.ts";
import { createServerDatabase, dropServerDatabase } from "./server-databases.ts";

/** The environment variable with the name of this run's template, which `template-setup.ts` sets and drops. */
export const templateVariable = "TEST_DATABASE_TEMPLATE";

/** Created when this process first needs it. Another process of the run may already have created the database. */
let template: Promise<string> | undefined;

/**
 * The name of a database with every migration applied and no rows, of which PostgreSQL makes copies. Copying takes a
 * quarter of the time of the migrations.
 */
export function readTemplate(server: string): Promise<string> {
  template ??= makeTemplate(server);
  return template;
}

async function makeTemplate(server: string): Promise<string> {
  const name = process.env[templateVariable];
  if (name === undefined) {
    throw new Error(
      `${templateVariable} is not set. Run the tests with the repository's vitest.config.ts.`,
    );
  }
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    // Processes of a run may need it at the same time. The first creates it, and the others wait. The lock ends with
    // the connection.
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const found = await client.query("select from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) {
      // It gets its final name when it is complete, so that no process copies an unfinished one.
      const unfinished = `${name}_unfinished`;
      await dropServerDatabase(server, unfinished);
      const url = await createServerDatabase(server, unfinished);
      const database = await openDatabase({ kind: "postgres", url, poolSize: 2 });
      await database.close();
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}
