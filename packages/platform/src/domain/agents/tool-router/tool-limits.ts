import type { Scope } from "../../scope.ts";
import type { SessionAccount } from "./session-accounts.ts";
import type { SessionConfig } from "./session-config.ts";

/**
 * Reads the tools that auth configs allow a session, by toolkit. It uses the auth config of the session's account.
 * Without an account, it uses the auth config that a new connection would use. A toolkit without an entry is not
 * restricted.
 */
export async function readToolLimits(
  { trx, projectId }: Scope,
  { auth_configs: named }: SessionConfig,
  accounts: ReadonlyMap<string, SessionAccount>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await trx
    .selectFrom("auth_configs")
    .distinctOn("toolkit_slug")
    .select(["toolkit_slug", "restrict_to_following_tools"])
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.and([
        eb.or([
          eb("status", "=", "ENABLED"),
          ...(Object.keys(named).length === 0 ? [] : [eb("id", "in", Object.values(named))]),
        ]),
        ...Object.entries(named).map(([slug, id]) =>
          eb.or([eb("toolkit_slug", "!=", slug), eb("id", "=", id)]),
        ),
      ]),
    )
    .orderBy("toolkit_slug")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const ofConfigs = rows.map((row) => [row.toolkit_slug, row.restrict_to_following_tools] as const);
  const ofAccounts = [...accounts].map(([slug, { allowedTools }]) => [slug, allowedTools] as const);
  const limits = new Map<string, ReadonlySet<string>>();
  for (const [slug, tools] of new Map([...ofConfigs, ...ofAccounts])) {
    if (tools.length > 0) {
      limits.set(slug, new Set(tools));
    }
  }
  return limits;
}
