import type { CatalogPlace } from "../../applications/toolkits/types/catalog-types.ts";
import { scheduleRegistrations } from "../../domain/accounts/connected-accounts/changing/account-triggers.ts";
import {
  claimHook,
  type HookStep,
  hookClaimMs,
} from "../../domain/events/ingress/hooks/claim-hook.ts";
import { dropHook } from "../../domain/events/ingress/hooks/schedule-removal.ts";
import { setTriggerStatus as setStatus } from "../../domain/events/triggers/set-trigger-status.ts";
import { canCall } from "../../domain/events/triggers/trigger-rows.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { settleHook } from "./settle-hook.ts";

/**
 * Switches an instance on or off for its owner. Its hook is registered before this returns, or removed by a job afterwards.
 *
 * @throws PlatformError `Trigger_InstanceNotFound`, `Trigger_AlreadyInState`; `Trigger_RegistrationFailed`, and the
 *   instance stays switched off
 */
export async function setTriggerStatus(
  services: Services,
  place: CatalogPlace,
  { id, status }: { readonly id: string; readonly status: "enable" | "disable" },
): Promise<void> {
  const hook = await runInProject(services.platform, place, (scope) => change(scope, id, status));
  if (hook.kind === "claimed") {
    await settleHook(services, hook.claim, async (scope, row) => {
      if (row.disabled_at === null) {
        await setStatus(scope, id, "disable");
      }
    });
  }
}

async function change(scope: Scope, id: string, status: "enable" | "disable"): Promise<HookStep> {
  const trigger = await setStatus(scope, id, status);
  const { row } = trigger;
  if (status === "disable") {
    await dropHook(scope, row);
    return { kind: "settled" };
  }
  // Hooks are registered when the account becomes ACTIVE again, and those of instances that are polled after a poll.
  const isUsable = canCall(trigger) && row.kind === "webhook";
  const hook = isUsable ? await claimHook(scope, row) : ({ kind: "settled" } as const);
  if (hook.kind === "claimed") {
    // For the case that this process ends before the hook is stored.
    await scheduleRegistrations(scope, [id], hookClaimMs);
  }
  return hook;
}
