import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../base/db/opening/open-database.ts";
import { MemberSet } from "../base/sharing/member-set.ts";

/** Calls that run in this process. A later request can end them, even one that reaches another replica. */
export interface RunningCalls {
  /**
   * Registers a call under its name. Call `end` when it has ended.
   *
   * @param owners names of which `endAll` takes one
   */
  begin(
    name: CallName,
    owners?: readonly CallName[],
  ): { readonly signal: AbortSignal; end(): void };
  /**
   * Ends the call with this name if exactly one is running. If this process has none, it notifies the other replicas
   * and resolves without waiting for them.
   */
  cancel(name: CallName): Promise<void>;
  /** Ends the calls of an owner in this process, and notifies the other replicas. */
  endAll(owner: CallName): Promise<void>;
  /**
   * Ends the list when the process stops and has answered its requests: calls that outlive their requests have ten more seconds, and
   * then end with the reason `processStops`.
   */
  close(): Promise<void>;
}

/** Why calls end that were still running when their process stopped. */
export const processStops: DOMException = new DOMException("The process stops.", "AbortError");

/** Parts that name a client and its call, such as the client's address. Types matter: the ids `1` and `"1"` differ. */
export type CallName = readonly (string | number)[];

const channel = "cancelled_calls";

/** Milliseconds for which calls may run on when the process stops, and in which those that are then ended say so. */
const [drainMs, lastWordsMs] = [10_000, 1_000];

/** Before the hash of an owner. Hashes of names have nothing before them. */
const ofOwner = "owner:";

/**
 * Opens the list of this process. Replicas reach one another by notifications of the database. These carry a hash of
 * the name, because names contain ids of sessions.
 *
 * Clients choose the ids of their requests, so two clients behind one address may choose the same id. Then neither
 * call is ended, because it might be the wrong one.
 */
export async function openRunningCalls(
  database: Pick<Database, "kind" | "listen" | "unscoped">,
): Promise<RunningCalls> {
  const running = new MemberSet<{
    readonly key: string;
    readonly owners: readonly string[];
    readonly controller: AbortController;
  }>();
  const endHere = (wanted: string): boolean => {
    const calls = [...running].filter(({ key }) => key === wanted);
    if (calls.length === 1) {
      calls[0]?.controller.abort();
    }
    return calls.length > 0;
  };
  const endOwned = (owner: string): void => {
    for (const { owners, controller } of [...running]) {
      if (owners.includes(owner)) {
        controller.abort();
      }
    }
  };
  const hear = (text: string): void => {
    if (text.startsWith(ofOwner)) {
      endOwned(text.slice(ofOwner.length));
    } else {
      endHere(text);
    }
  };
  // An embedded database has one process.
  const isShared = database.kind === "postgres";
  const stopListening = isShared ? await database.listen(channel, hear) : async () => {};
  const waitForCalls = async (milliseconds: number): Promise<void> => {
    const end = performance.now() + milliseconds;
    while (running.size > 0 && performance.now() < end) {
      await sleep(20);
    }
  };
  const notify = async (text: string): Promise<void> => {
    if (isShared) {
      await sql`select pg_notify(${channel}, ${text})`.execute(database.unscoped);
    }
  };
  return {
    begin: (name, owners = []) => {
      const controller = new AbortController();
      const end = running.add({ key: hashName(name), owners: owners.map(hashName), controller });
      return { signal: controller.signal, end };
    },
    cancel: async (name) => {
      const key = hashName(name);
      if (!endHere(key)) {
        await notify(key);
      }
    },
    endAll: async (owner) => {
      const key = hashName(owner);
      endOwned(key);
      await notify(`${ofOwner}${key}`);
    },
    close: async () => {
      await waitForCalls(drainMs);
      for (const { controller } of running) {
        controller.abort(processStops);
      }
      await waitForCalls(lastWordsMs);
      await stopListening();
    },
  };
}

function hashName(name: CallName): string {
  return createHash("sha256").update(JSON.stringify(name)).digest("base64url");
}
