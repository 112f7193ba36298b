import { EgressError, type EgressReason } from "../egress-error.ts";
import type { EgressLimits } from "./limits.ts";

/** The deadlines of one request. */
export interface Deadlines {
  /**
   * Calls the listener with the reason when the first deadline runs out, or now if that has happened. It replaces the
   * listener before it. An `AbortSignal` would take as long as writing the request.
   */
  onFailure(listener: (reason: EgressError) => void): void;
  /** Starts the wait for the body. Call it again for each piece. */
  startBody(): void;
  /** The reason why the request was aborted, if it was. */
  findReason(): EgressError | undefined;
  /** Frees the timers and the listener. */
  end(): void;
}

/** Starts the deadlines of a request. The caller's signal also aborts it. */
export function startDeadlines(limits: EgressLimits, outer: AbortSignal | undefined): Deadlines {
  let failure: EgressError | undefined;
  let report = (_reason: EgressError): void => {};
  const fail = (reason: EgressReason, cause?: unknown): void => {
    if (failure === undefined) {
      failure = new EgressError(reason, cause);
      report(failure);
    }
  };
  const follow = (): void => fail("aborted", outer?.reason);
  outer?.addEventListener("abort", follow);
  if (outer?.aborted) {
    follow();
  }
  const total = setTimeout(fail, limits.totalTimeout, "total-timeout");
  const headers =
    limits.headersTimeout < limits.totalTimeout
      ? setTimeout(fail, limits.headersTimeout, "headers-timeout")
      : undefined;
  let body: NodeJS.Timeout | undefined;
  return {
    onFailure(listener) {
      report = listener;
      if (failure !== undefined) {
        listener(failure);
      }
    },
    startBody() {
      clearTimeout(headers);
      if (body === undefined) {
        body = setTimeout(fail, limits.bodyTimeout, "body-timeout");
      } else {
        body.refresh();
      }
    },
    findReason: () => failure,
    end() {
      clearTimeout(total);
      clearTimeout(headers);
      clearTimeout(body);
      outer?.removeEventListener("abort", follow);
    },
  };
}
