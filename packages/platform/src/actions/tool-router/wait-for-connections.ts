import { setTimeout as sleep } from "node:timers/promises";
import type { Schemas } from "../../base/api-types.ts";
import { waitOutside } from "../../base/sharing/fairness/work.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import type { ActionCaller, Services } from "../services.ts";
import { readConnections } from "./read-connections.ts";

/** Milliseconds between two checks. A user needs seconds for a connection, and each check costs a transaction. */
const pauseMs = 500;

const defaultSeconds = 30;

/**
 * `PLATFORM_WAIT_FOR_CONNECTIONS`: returns as soon as all toolkits are connected, one has failed, or the time is up. It
 * ends early when its caller has left or the process stops. Between two checks it does not hold a connection to the
 * database.
 */
export async function waitForConnections(
  services: Services,
  caller: ActionCaller,
  session: Session,
  {
    wait: { toolkits, timeout_seconds: seconds = defaultSeconds },
    stopping,
  }: { readonly wait: Schemas["WaitForConnectionsArguments"]; readonly stopping: AbortSignal },
): Promise<Schemas["WaitForConnectionsData"]> {
  const end = performance.now() + seconds * 1000;
  const signal = AbortSignal.any([
    stopping,
    ...(caller.signal === undefined ? [] : [caller.signal]),
  ]);
  for (;;) {
    const results = await readConnections(services, caller, session, toolkits);
    const isWaiting = results.every(({ status }) => status !== "failed");
    const all_active = results.every(({ status }) => status === "active");
    const left = end - performance.now();
    if (all_active || !isWaiting || left <= 0 || signal.aborted) {
      return { all_active, results: [...results] };
    }
    const pause = Math.min(pauseMs, left);
    await waitOutside(() => sleep(pause, undefined, { signal }).catch(() => {}));
  }
}
