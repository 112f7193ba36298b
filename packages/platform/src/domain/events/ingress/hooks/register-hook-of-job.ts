import type { ScopedTransaction } from "../../../../base/db/transactions/scoped.ts";
import { RetryLaterError } from "../../../../base/jobs/job-types.ts";
import {
  disableTriggers,
  scheduleRegistrations,
} from "../../../accounts/connected-accounts/changing/account-triggers.ts";
import { type Platform, runInProject, type Scope } from "../../../scope.ts";
import { canCall, findAndLockTrigger } from "../../triggers/trigger-rows.ts";
import { claimHook, type HookStep, hookClaimMs } from "./claim-hook.ts";
import { failHook, storeHook } from "./end-claim.ts";
import { HookRefusedError, type RegisterHook } from "./hook-types.ts";

/**
 * The number of attempts, after which an instance of a webhook type is disabled. With the delays of `computeBackoff` they take
 * most of a day.
 */
const mostAttempts = 9;

/** Milliseconds after the last attempt at which a watch is tried again. Until then its instance is polled as if it had none. */
const watchAgainMs = 24 * 60 * 60 * 1000;

/**
 * Registers the hook of an enabled instance. The hook may be missing because a process ended or the account came back,
 * or it may be about to expire. After its last attempt, an instance whose hook cannot be registered is disabled. An instance
 * that is polled can do without, so its hook is tried again a day later.
 */
export async function registerHookOfJob(
  platform: Platform,
  registerHook: RegisterHook,
  job: { readonly projectId: string; readonly id: string; readonly attempt: number },
  context: { readonly signal: AbortSignal; finish(trx: ScopedTransaction): Promise<void> },
): Promise<void> {
  const { projectId, id } = job;
  const step = await runInProject(platform, projectId, (scope) => claim(scope, id));
  if (step.kind === "settled") {
    return;
  }
  if (step.kind === "busy") {
    throw new RetryLaterError({ delayMs: hookClaimMs });
  }
  try {
    const hook = await registerHook(step.claim, context.signal);
    await runInProject(platform, projectId, async (scope) => {
      await context.finish(scope.trx);
      await storeHook(scope, step.claim, hook);
    });
  } catch (error) {
    const isLast = job.attempt >= mostAttempts;
    const isDisabled = await runInProject(platform, projectId, async (scope) => {
      const locked = await findAndLockTrigger(scope, id);
      const row = await failHook(scope, step.claim, !(error instanceof HookRefusedError));
      if (!isLast || row === undefined || locked === undefined) {
        return isLast;
      }
      await context.finish(scope.trx);
      if (row.kind === "poll") {
        await scheduleRegistrations(scope, [id], watchAgainMs);
        return false;
      }
      await disableTriggers(scope, { triggerId: id }, "hook_failed");
      return true;
    });
    // The worker logs the error, also when the job was replaced by one of tomorrow.
    if (!isDisabled) {
      throw error;
    }
  }
}

async function claim(scope: Scope, id: string): Promise<HookStep> {
  const locked = await findAndLockTrigger(scope, id);
  if (locked === undefined) {
    return { kind: "settled" };
  }
  const { row } = locked;
  const isUsable = row.disabled_at === null && canCall(locked);
  return isUsable ? await claimHook(scope, row) : { kind: "settled" };
}
