import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/opening/open-database.ts";
import { Roster } from "../sharing/roster.ts";

/** Calls that run in this process. A later request can end them, even one that reaches another replica. */
export interface RunningCalls {
  /** Registers a call under its name. Call `end` when it has ended. */
  begin(name: CallName): { readonly signal: AbortSignal; end(): void };
  /**
   * Ends the call with this name if exactly one is running. If this process has none, it notifies the other replicas
   * and resolves without waiting for them.
   */
  cancel(name: CallName): Promise<void>;
  /** Stops listening to other replicas. */
  close(): Promise<void>;
}

/** Parts that name a client and its call, such as the client's address. Types matter: the ids `1` and `"1"` differ. */
export type CallName = readonly (string | number)[];

const channel = "cancelled_calls";

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
  const running = new Roster<{ readonly key: string; readonly controller: AbortController }>();
  const endHere = (wanted: string): boolean => {
    const calls = [...running].filter(({ key }) => key === wanted);
    if (calls.length === 1) {
      calls[0]?.controller.abort();
    }
    return calls.length > 0;
  };
  // An embedded database has one process.
  const isShared = database.kind === "postgres";
  const close = isShared
    ? await database.listen(channel, (key) => void endHere(key))
    : async () => {};
  return {
    begin: (name) => {
      const controller = new AbortController();
      const end = running.add({ key: hashName(name), controller });
      return { signal: controller.signal, end };
    },
    cancel: async (name) => {
      const key = hashName(name);
      if (!endHere(key) && isShared) {
        await sql`select pg_notify(${channel}, ${key})`.execute(database.unscoped);
      }
    },
    close,
  };
}

function hashName(name: CallName): string {
  return createHash("sha256").update(JSON.stringify(name)).digest("base64url");
}
