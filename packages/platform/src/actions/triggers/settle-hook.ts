import { PlatformError } from "../../base/errors.ts";
import { hookCallMs } from "../../domain/events/ingress/hooks/claim-hook.ts";
import { failHook, storeHook } from "../../domain/events/ingress/hooks/end-claim.ts";
import { type HookClaim, HookRefusedError } from "../../domain/events/ingress/hooks/hook-types.ts";
import type { TriggerRow } from "../../domain/events/triggers/trigger-record.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { registerHook } from "./register-hook.ts";

/**
 * Registers the hook of a claim, and stores it.
 *
 * @param undo takes back what the caller did for the claim, when no hook could be registered
 * @throws PlatformError `Trigger_RegistrationFailed`
 */
export async function settleHook(
  services: Services,
  claim: HookClaim,
  undo: (scope: Scope, row: TriggerRow) => Promise<void>,
): Promise<void> {
  const { platform } = services;
  let hook: Awaited<ReturnType<typeof registerHook>>;
  try {
    hook = await registerHook(services, claim, AbortSignal.timeout(hookCallMs));
  } catch (error) {
    await runInProject(platform, claim.projectId, async (scope) => {
      const row = await failHook(scope, claim, !(error instanceof HookRefusedError));
      if (row !== undefined) {
        await undo(scope, row);
      }
    });
    throw toRefusal(error);
  }
  await runInProject(platform, claim.projectId, (scope) => storeHook(scope, claim, hook));
}

function toRefusal(error: unknown): PlatformError {
  const cause = { cause: error };
  if (!(error instanceof HookRefusedError)) {
    return new PlatformError("Trigger_RegistrationFailed", cause);
  }
  return new PlatformError("Trigger_RegistrationFailed", {
    ...cause,
    words: {
      message: "The application refused to register the hook.",
      suggestedFix: `Read the application's answer in the log ${error.logId} with POST /api/v3/logs/tool_execution. Often the account lacks a permission, or the configuration names something that does not exist.`,
    },
  });
}
