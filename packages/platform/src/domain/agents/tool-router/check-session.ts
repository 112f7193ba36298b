import { PlatformError } from "../../../base/errors.ts";
import { readToolkitsOfConfigs } from "../../accounts/auth-configs/read-toolkits.ts";
import { checkCallbackUrl } from "../../accounts/connecting/callback-url.ts";
import type { Scope } from "../../scope.ts";
import type { SessionConfig } from "./session-config.ts";

/**
 * Checks that the project has the toolkits, auth configs and accounts in a session's settings, and that they belong
 * together.
 *
 * @throws PlatformError `Toolkit_NotFound`, `AuthConfig_NotFound`, `ConnectedAccount_NotFound`, `Validation_Failed`
 */
export async function checkSession(scope: Scope, config: SessionConfig): Promise<void> {
  checkToolkits(scope, config);
  const errors = [
    ...(await checkAuthConfigs(scope, config)),
    ...(await checkAccounts(scope, config)),
    ...listCallbackProblems(config),
  ];
  if (errors.length > 0) {
    throw new PlatformError("Validation_Failed", { errors });
  }
}

function checkToolkits({ catalog }: Scope, config: SessionConfig): void {
  const { toolkits, tools, auth_configs, connected_accounts } = config;
  const named = [
    ...(toolkits.enabled ?? []),
    ...(toolkits.disabled ?? []),
    ...[tools, auth_configs, connected_accounts].flatMap((map) => Object.keys(map)),
  ];
  if (named.some((slug) => catalog.findToolkit(slug) === undefined)) {
    throw new PlatformError("Toolkit_NotFound");
  }
}

async function checkAuthConfigs(
  scope: Scope,
  { auth_configs: named }: SessionConfig,
): Promise<readonly string[]> {
  const toolkits = await readToolkitsOfConfigs(scope, Object.values(named));
  return Object.entries(named)
    .filter(([slug, id]) => toolkits.get(id) !== slug)
    .map(([slug]) => `body.auth_configs.${slug}: is an auth config of another toolkit`);
}

async function checkAccounts(
  { trx, projectId }: Scope,
  { connected_accounts: named, user_id: userId }: SessionConfig,
): Promise<readonly string[]> {
  const ids = Object.values(named);
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom("connected_accounts")
          .select(["id", "toolkit_slug", "user_id"])
          .where("project_id", "=", projectId)
          .where("id", "in", ids)
          .where("deleted_at", "is", null)
          .execute();
  const accounts = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => !accounts.has(id))) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  return Object.entries(named).flatMap(([slug, id]) => {
    const place = `body.connected_accounts.${slug}`;
    const account = accounts.get(id);
    return [
      ...(account?.toolkit_slug === slug ? [] : [`${place}: is an account of another toolkit`]),
      ...(account?.user_id === userId ? [] : [`${place}: is an account of another user`]),
    ];
  });
}

/** For a session, the document lists `Validation_Failed` for an invalid address, as for any other member. */
function listCallbackProblems({ manage_connections: { callback_url } }: SessionConfig) {
  try {
    if (callback_url !== undefined) {
      checkCallbackUrl(callback_url, "body.manage_connections.callback_url");
    }
    return [];
  } catch (error) {
    if (error instanceof PlatformError) {
      return error.errors ?? [];
    }
    throw error;
  }
}
