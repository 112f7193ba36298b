import type { CallName, RunningCalls } from "../../../actions/running-calls.ts";
import { keepClaim } from "../../../domain/requests/idempotency.ts";
import { endTask, type TaskClaim } from "../../../domain/requests/tasks.ts";
import type { Platform } from "../../../domain/scope.ts";
import { describeAbort, type TaskOutcome, tookTooLong } from "./task-outcome.ts";

/** Milliseconds for which a call may run: as long as the longest request (`deadlines.ts`). */
const longestMs = 480_000;

/** The endpoint of tasks, and how its calls run. */
export interface TaskEndpoint {
  readonly platform: Platform;
  readonly runningCalls: RunningCalls;
  readonly projectId: string;
  /** The endpoint and its user. Nobody else finds the tasks. */
  readonly name: CallName;
  /** When one of them goes, the calls end. */
  readonly owners: readonly CallName[];
  /** Milliseconds after which the endpoint is gone, and with it its calls. */
  readonly msLeft: number;
  /** Called with the rest of a call that became a task. */
  readonly onLasting: (rest: Promise<void>) => void;
  readonly onFailure: (failure: unknown) => void;
}

/** A call that became a task. */
export interface LastingCall {
  readonly id: string;
  readonly claim: TaskClaim;
  readonly controller: AbortController;
  readonly outcome: Promise<TaskOutcome>;
}

/** Waits for the end of a call that became a task, and stores it. */
export async function finishTask(
  { platform, runningCalls, name, owners, msLeft, onFailure }: TaskEndpoint,
  { id, claim, controller, outcome }: LastingCall,
): Promise<void> {
  const { signal } = controller;
  const running = runningCalls.begin(nameTask(name, id), owners);
  followSignal(running.signal, controller);
  const stopKeeping = keepClaim(platform, claim);
  const timer = setTimeout(() => controller.abort(tookTooLong), Math.min(msLeft, longestMs));
  const aborted = new Promise<TaskOutcome>((resolve) => {
    const end = (): void => resolve(describeAbort(signal.reason));
    if (signal.aborted) {
      end();
    } else {
      signal.addEventListener("abort", end);
    }
  });
  try {
    await endTask(platform, claim, JSON.stringify(await Promise.race([aborted, outcome])));
  } catch (failure) {
    // Its lease ends, and then it is a lost one.
    onFailure(failure);
  } finally {
    clearTimeout(timer);
    stopKeeping();
    running.end();
  }
  // A call that was ended may still have to close what it opened.
  await outcome;
}

/** Aborts when the signal does, until the returned function is called. */
export function followSignal(signal: AbortSignal, controller: AbortController): () => void {
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) {
    abort();
  }
  signal.addEventListener("abort", abort);
  return () => signal.removeEventListener("abort", abort);
}

/** The name of a task's call, by which any replica ends it. */
export const nameTask = (name: CallName, id: string): CallName => ["task", ...name, id];
