import { dropServerDatabase } from "./server-databases.ts";
import { templateVariable } from "./template-database.ts";

/**
 * Chooses the name of the PostgreSQL template for a run of the tests. The first test that needs the template creates
 * it.
 */
export function setup(): void {
  process.env[templateVariable] = `platform_template_${process.pid}_${Date.now().toString(36)}`;
}

/** Drops the template, if a test made it. */
export async function teardown(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  const name = process.env[templateVariable];
  if (server !== undefined && name !== undefined) {
    await dropServerDatabase(server, `${name}_unfinished`);
    await dropServerDatabase(server, name);
  }
}
