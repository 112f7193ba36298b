import { sql } from "kysely";
import { enterProject } from "../../base/db/transactions/scoped.ts";
import { endMcpTokens } from "../mcp-sign-in/end-tokens.ts";
import { type Platform, runInOrganization } from "../scope.ts";

/** A key that was deleted. */
export interface RevokedKey {
  readonly organizationId: string;
  /** Null for a key of the organization. */
  readonly projectId: string | null;
  readonly shown: string;
  /** The number of keys that its owner still has. */
  readonly left: number;
}

/**
 * Deletes a key of an organization or of a project. Every request looks its key up, so every process refuses it once this
 * function has returned. Tokens of MCP clients end with a key of their
 * project, as in `deleteProjectKey`. Sessions of the tool router have a key of their own and go on.
 *
 * @returns undefined when there is no key with this id
 */
export async function revokeKey(platform: Platform, id: string): Promise<RevokedKey | undefined> {
  const { rows } = await sql<{
    organization_id: string;
  }>`select organization_id from find_key_owner(${id})`.execute(platform.database.unscoped);
  const organizationId = rows[0]?.organization_id;
  if (organizationId === undefined) {
    return undefined;
  }
  return await runInOrganization(platform, organizationId, async ({ trx }) => {
    const key = await trx
      .deleteFrom("api_keys")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .returning(["project_id as projectId", "shown"])
      .executeTakeFirst();
    if (key === undefined) {
      return undefined;
    }
    const { left } = await trx
      .selectFrom("api_keys")
      .select(sql<number>`count(*)::integer`.as("left"))
      .where("organization_id", "=", organizationId)
      .where("project_id", key.projectId === null ? "is" : "=", key.projectId)
      .executeTakeFirstOrThrow();
    if (key.projectId !== null) {
      await enterProject(trx, key.projectId);
      await endMcpTokens({ trx, projectId: key.projectId });
    }
    return { organizationId, ...key, left };
  });
}
