import type { InsertObject, UpdateObject } from "kysely";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Tables } from "../../../base/db/tables.ts";
import type { Scope } from "../../scope.ts";
import { type AuthConfigSecrets, sealAuthConfig } from "./auth-config-secrets.ts";
import type { LockedAuthConfig } from "./read-auth-configs.ts";

// Only this file writes `auth_configs`; test/house/writers.test.ts checks that (ADR 56).

/** Columns that only this file sets. */
type OwnColumns = "project_id" | "secrets" | "secrets_version" | "created_at" | "updated_at";

/** Writes a new auth config with its secrets. */
export async function addAuthConfig(
  scope: Scope,
  columns: Omit<InsertObject<Tables, "auth_configs">, OwnColumns> & { readonly id: string },
  secrets: AuthConfigSecrets,
): Promise<void> {
  await scope.trx
    .insertInto("auth_configs")
    .values({
      ...columns,
      project_id: scope.projectId,
      ...(await sealAuthConfig(scope, columns.id, secrets)),
    })
    .execute();
}

/** Writes columns of an auth config. If secrets are given, it also writes them, with their next version (ADR 52). */
export async function changeAuthConfig(
  scope: Scope,
  { row }: LockedAuthConfig,
  columns: Omit<UpdateObject<Tables, "auth_configs">, OwnColumns>,
  secrets?: AuthConfigSecrets,
): Promise<void> {
  await scope.trx
    .updateTable("auth_configs")
    .set({
      ...columns,
      ...(secrets && (await sealAuthConfig(scope, row, secrets))),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
}
