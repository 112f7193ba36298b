import type { ScopedTransaction } from "../../../db/transactions/scoped.ts";
import { RetryLaterError } from "../../../jobs/job-types.ts";
import { disableTriggers } from "../../connected-accounts/changing/account-triggers.ts";
import { type Platform, runInProject, type Scope } from "../../scope.ts";
import { findAndLockTrigger } from "../../triggers/trigger-rows.ts";
import { claimHook, type HookStep, hookClaimMs } from "./claim-hook.ts";
import { failHook, storeHook } from "./end-claim.ts";
import type { RegisterHook } from "./hook-types.ts";

/**
 * The number of attempts, after which the instance is disabled. With the delays of `backoffMs` they take most of a day.
 */
const mostAttempts = 9;

/**
 * Registers the hook of an enabled instance. The hook may be missing because a process ended or the account came back,
 * or it may be about to expire. After its last attempt, an instance whose hook cannot be registered is disabled.
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
    await runInProject(platform, projectId, async (scope) => {
      const locked = await findAndLockTrigger(scope, id);
      const row = await failHook(scope, step.claim, true);
      if (isLast && row !== undefined && locked !== undefined) {
        await context.finish(scope.trx);
        await disableTriggers(scope, locked.account.row, "registration_failed", id);
      }
    });
    if (!isLast) {
      throw error;
    }
  }
}

async function claim(scope: Scope, id: string): Promise<HookStep> {
  const locked = await findAndLockTrigger(scope, id);
  if (locked === undefined) {
    return { kind: "settled" };
  }
  const { row, account } = locked;
  const isUsable = row.disabled_at === null && account.row.effective_status === "ACTIVE";
  return isUsable ? await claimHook(scope, row) : { kind: "settled" };
}
