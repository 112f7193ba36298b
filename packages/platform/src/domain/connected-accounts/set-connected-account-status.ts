import { databaseNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import type { Scope } from "../scope.ts";
import { readAccount } from "./account-rows.ts";
import { transition } from "./transitions.ts";

/**
 * Switches an account off, remembering its status, or on again. One whose time ran out meanwhile comes back as EXPIRED,
 * since a waiting status is computed with its time.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_NotInactive`
 */
export async function setConnectedAccountStatus(
  scope: Scope,
  id: string,
  enabled: boolean,
): Promise<void> {
  const row = await readAccount(scope, id, "update");
  const next = transition(
    { status: row.effective_status, remembered: row.remembered_status },
    { type: enabled ? "switched_on" : "switched_off" },
  );
  if (next.kind === "refused") {
    throw new PlatformError("ConnectedAccount_NotInactive");
  }
  if (next.kind === "unchanged") {
    return;
  }
  await scope.trx
    .updateTable("connected_accounts")
    .set({
      status: next.state.status,
      remembered_status: next.state.remembered,
      updated_at: databaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
}
