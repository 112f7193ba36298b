import { setTimeout as sleep } from "node:timers/promises";
import type { CatalogPlace } from "../../applications/toolkits/types/catalog-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { waitOutside } from "../../base/sharing/fairness/work.ts";
import { scheduleRegistrations } from "../../domain/accounts/connected-accounts/changing/account-triggers.ts";
import { answerWebhook } from "../../domain/events/ingress/answer-webhook.ts";
import { claimHook, hookClaimMs } from "../../domain/events/ingress/hooks/claim-hook.ts";
import { deleteTrigger } from "../../domain/events/triggers/delete-trigger.ts";
import { setTriggerStatus } from "../../domain/events/triggers/set-trigger-status.ts";
import type { TriggerRow } from "../../domain/events/triggers/trigger-record.ts";
import {
  type UpsertedTrigger,
  upsertTrigger as upsert,
  type WantedTrigger,
} from "../../domain/events/triggers/upsert-trigger.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { settleHook } from "./settle-hook.ts";

/** Milliseconds: enough for another process's claim and then our own. */
const waitMs = 2 * hookClaimMs;

/** Milliseconds after which waiting callers check again. They do not hold a connection in the meantime. */
const lookAgainMs = 200;

/** An instance, with the values that a person has to enter at the application. */
export interface SetUpTrigger {
  readonly row: TriggerRow;
  readonly isNew: boolean;
  readonly webhook: Schemas["TriggerWebhook"] | undefined;
}

/**
 * Makes or updates an instance, and registers its hook where the application has an API for that. Simultaneous calls
 * make one instance and one hook. If the hook cannot be registered, the instance returns to its earlier state: deleted,
 * or switched off.
 *
 * @throws PlatformError the errors of `domain/events/triggers/upsert-trigger.ts`, `Trigger_RegistrationFailed`
 */
export async function upsertTrigger(
  services: Services,
  place: CatalogPlace,
  wanted: WantedTrigger,
): Promise<SetUpTrigger> {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const { hook, previous, ...made } = await runInProject(services.platform, place, (scope) =>
      claim(scope, wanted),
    );
    if (hook.kind === "claimed") {
      await settleHook(services, hook.claim, (scope, row) => undo(scope, row, previous));
    }
    if (hook.kind !== "busy") {
      return made;
    }
    // Varies by a fifth, so that waiting callers of several processes do not look together.
    await waitOutside(() => sleep(lookAgainMs * (0.8 + 0.4 * Math.random())));
  }
  throw new PlatformError("Trigger_RegistrationFailed");
}

async function claim(scope: Scope, wanted: WantedTrigger) {
  const { row, previous } = await upsert(scope, wanted);
  const isNew = previous === "absent";
  const isWatched = wanted.type.watch !== undefined;
  const webhook = await answerWebhook(scope, row, { isNew, isWatched });
  // The hook of an instance that is polled is a job's work, after the first poll.
  const hook = row.kind === "poll" ? ({ kind: "settled" } as const) : await claimHook(scope, row);
  if (hook.kind === "claimed") {
    // For the case that this process ends before the hook is stored.
    await scheduleRegistrations(scope, [row.id], hookClaimMs);
  }
  return { row, previous, isNew, webhook, hook };
}

async function undo(
  scope: Scope,
  { id, disabled_at: disabledAt }: TriggerRow,
  previous: UpsertedTrigger["previous"],
): Promise<void> {
  if (previous === "absent") {
    await deleteTrigger(scope, id);
  } else if (previous === "disabled" && disabledAt === null) {
    await setTriggerStatus(scope, id, "disable");
  }
}
