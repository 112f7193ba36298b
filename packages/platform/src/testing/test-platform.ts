import type { Database } from "../db/opening/open-database.ts";
import type { ConnectionCatalog } from "../domain/fields/connection-catalog.ts";
import type { Platform } from "../domain/scope.ts";
import { createTestSecrets } from "./test-project.ts";

/** A platform for tests of the domain. Its database and secrets are real; the test chooses toolkits and clients. */
export function createTestPlatform(
  database: Database,
  parts: Partial<Pick<Platform, "managedAuth" | "secrets">> & {
    readonly catalog?: ConnectionCatalog;
  } = {},
): Platform {
  return {
    database,
    secrets: parts.secrets ?? createTestSecrets(),
    catalogs: { open: async () => parts.catalog ?? { findToolkit: () => undefined } },
    managedAuth: parts.managedAuth ?? {
      toolkits: [],
      listSchemes: () => [],
      find: () => undefined,
    },
    baseUrl: "http://localhost:3000",
  };
}
