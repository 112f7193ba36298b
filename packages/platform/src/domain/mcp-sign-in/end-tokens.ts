import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";

interface OfProject {
  readonly trx: ScopedTransaction;
  readonly projectId: string;
}

/**
 * Ends all tokens of MCP clients in a project, and the sign-ins that are under way. From the commit on every replica refuses them. The
 * clients stay registered, so that people only sign in again.
 */
export async function endMcpTokens({ trx, projectId }: OfProject): Promise<void> {
  await trx
    .deleteFrom("mcp_oauth_records")
    .where("project_id", "=", projectId)
    .where("kind", "not in", ["Client", "Keys"])
    .execute();
}

/** Ends the tokens of one user. */
export async function endMcpTokensOfUser(
  { trx, projectId }: OfProject,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom("mcp_oauth_records")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .execute();
}
