import { hasFormat } from "@specwright/runtime/v1/values";
import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "../../base/api-types.ts";
import { readDatabaseNow } from "../../base/db/now.ts";
import type { StoredProjectConfig } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import { endMcpTokens } from "../mcp-sign-in/end-tokens.ts";
import type { RowsScope } from "../mcp-sign-in/run-in-rows.ts";
import { sealSignIn, showSignIn } from "../mcp-sign-in/sign-in-settings.ts";
import type { Scope } from "../scope.ts";

/** The settings of a new project. */
const defaultProjectConfig: Schemas["ProjectConfig"] = {
  is_2FA_enabled: false,
  mask_secret_keys_in_connected_account: true,
  log_visibility_setting: "show_all",
  require_mcp_api_key: true,
  is_platform_link_enabled_for_managed_auth: true,
  signed_url_file_expiry_in_seconds: 3600,
  result_limit_bytes: 32_000,
};

const names: ReadonlySet<string> = new Set([
  ...Object.keys(defaultProjectConfig),
  "logo_url",
  "display_name",
  "mcp_sign_in",
]);

/** The settings of the scope's project; @throws PlatformError `Project_NotFound` when it was deleted meanwhile */
export async function getProjectConfig(scope: Scope): Promise<Schemas["ProjectConfig"]> {
  return toProjectConfig(await readStored(scope, false));
}

/**
 * The settings as a column of another query, which saves a round trip; null when the project was deleted meanwhile.
 * Pass the value to `toProjectConfig`.
 */
export function selectProjectConfig(scope: Scope): RawBuilder<StoredProjectConfig | null> {
  return sql<StoredProjectConfig | null>`(${selectStoredConfig(scope)})`;
}

/**
 * Changes the given settings; an empty string removes a setting. Every later request uses the new settings.
 *
 * @throws PlatformError `Project_NotFound`, or `Validation_Failed` for a `logo_url` that browsers would not load and for
 * `mcp_sign_in` that is incomplete
 */
export async function updateProjectConfig(
  scope: RowsScope,
  changes: Schemas["UpdateProjectConfigRequest"],
  place = "body",
): Promise<Schemas["ProjectConfig"]> {
  // Lock the row, so that two simultaneous changes do not undo each other.
  const stored = await readStored(scope, true);
  const { mcp_sign_in: signIn } = changes;
  const sealed = signIn && (await sealSignIn(scope, signIn, `${place}.mcp_sign_in`));
  const config = mergeProjectConfig(
    stored,
    signIn === undefined ? changes : { ...changes, mcp_sign_in: sealed ?? null },
    place,
  );
  if (signIn !== undefined) {
    // Whoever signed in before proved it in another way.
    await endMcpTokens(scope);
  }
  await scope.trx
    .updateTable("projects")
    .set({ config: JSON.stringify(config), updated_at: readDatabaseNow() })
    .where("id", "=", scope.projectId)
    .execute();
  return toProjectConfig(config);
}

/** Merges changes, whose secrets are sealed, into the stored settings; @throws PlatformError `Validation_Failed` */
function mergeProjectConfig(
  stored: StoredProjectConfig,
  changes: Schemas["UpdateProjectConfigRequest"],
  place: string,
): StoredProjectConfig {
  const { logo_url: logo } = changes;
  if (logo !== undefined && logo !== "" && !isHttpsUrl(logo)) {
    throw new PlatformError("Validation_Failed", {
      errors: [`${place}.logo_url: must be an https URL`],
    });
  }
  const merged = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(
    merged
      // Members that the document does not name are dropped.
      .filter(([name, value]) => names.has(name) && value != null && value !== "")
      // PostgreSQL's jsonb refuses lone surrogates. `toWellFormed` replaces them with U+FFFD.
      .map(([name, value]) => [name, typeof value === "string" ? value.toWellFormed() : value]),
  ) satisfies StoredProjectConfig;
}

/** The settings with defaults; @throws PlatformError `Project_NotFound` */
export function toProjectConfig(stored: StoredProjectConfig | null): Schemas["ProjectConfig"] {
  if (stored === null) {
    throw new PlatformError("Project_NotFound");
  }
  const { mcp_sign_in: signIn, ...rest } = stored;
  return {
    ...defaultProjectConfig,
    ...rest,
    ...(signIn && { mcp_sign_in: showSignIn(signIn) }),
  };
}

function selectStoredConfig(scope: Pick<RowsScope, "trx" | "projectId">) {
  return scope.trx
    .selectFrom("projects")
    .select("projects.config")
    .where("projects.id", "=", scope.projectId)
    .where("projects.deleted_at", "is", null);
}

async function readStored(scope: RowsScope, lock: boolean): Promise<StoredProjectConfig> {
  const query = selectStoredConfig(scope);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Project_NotFound");
  }
  return row.config;
}

/**
 * The content security policy of the hosted pages allows only https images, and their host must have a usual name,
 * because `;` or `*` in it would change the policy. `URL` also accepts texts that are not URIs, such as
 * `https://ä.example`, which must not be in a response.
 */
function isHttpsUrl(text: string): boolean {
  const url = hasFormat(text, "uri") && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && /^[a-z0-9.-]+$/.test(url.hostname);
}
