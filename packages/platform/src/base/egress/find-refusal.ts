import { setTimeout as sleep } from "node:timers/promises";
import type { Egress } from "./create-egress.ts";
import { EgressError, type EgressReason } from "./egress-error.ts";

/** Milliseconds. If the name is not resolved by then, the first request checks it, as every request does. */
const lookupMs = 2_000;

/** The reason why a request to a URL would not be made. Undefined if it would, or if the name takes long to resolve. */
export async function findRefusal(
  check: Egress["check"],
  url: string,
): Promise<EgressReason | undefined> {
  const timeUp = new AbortController();
  const isLate = sleep(lookupMs, undefined, { signal: timeUp.signal }).catch(() => {});
  try {
    await Promise.race([check(url), isLate]);
    return undefined;
  } catch (error) {
    if (!(error instanceof EgressError)) {
      throw error;
    }
    return error.reason;
  } finally {
    timeUp.abort();
  }
}
