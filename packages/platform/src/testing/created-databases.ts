import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { createServerDatabase, dropServerDatabase } from "./server-databases.ts";
import { readTemplate } from "./template-database.ts";

const created: { readonly server: string; readonly name: string }[] = [];

/**
 * Creates an empty database on a server, for a test that has found one (`findNeed("postgresql")`), and returns its address.
 * It is dropped when the suite ends. This file does not look for the server itself, because `npm run test:extras` runs all
 * files that do.
 */
export function createDatabase(
  server: string = process.env.TEST_DATABASE_URL ?? "",
): Promise<string> {
  return create(server);
}

/** The same with every migration applied. */
export async function createMigratedDatabase(server: string): Promise<string> {
  return await create(server, await readTemplate(server));
}

async function create(server: string, template?: string): Promise<string> {
  const name = `platform_test_${process.pid}_${randomUUID().slice(0, 8)}`;
  const address = await createServerDatabase(server, name, template);
  created.push({ server, name });
  return address;
}

afterAll(dropCreatedDatabases);

/** Drops all of them now. */
export async function dropCreatedDatabases(): Promise<void> {
  for (const { server, name } of created.splice(0)) {
    await dropServerDatabase(server, name);
  }
}
