import type { PlatformConfig } from "../config/platform-config.ts";
import { openDatabase } from "../db/open-database.ts";

/** Brings the schema up to date, which every start does too; for deployments that want it done before. */
export async function migrateDatabase({ storage }: PlatformConfig): Promise<string> {
  const database = await openDatabase(storage);
  await database.close();
  return "The schema is up to date.";
}
