import { z } from "zod";
import { PlatformError } from "../base/errors.ts";
import type { FileStore } from "../base/files/file-store.ts";
import { type Job, type JobKinds, RetryLaterError } from "../base/jobs/job-types.ts";
import { selectAccount } from "./accounts/connected-accounts/account-rows.ts";
import {
  pollKind,
  registerHookKind,
} from "./accounts/connected-accounts/changing/account-triggers.ts";
import { changeAccount } from "./accounts/connected-accounts/changing/change-account.ts";
import {
  expireKind,
  refreshKind,
  revokeKind,
} from "./accounts/connected-accounts/changing/job-kinds.ts";
import {
  type RevokeCall,
  revokeKeptTokens,
} from "./accounts/connected-accounts/changing/revoke-kept-tokens.ts";
import { lockAccounts } from "./accounts/connected-accounts/open-account.ts";
import type { TokenRefresher } from "./accounts/token-refresh/refresh-tokens.ts";
import {
  type RegisterHook,
  type RemoveHooks,
  removalShape,
} from "./events/ingress/hooks/hook-types.ts";
import { keepWatch } from "./events/ingress/hooks/keep-watch.ts";
import { registerHookOfJob } from "./events/ingress/hooks/register-hook-of-job.ts";
import { removeHooksKind } from "./events/ingress/hooks/schedule-removal.ts";
import { pollTrigger } from "./events/triggers/poll-trigger.ts";
import type { PollApplication } from "./events/triggers/poll-types.ts";
import { eraseFileKind } from "./files/erase-files.ts";
import { eraseProject, eraseProjectKind, readProjectEnd } from "./removal/delete-project.ts";
import { type Platform, runInProject, type Scope } from "./scope.ts";
import { createDeliver, type SendWebhook } from "./webhooks/deliveries/deliver.ts";
import { deliverKind } from "./webhooks/webhook-subscriptions/deliver-kind.ts";

/**
 * Milliseconds; longer than the longest lead of `scheduleAfter`. A token that expires within this time is refreshed.
 */
const aheadMs = 11 * 60 * 1000;

/**
 * Milliseconds after which a delivery that failed here, for example because the database was away, is tried again. The delays
 * after a failure of the receiver are those of `settle-failure.ts`.
 */
const deliverAgainMs = [2_000, 4_000, 8_000, 60_000];

const idShape = z.object({ id: z.string() });

/** The domain's jobs, by kind. */
export function createJobKinds(
  platform: Platform,
  outside: {
    readonly refresher: TokenRefresher;
    readonly revoke: RevokeCall;
    readonly sendWebhook: SendWebhook;
    readonly pollApplication: PollApplication;
    readonly registerHook: RegisterHook;
    readonly removeHooks: RemoveHooks;
    readonly files: Pick<FileStore, "remove" | "removeProject">;
  },
): JobKinds {
  const deliver = createDeliver(platform, outside.sendWebhook);
  return {
    [expireKind]: {
      run: async (job, { finish }) => {
        await runInProject(platform, job.projectId, async (scope) => {
          await expireAccount(scope, readId(job));
          await finish(scope.trx);
        });
      },
    },
    [refreshKind]: {
      run: async (job) => {
        await refreshAhead(outside.refresher, job.projectId, readId(job));
      },
    },
    [revokeKind]: {
      run: async (job, { finish, signal }) => {
        const revocation = { projectId: job.projectId, id: readId(job) };
        await revokeKeptTokens(platform, outside.revoke, revocation, { finish, signal });
      },
    },
    [deliverKind]: {
      // A delivery that waits for its receiver costs little. Of one project at most five wait, the limit of a lane.
      limits: { perProcess: 500 },
      retryDelaysMs: deliverAgainMs,
      run: (_job, context) => deliver(context),
    },
    [eraseFileKind]: {
      run: (job) => outside.files.remove({ projectId: job.projectId, fileId: readId(job) }),
    },
    [pollKind]: {
      // A poll mostly waits for its application. A project has 25 at a time, the limit of all kinds.
      limits: { perProcess: 200 },
      run: (job, context) => {
        const { projectId, payload } = job;
        const poll = { projectId, id: readId(job), notified: payload.notified };
        const { pollApplication } = outside;
        return pollTrigger(platform, { pollApplication, keepWatch }, poll, context);
      },
    },
    [registerHookKind]: {
      run: (job, context) => {
        const { projectId, attempt } = job;
        const registration = { projectId, attempt, id: readId(job) };
        return registerHookOfJob(platform, outside.registerHook, registration, context);
      },
    },
    [removeHooksKind]: {
      run: (job, { signal }) => outside.removeHooks(removalShape.parse(job.sealed), signal),
    },
    [eraseProjectKind]: {
      run: async (job, { finish }) => {
        // The bytes first: after the rows, nothing would remember them.
        const planned = await runInProject(platform, job.projectId, readProjectEnd);
        if (planned.kind === "due") {
          await outside.files.removeProject(job.projectId);
        }
        await runInProject(platform, job.projectId, async (scope) => {
          await finish(scope.trx);
          const end = await eraseProject(scope);
          // The job was written with a wrong time. The transaction also undoes the removal of the job.
          if (end.kind === "too_early") {
            throw new RetryLaterError({ at: end.dueAt });
          }
        });
      },
    },
  };
}

function readId(job: Job): string {
  return idShape.parse(job.payload).id;
}

/** Stores the expiry that reads already compute, with its time and without the link. */
async function expireAccount(scope: Scope, id: string): Promise<void> {
  const [account] = await lockAccounts(scope, selectAccount(scope, id));
  if (account?.row.effective_status === "EXPIRED") {
    await changeAccount(scope, account, { type: "time_ran_out" });
  }
}

async function refreshAhead(
  refresher: TokenRefresher,
  projectId: string,
  id: string,
): Promise<void> {
  try {
    await refresher.getTokens(projectId, id, { marginMs: aheadMs });
  } catch (error) {
    // The account was deleted or switched off, or has no refresh token by now. Nothing has to be refreshed.
    if (!(error instanceof PlatformError)) {
      throw error;
    }
  }
}
