import { EgressError, type EgressReason } from "../egress-error.ts";
import type { EgressLimits } from "./limits.ts";

/** The deadlines of one request. The first to run out aborts the signal with its reason. */
export interface Deadlines {
  readonly signal: AbortSignal;
  /** Starts the wait for the body. Call it again for each piece. */
  startBody(): void;
  /** The reason why the request was aborted, if it was. */
  findReason(): EgressError | undefined;
  /** Frees the timers and the listener. */
  end(): void;
}

/** Starts the deadlines of a request. The caller's signal also aborts it. */
export function startDeadlines(limits: EgressLimits, outer: AbortSignal | undefined): Deadlines {
  const controller = new AbortController();
  let failure: EgressError | undefined;
  const fail = (reason: EgressReason, cause?: unknown): void => {
    failure ??= new EgressError(reason, cause);
    controller.abort(failure);
  };
  const follow = (): void => fail("aborted", outer?.reason);
  outer?.addEventListener("abort", follow);
  if (outer?.aborted) {
    follow();
  }
  const total = setTimeout(fail, limits.totalTimeout, "total-timeout");
  let phase = setTimeout(fail, limits.headersTimeout, "headers-timeout");
  return {
    signal: controller.signal,
    startBody() {
      clearTimeout(phase);
      phase = setTimeout(fail, limits.bodyTimeout, "body-timeout");
    },
    findReason: () => failure,
    end() {
      clearTimeout(total);
      clearTimeout(phase);
      outer?.removeEventListener("abort", follow);
    },
  };
}
