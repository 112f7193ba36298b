import { RefreshRefusedError } from "../applications/oauth/refresh-errors.ts";
import { TokenError } from "../applications/oauth/token-answer.ts";
import { EgressError } from "../base/egress/egress-error.ts";
import { RefreshBusyError } from "../domain/accounts/token-refresh/refresh-tokens.ts";

/** The reason why an application did not issue tokens. */
export type OutsideFailure =
  /** The application refused the grant permanently. Only the account's user can connect again. */
  | { readonly kind: "ended" }
  /** The application did not grant tokens this time. The grant may still be valid. */
  | {
      readonly kind: "refused";
      /** The application's error code, which may be shown (RFC 6749, section 5.2). */
      readonly code: string;
      readonly description: string | undefined;
    }
  /** The application could not be reached, or not in time. */
  | { readonly kind: "unreached"; readonly error: EgressError }
  /** Another process is fetching tokens and has not finished. */
  | { readonly kind: "busy" };

/**
 * Sorts the errors of token requests; undefined for an error that the application did not cause. Each action words
 * the failure for its own caller.
 */
export function classifyOutsideFailure(error: unknown): OutsideFailure | undefined {
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
