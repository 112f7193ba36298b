import {
  type AliasedRawBuilder,
  type Expression,
  type ExpressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { Query, Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { yieldWhenLate } from "../../../base/sharing/take-turns.ts";
import type { Page } from "../../lists/cursors.ts";
import { countRowsThatFit } from "../../lists/page-queries.ts";
import { countItemsBefore, type PageOf, toPage } from "../../lists/pages.ts";
import { openSecretBox, type Scope } from "../../scope.ts";
import { type AuthConfigRow, toAuthConfigRecord } from "./auth-config-record.ts";

/** The auth configs of the project, the newest first. */
export async function listAuthConfigs(
  scope: Scope,
  filter: Query<"listAuthConfigs">,
  page: Page,
): Promise<PageOf<Schemas["AuthConfig"]>> {
  const matching = scope.trx
    .selectFrom("auth_configs")
    .where("project_id", "=", scope.projectId)
    .where("deleted_at", "is", null)
    .where((eb) => eb.and(toConditions(eb, filter)));
  const { total } = await countAuthConfigs(scope, filter, matching).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .select(countConnections())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(
      countRowsThatFit(page, {
        rows: matching,
        bytes: sql`octet_length(secrets)`,
        order: sql`created_at desc, id desc`,
      }),
    )
    .offset(countItemsBefore(page))
    .execute();
  const records: Schemas["AuthConfig"][] = [];
  const box = await openSecretBox(scope);
  for (const row of rows) {
    records.push(toAuthConfigRecord(scope, box, row));
    await yieldWhenLate();
  }
  return toPage(page, total, records);
}

/**
 * Uses the counts that are kept up to date by each change. A search text needs a real count, which compares each auth
 * config.
 */
function countAuthConfigs(
  { trx, projectId }: Scope,
  filter: Query<"listAuthConfigs">,
  matching: SelectQueryBuilder<Tables, "auth_configs", object>,
): SelectQueryBuilder<Tables, keyof Tables, { total: number }> {
  const { is_platform_managed: managed, toolkit_slug: slug, search = "" } = filter;
  if (search !== "") {
    return matching.select(sql<number>`count(*)::integer`.as("total"));
  }
  let counts = trx
    .selectFrom("auth_config_counts")
    .select(sql<number>`coalesce(sum(auth_configs), 0)::integer`.as("total"))
    .where("project_id", "=", projectId);
  counts = managed === undefined ? counts : counts.where("is_platform_managed", "=", managed);
  counts = slug === undefined ? counts : counts.where("toolkit_slug", "=", slug);
  return filter.show_disabled === true ? counts : counts.where("status", "=", "ENABLED");
}

/** One auth config of the project, enabled or not; @throws PlatformError `AuthConfig_NotFound` */
export async function getAuthConfig(scope: Scope, id: string): Promise<Schemas["AuthConfig"]> {
  const query = selectAuthConfig(scope, id).select(countConnections());
  const row = requireAuthConfig(await query.executeTakeFirst());
  return toAuthConfigRecord(scope, await openSecretBox(scope), row);
}

/**
 * Reads the row of an auth config that is not deleted.
 *
 * @param lock prevents changes until the transaction ends
 * @throws PlatformError `AuthConfig_NotFound`
 */
export async function readAuthConfig(
  scope: Scope,
  id: string,
  lock?: "share",
): Promise<AuthConfigRow> {
  const query = selectAuthConfig(scope, id);
  return requireAuthConfig(await (lock === "share" ? query.forShare() : query).executeTakeFirst());
}

/** An auth config whose row is locked until the transaction ends. Changes require a locked one. */
export interface LockedAuthConfig {
  readonly row: AuthConfigRow;
  readonly isLocked: true;
}

/** Locks an auth config for a change; @throws PlatformError `AuthConfig_NotFound` */
export async function lockAuthConfig(scope: Scope, id: string): Promise<LockedAuthConfig> {
  const row = requireAuthConfig(await selectAuthConfig(scope, id).forUpdate().executeTakeFirst());
  return { row, isLocked: true };
}

function selectAuthConfig({ trx, projectId }: Scope, id: string) {
  return trx
    .selectFrom("auth_configs")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
}

function requireAuthConfig<T>(row: T | undefined): T {
  if (row === undefined) {
    throw new PlatformError("AuthConfig_NotFound");
  }
  return row;
}

function toConditions(
  eb: ExpressionBuilder<Tables, "auth_configs">,
  filter: Query<"listAuthConfigs">,
): Expression<SqlBool>[] {
  const { is_platform_managed: managed, toolkit_slug: slug, search } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (managed !== undefined) {
    conditions.push(eb("is_platform_managed", "=", managed));
  }
  if (slug !== undefined) {
    conditions.push(eb("toolkit_slug", "=", slug));
  }
  if (filter.show_disabled !== true) {
    conditions.push(eb("status", "=", "ENABLED"));
  }
  if (search !== undefined && search !== "") {
    const text = sql`lower(${search})`;
    conditions.push(
      sql<SqlBool>`(strpos(lower(id), ${text}) > 0 or strpos(lower(name), ${text}) > 0
        or strpos(lower(toolkit_slug), ${text}) > 0)`,
    );
  }
  return conditions;
}

/**
 * The number of accounts of the auth config that are not deleted, in any status. Each change of an account updates
 * it.
 */
function countConnections(): AliasedRawBuilder<number, "connections"> {
  return sql<number>`(select coalesce(sum(c.accounts), 0)::integer from account_counts c
    where c.project_id = auth_configs.project_id and c.auth_config_id = auth_configs.id)`.as(
    "connections",
  );
}
