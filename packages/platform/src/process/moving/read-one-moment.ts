import type { StorageConfig } from "../../base/db/opening/open-database.ts";

/**
 * The same database, of which each transaction reads one moment, when it began: others may write meanwhile. The embedded
 * database has one connection, so nobody does.
 */
export function readOneMoment(storage: StorageConfig): StorageConfig {
  if (storage.kind === "embedded") {
    return storage;
  }
  const url = new URL(storage.url);
  // Each of our transactions begins with the statement that sets its scope. After a statement, PostgreSQL refuses to choose.
  const option = "-c default_transaction_isolation=repeatable\\ read";
  url.searchParams.set("options", `${url.searchParams.get("options") ?? ""} ${option}`.trim());
  return { ...storage, url: url.href };
}
