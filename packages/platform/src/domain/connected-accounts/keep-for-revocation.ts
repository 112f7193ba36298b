import { databaseNowPlus } from "../../db/now.ts";
import { createId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { AuthConfigSecrets } from "../auth-configs/auth-config-secrets.ts";
import { findScheme } from "../fields/connection-catalog.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import { revokeKind } from "./job-kinds.ts";
import type { LockedAccount } from "./open-account.ts";
import { wouldLeakToOwnHost } from "./own-host.ts";

/** For how long tokens of a deleted account are kept for their revocation (decisions §6). */
const revocationMs = 24 * 60 * 60 * 1000;

/** With the delays of jobs, the seventh attempt is about six hours in and the ninth within the 24 hours. */
const revocationAttempts = 9;

/** What a revocation needs (RFC 7009): the tokens, and the client that they were given to, unless it is managed. */
export interface RevocationSecrets {
  readonly val: Values;
  readonly credentials: Values;
  readonly proxy?: AuthConfigSecrets["proxy_config"];
}

/**
 * Copies the tokens of an account to a row of their own, from which a job revokes them, when the toolkit offers that.
 * The account's own secrets can then be erased at once.
 */
export async function keepForRevocation(scope: Scope, account: LockedAccount): Promise<void> {
  const { projectId, trx, platform } = scope;
  const { toolkit_slug, auth_scheme, secrets } = account.row;
  const toolkit = scope.catalog.findToolkit(toolkit_slug);
  const scheme = toolkit && findScheme(toolkit, auth_scheme);
  if (scheme?.oauth2?.revocationUrl === undefined || secrets === null) {
    return;
  }
  const { val } = await account.secrets();
  if (val.access_token === undefined && val.refresh_token === undefined) {
    return;
  }
  const shared = await account.shared();
  // The application would get to know a secret that is not its user's.
  if (wouldLeakToOwnHost(scheme, val, shared)) {
    return;
  }
  const { credentials, proxy_config: proxy } = shared.secrets;
  const id = createId("job");
  const kept: RevocationSecrets = { val, credentials, ...(proxy && { proxy }) };
  const place = { ownerId: projectId, table: "revocations", row: id, field: "secrets" };
  await trx
    .insertInto("revocations")
    .values({
      project_id: projectId,
      id,
      toolkit_slug,
      auth_scheme,
      secrets: await platform.secrets.seal(trx, place, kept),
      expires_at: databaseNowPlus(revocationMs),
    })
    .execute();
  await enqueue(trx, {
    projectId,
    kind: revokeKind,
    uniqueKey: id,
    payload: { id },
    maxAttempts: revocationAttempts,
  });
}
