import { addToDatabaseNow } from "../../../../base/db/now.ts";
import { createId } from "../../../../base/ids.ts";
import { enqueueAll } from "../../../../base/jobs/enqueue.ts";
import { findScheme } from "../../../fields/connection-catalog.ts";
import type { Values } from "../../../fields/masking.ts";
import type { Scope } from "../../../scope.ts";
import type { AuthConfigSecrets } from "../../auth-configs/auth-config-secrets.ts";
import type { LockedAccount } from "../open-account.ts";
import { wouldLeakToOwnHost } from "../own-host.ts";
import { revokeKind } from "./job-kinds.ts";

/** Milliseconds for which tokens of a deleted account are kept to revoke them (docs/decisions.md §6). */
const revocationMs = 24 * 60 * 60 * 1000;

/** With the delays of jobs, the seventh attempt comes after about six hours, and the ninth within 24 hours. */
const revocationAttempts = 9;

/** A row has six parameters, and a statement at most 65,535. */
const rowsAtOnce = 1_000;

/** Data for a revocation (RFC 7009): the tokens and their client, unless that is managed. */
export interface RevocationSecrets {
  readonly val: Values;
  readonly credentials: Values;
  readonly proxy?: AuthConfigSecrets["proxy_config"];
}

/**
 * Copies the tokens of accounts to rows of their own, if their toolkit supports revocation. Jobs revoke them from
 * there, and the accounts' own secrets can be erased at once.
 */
export async function keepForRevocation(
  scope: Scope,
  accounts: readonly LockedAccount[],
): Promise<void> {
  const { projectId, trx, platform } = scope;
  const rows = [];
  for (const account of accounts) {
    const kept = await chooseSecretsToKeep(scope, account);
    if (kept !== undefined) {
      const { toolkit_slug, auth_scheme } = account.row;
      const id = createId("job");
      const place = { ownerId: projectId, table: "revocations", row: id, field: "secrets" };
      const secrets = await platform.secrets.seal(trx, place, kept);
      const expires_at = addToDatabaseNow(revocationMs);
      rows.push({ project_id: projectId, id, toolkit_slug, auth_scheme, secrets, expires_at });
    }
  }
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await trx
      .insertInto("revocations")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
  await enqueueAll(
    trx,
    rows.map(({ id }) => ({
      projectId,
      kind: revokeKind,
      uniqueKey: id,
      payload: { id },
      maxAttempts: revocationAttempts,
    })),
  );
}

/** Undefined when the account has no tokens to revoke, or the application cannot revoke them. */
async function chooseSecretsToKeep(
  scope: Scope,
  account: LockedAccount,
): Promise<RevocationSecrets | undefined> {
  const { toolkit_slug, auth_scheme, secrets } = account.row;
  const toolkit = scope.catalog.findToolkit(toolkit_slug);
  const scheme = findScheme(toolkit, auth_scheme);
  if (scheme?.oauth2?.revocationUrl === undefined || secrets === null) {
    return undefined;
  }
  const { val } = account.openSecrets();
  if (val.access_token === undefined && val.refresh_token === undefined) {
    return undefined;
  }
  const shared = account.openSharedSecrets();
  // Revoking would send a secret that is not the user's to a host that the user named.
  if (wouldLeakToOwnHost(scheme, val, shared)) {
    return undefined;
  }
  const { credentials, proxy_config: proxy } = shared.secrets;
  return { val, credentials, ...(proxy && { proxy }) };
}
