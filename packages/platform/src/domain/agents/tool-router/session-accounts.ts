import { sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { ConnectionStatus } from "../../../base/db/tables.ts";
import {
  computeEffectiveStatus,
  selectAccounts,
} from "../../accounts/connected-accounts/account-rows.ts";
import { joinAuthConfig } from "../../accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../scope.ts";
import type { SessionConfig } from "./session-config.ts";

/** The account that a session uses for a toolkit, without its secrets. */
export interface SessionAccount {
  readonly id: string;
  readonly toolkitSlug: string;
  readonly userId: string;
  readonly status: ConnectionStatus;
  readonly createdAt: Date;
  readonly authConfigId: string;
  readonly authScheme: Schemas["AuthScheme"];
  readonly isPlatformManaged: boolean;
  /** The tools that its auth config allows. An empty list allows all tools of the toolkit. */
  readonly allowedTools: readonly string[];
}

/**
 * Reads the accounts that a session uses, by toolkit slug: the account that the session was created with, or else the
 * user's newest ACTIVE one, or else the user's newest. A toolkit has no entry when the user has no account for it, or
 * when the session's own account was deleted.
 */
export async function readSessionAccounts(
  scope: Scope,
  { user_id: userId, connected_accounts: named }: SessionConfig,
): Promise<ReadonlyMap<string, SessionAccount>> {
  const ofUser = selectAccounts(scope).where("connected_accounts.user_id", "=", userId);
  const rows = await joinAuthConfig(ofUser)
    .distinctOn("connected_accounts.toolkit_slug")
    .select([
      "connected_accounts.id",
      "connected_accounts.toolkit_slug",
      "connected_accounts.user_id",
      "connected_accounts.created_at",
      "connected_accounts.auth_scheme",
      "auth_configs.id as auth_config_id",
      "auth_configs.is_platform_managed",
      "auth_configs.restrict_to_following_tools",
    ])
    .select(computeEffectiveStatus().as("status"))
    .where((eb) =>
      eb.and(
        Object.entries(named).map(([slug, id]) =>
          eb.or([
            eb("connected_accounts.toolkit_slug", "!=", slug),
            eb("connected_accounts.id", "=", id),
          ]),
        ),
      ),
    )
    .orderBy("connected_accounts.toolkit_slug")
    .orderBy(sql`${computeEffectiveStatus()} = 'ACTIVE'`, "desc")
    .orderBy("connected_accounts.created_at", "desc")
    .orderBy("connected_accounts.id", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.toolkit_slug,
      {
        id: row.id,
        toolkitSlug: row.toolkit_slug,
        userId: row.user_id,
        status: row.status,
        createdAt: row.created_at,
        authConfigId: row.auth_config_id,
        authScheme: row.auth_scheme,
        isPlatformManaged: row.is_platform_managed,
        allowedTools: row.restrict_to_following_tools,
      },
    ]),
  );
}
