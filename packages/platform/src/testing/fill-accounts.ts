import { sql } from "kysely";
import { createId } from "../base/ids.ts";
import { createAuthConfig } from "../domain/accounts/auth-configs/create-auth-config.ts";
import { sealConnection } from "../domain/accounts/connected-accounts/connection-secrets.ts";
import { type Platform, runInProject, type Scope } from "../domain/scope.ts";

/** The row of an account that could be used at once. */
interface Row {
  readonly id: string;
  readonly userId: string;
  readonly val: Readonly<Record<string, unknown>>;
}

const rowsAStatement = 1000;

/** An auth config of the project. */
export async function insertSampleAuthConfig(
  platform: Platform,
  projectId: string,
  toolkit: string,
  authScheme: "BEARER_TOKEN" | "API_KEY" | "OAUTH2",
): Promise<string> {
  const credentials = authScheme === "OAUTH2" ? { client_id: "id", client_secret: "secret" } : {};
  const created = await runInProject(platform, projectId, (scope) =>
    createAuthConfig(scope, {
      toolkit: { slug: toolkit },
      auth_config: { type: "use_custom_auth", authScheme, credentials },
    }),
  );
  return created.auth_config.id;
}

/**
 * Adds ACTIVE accounts of `user-1`, `user-2`, … with a bearer token each, created one second apart. It writes rows
 * directly, because the domain's functions would take half an hour for a million.
 */
export async function addAccounts(
  platform: Platform,
  projectId: string,
  authConfigIds: readonly string[],
  count: number,
  toolkit = "notion",
): Promise<void> {
  for (let first = 0; first < count; first += rowsAStatement) {
    await runInProject(platform, projectId, async (scope) => {
      const rows = Array.from({ length: Math.min(rowsAStatement, count - first) }, (_, index) => ({
        id: createId("ca"),
        userId: `user-${first + index}`,
        val: { token: `token-of-user-${first + index}` },
      }));
      const authConfigId = authConfigIds[(first / rowsAStatement) % authConfigIds.length] ?? "";
      await insert(scope, { authConfigId, toolkit, mode: "BEARER_TOKEN", first }, rows);
    });
  }
}

/** Adds one ACTIVE account. Its access token is valid for a day. */
export async function insertSampleAccount(
  platform: Platform,
  projectId: string,
  toolkit: string,
  mode: "API_KEY" | "OAUTH2",
): Promise<string> {
  const authConfigId = await insertSampleAuthConfig(platform, projectId, toolkit, mode);
  const id = createId("ca");
  const val =
    mode === "OAUTH2"
      ? { access_token: "bench-token", refresh_token: "bench-refresh", expires_in: 86_400 }
      : { generic_api_key: "bench-key" };
  await runInProject(platform, projectId, (scope) =>
    insert(scope, { authConfigId, toolkit, mode, first: 0 }, [{ id, userId: "user", val }]),
  );
  return id;
}

async function insert(
  scope: Scope,
  shared: {
    readonly authConfigId: string;
    readonly toolkit: string;
    readonly mode: string;
    readonly first: number;
  },
  rows: readonly Row[],
): Promise<void> {
  const sealed = await Promise.all(
    rows.map(({ id, val }) => sealConnection(scope, id, { val, params: {} })),
  );
  const ids = rows.map(({ id }) => id);
  const users = rows.map(({ userId }) => userId);
  const secrets = sealed.map((each) => each.secrets);
  await sql`insert into connected_accounts
      (project_id, id, auth_config_id, toolkit_slug, auth_scheme, user_id, status, secrets, secrets_version,
        created_at, updated_at, tokens_expire_at)
    select ${scope.projectId}, row.id, ${shared.authConfigId}, ${shared.toolkit}, ${shared.mode}, row.user_id, 'ACTIVE',
      row.secrets, 1, made, made, case when ${shared.mode} = 'OAUTH2' then now() + interval '1 day' end
    from unnest(${ids}::text[], ${users}::text[], ${secrets}::text[]) with ordinality
      as row (id, user_id, secrets, position),
      lateral (select now() - interval '30 days' + make_interval(secs => row.position + ${shared.first}::integer) as made) as time`.execute(
    scope.trx,
  );
}
