import { expect, test } from "vitest";
import type { ConnectionStatus } from "../../../base/db/tables.ts";
import { type ConnectionEvent, findTransition, startConnection } from "./transitions.ts";

const statuses = ["INITIALIZING", "INITIATED", "ACTIVE", "FAILED", "EXPIRED", "INACTIVE"] as const;

/**
 * One entry for each status, in the order of `statuses`: the first two letters of the new status, `-` for unchanged,
 * `x` for refused, and `!` when an event is sent.
 */
function listOutcomes(event: ConnectionEvent): readonly string[] {
  return statuses.map((status) => {
    const remembered = status === "INACTIVE" ? "ACTIVE" : null;
    const result = findTransition({ status, remembered }, event);
    if (result.kind === "unchanged") {
      return "-";
    }
    if (result.kind === "refused") {
      return `x ${result.refusal}`;
    }
    return `${result.state.status}${result.expiredEvent ? "!" : ""}`;
  });
}

test("a connection begins INITIALIZING with OAuth, ACTIVE with credentials, INITIATED with a link", () => {
  expect(startConnection("redirect")).toEqual({ status: "INITIALIZING", remembered: null });
  expect(startConnection("credentials")).toEqual({ status: "ACTIVE", remembered: null });
  expect(startConnection("link")).toEqual({ status: "INITIATED", remembered: null });
});

const forbids = "x status_forbids";
const ignored = "x callback_does_not_count";
const notInactive = "x not_inactive";

test.each<[string, ConnectionEvent, readonly string[]]>([
  [
    "the redirect address exists",
    { type: "redirect_made" },
    ["INITIATED", forbids, forbids, forbids, forbids, forbids],
  ],
  [
    "the callback's exchange succeeds",
    { type: "grant_succeeded", purpose: "connect" },
    [ignored, "ACTIVE", ignored, ignored, ignored, ignored],
  ],
  [
    "the callback's exchange fails",
    { type: "grant_failed", purpose: "connect" },
    [ignored, "FAILED", ignored, ignored, ignored, ignored],
  ],
  ["ten minutes go by", { type: "time_ran_out" }, ["EXPIRED", "EXPIRED", "-", "-", "-", "-"]],
  [
    "the application refuses a refresh for good",
    { type: "refresh_refused" },
    ["-", "-", "EXPIRED!", "-", "-", "-"],
  ],
  ["a refresh is asked for", { type: "refresh_asked" }, [forbids, forbids, "-", "-", "-", forbids]],
  [
    "a refresh succeeds",
    { type: "refresh_succeeded" },
    [forbids, forbids, "ACTIVE", "ACTIVE", "ACTIVE", "INACTIVE"],
  ],
  ["a refresh fails for now", { type: "refresh_failed" }, ["-", "-", "-", "-", "-", "-"]],
  ["its credentials change", { type: "credentials_changed" }, ["-", "-", "-", "-", "-", "-"]],
  [
    "the new grant of a refresh arrives",
    { type: "grant_succeeded", purpose: "refresh" },
    [ignored, ignored, "ACTIVE", "ACTIVE", "ACTIVE", ignored],
  ],
  [
    "the new grant of a refresh fails",
    { type: "grant_failed", purpose: "refresh" },
    [ignored, ignored, "-", "-", "-", ignored],
  ],
  [
    "it is switched off",
    { type: "switched_off" },
    ["INACTIVE", "INACTIVE", "INACTIVE", "INACTIVE", "INACTIVE", "-"],
  ],
  [
    "it is switched on",
    { type: "switched_on" },
    [notInactive, notInactive, notInactive, notInactive, notInactive, "ACTIVE"],
  ],
])("when %s, every status does what docs/decisions.md §6 says", (_, event, expected) => {
  expect(listOutcomes(event)).toEqual(expected);
});

test.each(statuses.filter((status) => status !== "INACTIVE"))(
  "an account that was %s when it was switched off is so again when it is switched on",
  (status: Exclude<ConnectionStatus, "INACTIVE">) => {
    const off = findTransition({ status, remembered: null }, { type: "switched_off" });
    if (off.kind !== "moved") {
      throw new Error("not switched off");
    }
    expect(off.state).toEqual({ status: "INACTIVE", remembered: status });
    expect(findTransition(off.state, { type: "switched_on" })).toMatchObject({
      state: { status, remembered: null },
    });
  },
);

test("an account that was switched off during its refresh stays off, and comes back working", () => {
  const during = { status: "INACTIVE", remembered: "EXPIRED" } as const;
  expect(findTransition(during, { type: "refresh_succeeded" })).toMatchObject({
    state: { status: "INACTIVE", remembered: "ACTIVE" },
  });
  const waiting = { status: "INACTIVE", remembered: "INITIATED" } as const;
  expect(findTransition(waiting, { type: "refresh_succeeded" })).toMatchObject({ kind: "refused" });
});
