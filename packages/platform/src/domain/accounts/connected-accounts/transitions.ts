import type { ConnectionStatus } from "../../../base/db/tables.ts";

/** The statuses to which an account can return when it is switched on. */
export type RememberedStatus = Exclude<ConnectionStatus, "INACTIVE">;

/** The status of an account. `remembered` is set if and only if the status is `INACTIVE`. */
export interface AccountState {
  readonly status: ConnectionStatus;
  readonly remembered: RememberedStatus | null;
}

/** How a connection begins. */
export type ConnectionStart = "redirect" | "credentials" | "link";

/**
 * An event of an account. `purpose` distinguishes a first grant from one of an open refresh. `refresh_refused` is
 * final, `refresh_failed` is temporary. `credentials_changed` leaves the status; `credentials_replaced` brings credentials
 * with which the account works again.
 */
export type ConnectionEvent =
  | { readonly type: "redirect_made" }
  | { readonly type: "grant_succeeded"; readonly purpose: "connect" | "refresh" }
  | { readonly type: "grant_failed"; readonly purpose: "connect" | "refresh" }
  | { readonly type: "time_ran_out" }
  | { readonly type: "refresh_asked" }
  | { readonly type: "refresh_succeeded" }
  | { readonly type: "refresh_failed" }
  | { readonly type: "refresh_refused" }
  | { readonly type: "credentials_changed" }
  | { readonly type: "credentials_replaced" }
  | { readonly type: "renamed" }
  | { readonly type: "switched_off" }
  | { readonly type: "switched_on" };

/** The reason why a status refuses an event. */
export type Refusal = "callback_does_not_count" | "not_inactive" | "status_forbids";

/**
 * The result of an event. `refused` has the reason. With `expiredEvent`, `platform.connected_account.expired` has to
 * be sent.
 */
export type Transition =
  | { readonly kind: "moved"; readonly state: AccountState; readonly expiredEvent: boolean }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The first status of an account (the three rows "none" of the table in docs/decisions.md §6). */
export function startConnection(start: ConnectionStart): AccountState {
  const first = { redirect: "INITIALIZING", credentials: "ACTIVE", link: "INITIATED" } as const;
  return { status: first[start], remembered: null };
}

/**
 * The status with which a new account is stored. With OAuth the redirect address exists before the account is stored,
 * so INITIALIZING is never stored.
 */
export function chooseFirstStatus(start: ConnectionStart): ConnectionStatus {
  const first = startConnection(start);
  const next = findTransition(first, { type: "redirect_made" });
  return next.kind === "moved" ? next.state.status : first.status;
}

/** The table of docs/decisions.md §6 as a function. It leaves out deletion, which is possible in every status. */
export function findTransition(state: AccountState, event: ConnectionEvent): Transition {
  const { status } = state;
  switch (event.type) {
    case "redirect_made":
      return status === "INITIALIZING" ? moveTo("INITIATED") : refuse("status_forbids");
    case "grant_succeeded":
      return countsIn(status, event.purpose) ? moveTo("ACTIVE") : refuse("callback_does_not_count");
    case "grant_failed":
      if (!countsIn(status, event.purpose)) {
        return refuse("callback_does_not_count");
      }
      // A failed refresh changes nothing: a working account stays ACTIVE.
      return event.purpose === "connect" ? moveTo("FAILED") : unchanged;
    case "time_ran_out":
      return isWaiting(status) ? moveTo("EXPIRED") : unchanged;
    case "refresh_asked":
      return isRefreshable(status) ? unchanged : refuse("status_forbids");
    case "refresh_succeeded":
      return transitionAfterRefresh(state);
    case "credentials_replaced":
      return status === "INACTIVE"
        ? describeMove({ status, remembered: "ACTIVE" })
        : moveTo("ACTIVE");
    case "refresh_refused":
      return status === "ACTIVE" ? { ...moveTo("EXPIRED"), expiredEvent: true } : unchanged;
    case "refresh_failed":
    case "credentials_changed":
    case "renamed":
      return unchanged;
    case "switched_off":
      if (status === "INACTIVE") {
        return unchanged;
      }
      return describeMove({ status: "INACTIVE", remembered: status });
    case "switched_on":
      if (status !== "INACTIVE") {
        return refuse("not_inactive");
      }
      return moveTo(state.remembered ?? "EXPIRED");
    default:
      return event satisfies never;
  }
}

/** An account that was switched off during the call stays off. It works once it is switched on again. */
function transitionAfterRefresh({ status, remembered }: AccountState): Transition {
  if (status === "INACTIVE" && remembered !== null && isRefreshable(remembered)) {
    return describeMove({ status, remembered: "ACTIVE" });
  }
  return isRefreshable(status) ? moveTo("ACTIVE") : refuse("status_forbids");
}

/** True while the account waits for its user, for ten minutes at most. */
function isWaiting(status: ConnectionStatus): boolean {
  return status === "INITIALIZING" || status === "INITIATED";
}

/** True when the account can be refreshed. */
export function isRefreshable(status: ConnectionStatus): boolean {
  return status === "ACTIVE" || status === "EXPIRED" || status === "FAILED";
}

/** Callbacks only count for INITIATED accounts and for open refreshes. */
function countsIn(status: ConnectionStatus, purpose: "connect" | "refresh"): boolean {
  return purpose === "connect" ? status === "INITIATED" : isRefreshable(status);
}

const unchanged: Transition = { kind: "unchanged" };

function moveTo(status: RememberedStatus): Transition & { readonly kind: "moved" } {
  return describeMove({ status, remembered: null });
}

function describeMove(state: AccountState): Transition & { readonly kind: "moved" } {
  return { kind: "moved", state, expiredEvent: false };
}

function refuse(refusal: Refusal): Transition {
  return { kind: "refused", refusal };
}
