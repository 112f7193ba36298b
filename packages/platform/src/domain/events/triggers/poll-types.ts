import type { DisabledReason } from "../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerConfig } from "./trigger-config.ts";
import type { TriggerRow } from "./trigger-record.ts";

/** A poll to make. */
export interface Poll {
  readonly projectId: string;
  readonly triggerId: string;
  readonly slug: string;
  /** The version of the toolkit that was asked for; null for the latest. */
  readonly toolkitVersion: string | null;
  /** Null for an instance without an account. */
  readonly accountId: string | null;
  readonly userId: string;
  readonly config: TriggerConfig;
  /** Items from before this time do not count. */
  readonly since: Date;
}

/** An item of the application's list. */
export interface PolledItem {
  /** Identifies the event among the events of the instance. */
  readonly identity: string;
  /** The time at which the item was created; null if the application does not report it. */
  readonly time: Date | null;
  /** The payload of its event. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The outcome of a poll. */
export type PollResult =
  | {
      readonly kind: "items";
      readonly items: readonly PolledItem[];
      /** True when only the beginning of the list was read. */
      readonly isCut: boolean;
      /** True when the application can say that the list has changed. */
      readonly isWatched: boolean;
      /** The log of the call that answered the last page. */
      readonly logId: string;
    }
  /** The project has no room for events, so the application was not asked. Its items stay there. */
  | { readonly kind: "postponed" }
  | { readonly kind: "failed"; readonly retryAfterSeconds?: number | undefined }
  /** It will not succeed before somebody changes something. */
  | { readonly kind: "ended"; readonly reason: DisabledReason };

/** Plans the registration of an instance's watch, or has it stopped. The instance is locked. */
export type KeepWatch = (scope: Scope, row: TriggerRow, isWatched: boolean) => Promise<void>;

/** Reads the items from the application. It throws when the poll has to be repeated. */
export type PollApplication = (poll: Poll, signal: AbortSignal) => Promise<PollResult>;
