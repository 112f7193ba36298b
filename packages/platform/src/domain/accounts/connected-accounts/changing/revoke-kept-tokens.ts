import { z } from "zod";
import { readDatabaseNow } from "../../../../base/db/now.ts";
import type { JobContext } from "../../../../base/jobs/job-types.ts";
import { type Platform, runInProject, type Scope } from "../../../scope.ts";
import type { RevocationSecrets } from "./keep-for-revocation.ts";

/** Revokes tokens at their application (RFC 7009). It throws when the revocation should be tried again. */
export type RevokeCall = (
  revocation: RevocationSecrets & {
    readonly projectId: string;
    readonly toolkitSlug: string;
    readonly authScheme: string;
  },
  signal: AbortSignal,
) => Promise<void>;

const valuesShape = z.record(z.string(), z.unknown());
const revocationShape = z.object({
  val: valuesShape,
  credentials: valuesShape,
  proxy: z
    .object({ proxy_url: z.string(), proxy_auth_key: z.string().exactOptional() })
    .exactOptional(),
});

/** Revokes the tokens of a deleted account, and then forgets them and the job together. */
export async function revokeKeptTokens(
  platform: Platform,
  revoke: RevokeCall,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  { finish, signal }: Pick<JobContext, "finish" | "signal">,
): Promise<void> {
  const found = await runInProject(platform, projectId, (scope) => readRevocation(scope, id));
  if (found !== undefined) {
    await revoke({ ...found, projectId }, signal);
  }
  await runInProject(platform, projectId, async ({ trx }) => {
    await trx
      .deleteFrom("revocations")
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    await finish(trx);
  });
}

async function readRevocation(
  scope: Scope,
  id: string,
): Promise<
  (RevocationSecrets & { readonly toolkitSlug: string; readonly authScheme: string }) | undefined
> {
  const row = await scope.trx
    .selectFrom("revocations")
    .selectAll()
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const place = { ownerId: scope.projectId, table: "revocations", row: id, field: "secrets" };
  const secrets = await scope.platform.secrets.open(scope.trx, place, row.secrets);
  return {
    ...revocationShape.parse(secrets),
    toolkitSlug: row.toolkit_slug,
    authScheme: row.auth_scheme,
  };
}
