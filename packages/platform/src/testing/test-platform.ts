import type { Database } from "../base/db/opening/open-database.ts";
import type { ConnectionCatalog } from "../domain/fields/connection-catalog.ts";
import { createRecordedBytes } from "../domain/quotas/recorded-bytes.ts";
import type { Platform } from "../domain/scope.ts";
import { createTestSecrets } from "./test-project.ts";

/** A platform for tests of the domain. Its database and secrets are real; the test chooses toolkits and clients. */
export function createTestPlatform(
  database: Database,
  parts: Partial<Pick<Platform, "managedAuth" | "secrets" | "quotas" | "records">> & {
    readonly catalog?: ConnectionCatalog;
  } = {},
): Platform {
  return {
    database,
    secrets: parts.secrets ?? createTestSecrets(),
    catalogs: {
      open: async () => parts.catalog ?? { findToolkit: () => undefined, isShipped: () => false },
    },
    managedAuth: parts.managedAuth ?? {
      toolkits: [],
      listSchemes: () => [],
      find: () => undefined,
    },
    quotas: parts.quotas ?? { files: undefined, toolkits: undefined, logsAndEvents: undefined },
    records: parts.records ?? createRecordedBytes(database, parts.quotas?.logsAndEvents),
    baseUrl: "http://localhost:3000",
  };
}
