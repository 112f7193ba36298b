import { RefreshBusyError } from "../domain/token-refresh/refresh-tokens.ts";
import { EgressError } from "../egress/egress-error.ts";
import { RefreshRefusedError } from "../oauth/refresh-errors.ts";
import { TokenError } from "../oauth/token-answer.ts";

/** Why an application gave no tokens. */
export type OutsideFailure =
  /** It refused the grant for good, so that only its user can help. */
  | { readonly kind: "ended" }
  /** It answered that it gives none, for now or in this case. */
  | {
      readonly kind: "refused";
      /** The application's error code, which may be shown (RFC 6749, section 5.2). */
      readonly code: string;
      readonly description: string | undefined;
    }
  /** It could not be reached, or not in time. */
  | { readonly kind: "unreached"; readonly error: EgressError }
  /** Another process is asking it, and has not come to an end. */
  | { readonly kind: "busy" };

/**
 * Sorts what a request for tokens threw; undefined for everything that is not the application's doing. Each action says
 * in its own words what a failure means to its caller.
 */
export function outsideFailure(error: unknown): OutsideFailure | undefined {
  if (error instanceof RefreshRefusedError) {
    return { kind: "ended" };
  }
  if (error instanceof TokenError) {
    return { kind: "refused", code: error.code, description: error.description };
  }
  if (error instanceof EgressError) {
    return { kind: "unreached", error };
  }
  return error instanceof RefreshBusyError ? { kind: "busy" } : undefined;
}
