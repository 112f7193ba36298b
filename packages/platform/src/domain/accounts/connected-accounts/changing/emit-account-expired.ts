import { readOrganizationId } from "../../../projects/read-organization-id.ts";
import type { Scope } from "../../../scope.ts";
import { emitEvent } from "../../../webhooks/deliveries/emit-event.ts";
import { buildAccountExpiredBody } from "../../../webhooks/deliveries/event-bodies.ts";
import { toAccountRecord } from "../account-record.ts";
import { listOpened } from "../listing/listed-account.ts";
import type { OpenedAccount } from "../open-account.ts";

/** Emits `platform.connected_account.expired` in the transaction in which the account expires. Secrets are masked. */
export async function emitAccountExpired(scope: Scope, account: OpenedAccount): Promise<void> {
  await emitEvent(scope, {
    type: "platform.connected_account.expired",
    userId: account.row.user_id,
    body: async (frame) => {
      const metadata = {
        project_id: scope.projectId,
        org_id: await readOrganizationId(scope),
      };
      const record = toAccountRecord(scope, listOpened(account), true);
      return buildAccountExpiredBody(frame, metadata, record);
    },
  });
}
