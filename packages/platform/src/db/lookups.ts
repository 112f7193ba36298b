import { type Kysely, sql } from "kysely";
import { sendQuery } from "./statements.ts";
import type { Tables } from "./tables.ts";

/** The owner of a key. `projectId` is null for the key of an organization. */
export interface FoundKey {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** Counts the changes to the toolkits of the project; 0 for the key of an organization. */
  readonly catalogVersion: number;
}

/**
 * Finds keys by their SHA-256 (hexadecimal). The result has one entry for each hash, in the same order: `undefined`
 * when the key does not exist or its project was deleted.
 */
export async function findApiKeys(
  unscoped: Kysely<Tables>,
  hashes: readonly string[],
): Promise<readonly (FoundKey | undefined)[]> {
  const { rows } = await sendQuery(
    unscoped,
    sql<{
      hash: string;
      id: string;
      organization_id: string;
      project_id: string | null;
      catalog_version: number;
    }>`select * from find_api_keys(${[...new Set(hashes)]}::text[])`,
    { isPrepared: true },
  );
  const found = new Map(
    rows.map((row) => [
      row.hash,
      {
        id: row.id,
        organizationId: row.organization_id,
        projectId: row.project_id,
        catalogVersion: row.catalog_version,
      },
    ]),
  );
  return hashes.map((hash) => found.get(hash));
}

/** Counts the changes to the toolkits of each project, in their order; 0 also for a project that does not exist. */
export async function readCatalogVersions(
  unscoped: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<readonly number[]> {
  const query = sql<{ version: number | null }>`select catalog_version_of(asked.id) as version
    from unnest(${projectIds}::text[]) with ordinality as asked (id, place) order by asked.place`;
  const { rows } = await sendQuery(unscoped, query, { isPrepared: true });
  return rows.map(({ version }) => version ?? 0);
}

/** True when an organization exists. When none does, this is a first start, which creates one. */
export async function hasOrganizations(unscoped: Kysely<Tables>): Promise<boolean> {
  const found = await sql<{ has: boolean }>`select has_organizations() as has`.execute(unscoped);
  return found.rows[0]?.has === true;
}

/** Finds the project and account of a link by the SHA-256 of its token (hexadecimal). */
export async function findLink(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<{ readonly projectId: string; readonly connectedAccountId: string } | undefined> {
  const found = await sql<{
    project_id: string;
    connected_account_id: string;
  }>`select * from find_link(${hash})`.execute(unscoped);
  const row = found.rows[0];
  return row && { projectId: row.project_id, connectedAccountId: row.connected_account_id };
}

/** Finds the project and link of an OAuth `state` by its SHA-256 (hexadecimal). */
export async function findOauthState(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<{ readonly projectId: string; readonly linkId: string } | undefined> {
  const found = await sql<{
    project_id: string;
    link_id: string;
  }>`select * from find_oauth_state(${hash})`.execute(unscoped);
  const row = found.rows[0];
  return row && { projectId: row.project_id, linkId: row.link_id };
}

/**
 * Finds the project of a tool router session by the SHA-256 of its id (hexadecimal). Sessions of deleted projects are
 * not found.
 */
export async function findSession(
  anywhere: Kysely<Tables>,
  hash: string,
): Promise<{ readonly projectId: string; readonly catalogVersion: number } | undefined> {
  const found = await sql<{
    project_id: string;
    catalog_version: number;
  }>`select * from find_session(${hash})`.execute(anywhere);
  const row = found.rows[0];
  return row && { projectId: row.project_id, catalogVersion: row.catalog_version };
}

/** Finds the project of an MCP server by its id. Servers of deleted projects are not found. */
export async function findMcpServer(
  anywhere: Kysely<Tables>,
  id: string,
): Promise<{ readonly projectId: string; readonly catalogVersion: number } | undefined> {
  const found = await sql<{
    project_id: string;
    catalog_version: number;
  }>`select * from find_mcp_server(${id})`.execute(anywhere);
  const row = found.rows[0];
  return row && { projectId: row.project_id, catalogVersion: row.catalog_version };
}

/** Finds the project and the owner of an address by the SHA-256 of its token (hexadecimal). */
export async function findWebhookAddress(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<
  | {
      readonly place: { readonly projectId: string; readonly catalogVersion: number };
      readonly owner: { readonly kind: "instance" | "auth_config"; readonly id: string };
    }
  | undefined
> {
  const query = sql<{
    project_id: string;
    trigger_id: string | null;
    auth_config_id: string;
    catalog_version: number;
  }>`select * from find_webhook_address(${hash})`;
  const [row] = (await sendQuery(unscoped, query, { isPrepared: true })).rows;
  return (
    row && {
      place: { projectId: row.project_id, catalogVersion: row.catalog_version },
      owner:
        row.trigger_id === null
          ? { kind: "auth_config", id: row.auth_config_id }
          : { kind: "instance", id: row.trigger_id },
    }
  );
}

/** Removes at most `atMost` receipts of webhooks that are older than 72 hours, and returns their number. */
export async function purgeWebhookReceipts(
  unscoped: Kysely<Tables>,
  atMost: number,
): Promise<number> {
  const found = await sql<{
    removed: number;
  }>`select purge_webhook_receipts(${atMost}::integer) as removed`.execute(unscoped);
  return found.rows[0]?.removed ?? 0;
}

/** Fails the deliveries whose jobs of this kind are dead, at most `atMost`, and returns their number. */
export async function failDeadDeliveries(
  unscoped: Kysely<Tables>,
  kind: string,
  atMost: number,
): Promise<number> {
  const found = await sql<{
    failed: number;
  }>`select fail_dead_deliveries(${kind}, ${atMost}::integer) as failed`.execute(unscoped);
  return found.rows[0]?.failed ?? 0;
}

/** Finds data keys that are not wrapped by this version of the master key; at most `atMost`. */
export async function findStaleDataKeys(
  unscoped: Kysely<Tables>,
  masterVersion: number,
  atMost: number,
): Promise<readonly { readonly ownerId: string; readonly version: number }[]> {
  const found = await sql<{
    owner_id: string;
    version: number;
  }>`select * from find_stale_data_keys(${masterVersion}::integer, ${atMost}::integer)`.execute(
    unscoped,
  );
  return found.rows.map((row) => ({ ownerId: row.owner_id, version: row.version }));
}

/** Lists the versions of master keys that wrap a data key. Each of them has to be configured. */
export async function listMasterVersions(unscoped: Kysely<Tables>): Promise<readonly number[]> {
  const found = await sql<{ version: number }>`select * from list_master_versions()`.execute(
    unscoped,
  );
  return found.rows.map((row) => row.version);
}

/** A data key, and the version of the master key that wraps it. */
export interface SampledDataKey {
  readonly ownerId: string;
  readonly version: number;
  readonly masterVersion: number;
}

/** Reads a few data keys for each version of the master key. */
export async function sampleDataKeys(
  unscoped: Kysely<Tables>,
  perMasterKey: number,
): Promise<readonly SampledDataKey[]> {
  const found = await sql<{
    owner_id: string;
    version: number;
    master_version: number;
  }>`select * from sample_data_keys(${perMasterKey}::integer)`.execute(unscoped);
  return found.rows.map((row) => ({
    ownerId: row.owner_id,
    version: row.version,
    masterVersion: row.master_version,
  }));
}

/**
 * Makes the partitions of events, deliveries and attempts for this week and the next four, and drops those of weeks that ended
 * 90 days ago. Several processes may call it at the same time: one of them does the work.
 */
export async function keepEventPartitions(unscoped: Kysely<Tables>): Promise<void> {
  await sql`select keep_event_partitions()`.execute(unscoped);
}

/** Removes rows that are past their retention, at most `atMost` of each kind. Returns the number of removed rows. */
export async function purgeExpired(unscoped: Kysely<Tables>, atMost: number): Promise<number> {
  const purged = await sql<{
    total: number;
  }>`select purge_expired(${atMost}::integer) + purge_toolkit_uses(${atMost}::integer) as total`.execute(
    unscoped,
  );
  return purged.rows[0]?.total ?? 0;
}

/**
 * Files that were not used for this many days, or whose bytes never arrived; at most `atMost`, those unused longest
 * first.
 */
export async function findOldFiles(
  unscoped: Kysely<Tables>,
  days: { readonly unused: number; readonly missing: number },
  atMost: number,
): Promise<readonly { readonly projectId: string; readonly id: string }[]> {
  const { unused, missing } = days;
  const found = await sql<{
    project_id: string;
    id: string;
  }>`select * from find_old_files(${unused}::float8, ${missing}::float8, ${atMost}::integer)`.execute(
    unscoped,
  );
  return found.rows.map((row) => ({ projectId: row.project_id, id: row.id }));
}

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
