import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../base/db/tables.ts";

/** The auth configs of the deployment's own app, in all projects, that have enabled instances of this account at the application. */
export async function findManagedReceivers(
  unscoped: Kysely<Tables>,
  {
    toolkitSlug,
    scheme,
    owner,
  }: { readonly toolkitSlug: string; readonly scheme: string; readonly owner: string },
): Promise<
  readonly {
    readonly place: { readonly projectId: string; readonly catalogVersion: number };
    readonly owner: { readonly kind: "auth_config"; readonly id: string };
  }[]
> {
  const { rows } = await sql<{
    project_id: string;
    auth_config_id: string;
    catalog_version: number;
  }>`select * from find_managed_receivers(${toolkitSlug}, ${scheme}, ${owner})`.execute(unscoped);
  return rows.map((row) => ({
    place: { projectId: row.project_id, catalogVersion: row.catalog_version },
    owner: { kind: "auth_config", id: row.auth_config_id },
  }));
}
