import type { Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { lockMcpServer } from "./mcp-servers.ts";
import { readMcpServer } from "./read-mcp-servers.ts";
import { type McpSubject, openSigningKey, sealNewSigningKey, signUrl } from "./signing-keys.ts";

/**
 * Makes a signed URL for each user and each account.
 *
 * @throws PlatformError `Mcp_ServerNotFound`, `ConnectedAccount_NotFound`, and `Validation_Failed` for an account of a toolkit
 *   that the server does not have
 */
export async function generateMcpUrls(
  scope: Scope,
  request: Schemas["GenerateMcpUrlsRequest"],
): Promise<Schemas["GeneratedMcpUrls"]> {
  const { mcp_server_id: id, managed_auth_by_platform: isManaged, rotate = false } = request;
  const accountIds = request.connected_account_ids ?? [];
  await lockMcpServer(scope, id);
  const server = await readMcpServer(scope, id);
  await checkAccounts(scope, accountIds, server.toolkits);
  if (isManaged !== undefined && isManaged !== server.managed_auth_via_platform) {
    await change(scope, id, { managed_auth_via_platform: isManaged });
  }
  if (rotate) {
    await change(scope, id, { signing_key: await sealNewSigningKey(scope, id) });
  }
  const key = await readSigningKey(scope, id);
  const base = `${scope.platform.baseUrl}/mcp/${id}`;
  const sign = (subject: McpSubject): string => {
    const query = new URLSearchParams({
      [subject.name]: subject.value,
      sig: signUrl(key, id, subject),
    });
    return `${base}?${query}`;
  };
  return {
    mcp_url: base,
    connected_account_urls: accountIds.map((value) =>
      sign({ name: "connected_account_id", value }),
    ),
    user_ids_url: (request.user_ids ?? []).map((value) => sign({ name: "user_id", value })),
  };
}

/** The key that signs a server's URLs; @throws PlatformError `Mcp_ServerNotFound` */
async function readSigningKey(scope: Scope, id: string): Promise<Buffer> {
  const row = await scope.trx
    .selectFrom("mcp_servers")
    .select("signing_key")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  return await openSigningKey(scope, id, row.signing_key);
}

async function change(
  { trx, projectId }: Scope,
  id: string,
  values: { readonly managed_auth_via_platform: boolean } | { readonly signing_key: string },
): Promise<void> {
  await trx
    .updateTable("mcp_servers")
    .set({ ...values, updated_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}

async function checkAccounts(
  { trx, projectId }: Scope,
  ids: readonly string[],
  toolkits: readonly string[],
): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  const rows = await trx
    .selectFrom("connected_accounts")
    .select(["id", "toolkit_slug"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.toolkit_slug]));
  if (ids.some((id) => !known.has(id))) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  const errors = ids.flatMap((id, index) =>
    toolkits.includes(known.get(id) ?? "")
      ? []
      : [
          `body.connected_account_ids[${index}]: is an account of a toolkit that the server does not have`,
        ],
  );
  if (errors.length > 0) {
    throw new PlatformError("Validation_Failed", { errors: errors.slice(0, 100) });
  }
}
