import { hookClaimMs } from "../../domain/events/ingress/hooks/claim-hook.ts";
import type { HookRemoval, Registration } from "../../domain/events/ingress/hooks/hook-types.ts";
import { scheduleRemoval } from "../../domain/events/ingress/hooks/schedule-removal.ts";
import { listSharers, renewForSharers } from "../../domain/events/ingress/hooks/sharers.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { callUnregister, type HookRules, isGone } from "./hook-calls.ts";

/** A hook of an owner that an instance no longer needs. */
export interface SharedRemoval {
  readonly removal: HookRemoval;
  readonly registration: Registration;
  readonly rules: HookRules;
  readonly signal: AbortSignal;
}

/**
 * Removes a hook that belongs to all instances of an owner, when the last of them went. An instance that came meanwhile registered the
 * hook before we removed it, and its answer may not be stored yet. So another job looks for such instances when every claim of that
 * time has ended, and has them register again.
 *
 * @throws when the removal has to be tried again
 */
export async function removeSharedHook(
  services: Services,
  { removal, registration, rules: { hooks, hook }, signal }: SharedRemoval,
): Promise<void> {
  const { platform } = services;
  const sharers = await listSharers(platform, removal, registration);
  if (removal.isRemoved) {
    await renewForSharers(platform, sharers);
    return;
  }
  if (hooks === undefined || sharers.length > 0) {
    return;
  }
  const answer = await callUnregister(services, removal, { hooks, hook, registration, signal });
  if (!isGone(answer)) {
    throw new Error("The application did not remove the hook.");
  }
  await runInProject(platform, removal.projectId, (scope) =>
    scheduleRemoval(scope, { ...removal, isRemoved: true }, hookClaimMs),
  );
}
