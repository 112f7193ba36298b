import { databaseNow, databaseNowPlus } from "../../db/now.ts";
import { createId } from "../../ids.ts";
import { cancelJob, enqueue } from "../../jobs/enqueue.ts";
import { type AuthConfigSecrets, openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import {
  type AccountRow,
  effectiveStatus,
  readAccount,
  selectAccounts,
} from "../connected-accounts/account-rows.ts";
import { openConnection } from "../connected-accounts/connection-secrets.ts";
import { expireKind, refreshKind, revokeKind } from "../connected-accounts/job-kinds.ts";
import { type SharedSecrets, wouldLeakToOwnHost } from "../connected-accounts/own-host.ts";
import { findScheme } from "../fields/connection-catalog.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";

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

/** Deletes an account in any status; @throws PlatformError `ConnectedAccount_NotFound` */
export async function deleteConnectedAccount(scope: Scope, id: string): Promise<void> {
  await deleteAccount(scope, await readAccount(scope, id, "update"));
}

/** Deletes all accounts of an auth config, as if each had been deleted by itself. */
export async function deleteAccountsOf(scope: Scope, authConfigId: string): Promise<void> {
  const rows = await selectAccounts(scope)
    .selectAll()
    .select(effectiveStatus().as("effective_status"))
    .where("auth_config_id", "=", authConfigId)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const row of rows) {
    await deleteAccount(scope, row);
  }
}

async function deleteAccount(scope: Scope, row: AccountRow): Promise<void> {
  await keepForRevocation(scope, row);
  await endAccount(scope, row.id);
}

/**
 * Moves the tokens of an account to a row of their own, from which a job revokes them, when the toolkit offers that.
 * The account's own secrets can then be erased at once.
 */
export async function keepForRevocation(scope: Scope, row: AccountRow): Promise<void> {
  const { projectId, trx, platform } = scope;
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = toolkit && findScheme(toolkit, row.auth_scheme);
  if (scheme?.oauth2?.revocationUrl === undefined || row.secrets === null) {
    return;
  }
  const { val } = await openConnection(scope, row);
  if (val.access_token === undefined && val.refresh_token === undefined) {
    return;
  }
  const shared = await readClient(scope, row);
  // The application would get to know a secret that is not its user's.
  if (wouldLeakToOwnHost(scheme, val, shared)) {
    return;
  }
  const { credentials, proxy_config: proxy } = shared.secrets;
  const id = createId("job");
  const secrets: RevocationSecrets = { val, credentials, ...(proxy && { proxy }) };
  const place = { ownerId: projectId, table: "revocations", row: id, field: "secrets" };
  await trx
    .insertInto("revocations")
    .values({
      project_id: projectId,
      id,
      toolkit_slug: row.toolkit_slug,
      auth_scheme: row.auth_scheme,
      secrets: await platform.secrets.seal(trx, place, secrets),
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

async function readClient(scope: Scope, row: AccountRow): Promise<SharedSecrets> {
  const config = await scope.trx
    .selectFrom("auth_configs")
    .select(["id", "secrets", "secrets_version", "is_platform_managed"])
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.auth_config_id)
    .executeTakeFirstOrThrow();
  return {
    isManaged: config.is_platform_managed,
    secrets: await openAuthConfig(scope, config),
  };
}

/** Leaves a tombstone without secrets, by which the id and the legacy UUID stay known as deleted. */
async function endAccount(scope: Scope, id: string): Promise<void> {
  const { projectId, trx } = scope;
  await trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      secrets: null,
      callback_url: null,
      waits_until: null,
      refresh_owner: null,
      refresh_until: null,
      version: eb("version", "+", 1),
      deleted_at: databaseNow(),
      updated_at: databaseNow(),
    }))
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
  await trx
    .deleteFrom("link_tokens")
    .where("project_id", "=", projectId)
    .where("connected_account_id", "=", id)
    .execute();
  for (const kind of [expireKind, refreshKind]) {
    await cancelJob(trx, { projectId, kind, uniqueKey: id });
  }
}
