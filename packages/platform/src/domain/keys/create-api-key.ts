import type { Schemas } from "../../base/api-types.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { createId, createKey } from "../../base/ids.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";

/**
 * Creates a key of a project, or of the organization when `projectId` is null. The database holds its hash and its
 * first four characters; only this result contains the whole key.
 */
export async function createApiKey(
  trx: ScopedTransaction,
  owner: { readonly organizationId: string; readonly projectId: string | null },
  name = "default",
): Promise<Schemas["NewProjectApiKey"]> {
  const key = createKey(owner.projectId === null ? "oak" : "ak");
  const row = await trx
    .insertInto("api_keys")
    .values({
      id: createId("key"),
      organization_id: owner.organizationId,
      project_id: owner.projectId,
      name,
      hash: hashSha256(key),
      shown: `${key.slice(0, 4)}...`,
    })
    .returning(["id", "name", "created_at"])
    .executeTakeFirstOrThrow();
  return { id: row.id, name: row.name, key, created_at: row.created_at.toISOString() };
}
