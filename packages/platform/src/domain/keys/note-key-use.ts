import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Platform } from "../scope.ts";

/** Milliseconds for which a process does not ask the database again to note the use of a key. */
const quietMs = 3_600_000;

/**
 * Creates a function that notes the use of the key with a SHA-256 (hexadecimal): once an hour in each process, so that hardly any
 * request has a statement more.
 */
export function createKeyNotes(): (platform: Platform, hash: string) => Promise<void> {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: quietMs });
  return async ({ database }, hash) => {
    if (noted.has(hash)) {
      return;
    }
    // Requests that come together with this one do not write too.
    noted.set(hash, true);
    try {
      await sql`select note_key_use(${hash})`.execute(database.unscoped);
    } catch (error) {
      noted.delete(hash);
      throw error;
    }
  };
}
