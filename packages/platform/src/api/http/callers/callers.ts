import { LRUCache } from "lru-cache";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import { authenticate, type Caller } from "../../../domain/keys/authenticate.ts";
import { identifyConsoleSession } from "../../../domain/keys/console-sessions.ts";
import { createKeyNotes } from "../../../domain/keys/note-key-use.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { groupAddress } from "./address-subject.ts";
import { assertLeft, type RateLimit, takeRequest } from "./rate-limit.ts";
import { createStrangers } from "./strangers.ts";

/** Finds out who calls, and counts every request against its caller's limit. */
export interface Callers {
  /**
   * Finds the owner of a key, or of a session of the console; undefined for a wrong one. Several hooks may call it for one request: the key is looked
   * up and counted only once.
   *
   * @throws PlatformError `Request_RateLimited`
   */
  identify(context: RequestContext, key: string): Promise<Caller | undefined>;
  /**
   * Counts a request without a key against its address.
   *
   * @throws PlatformError `Request_RateLimited`
   */
  countAddress(context: RequestContext): Promise<void>;
}

/** The number of hashes of valid keys that are remembered, those that were used last; a hundred take about 4 kB. */
const mostKnownKeys = 10_000;

/**
 * Creates the callers. A valid key counts against its project or organization, a wrong one against its address. Once an
 * address has used up its window, keys that this process has not seen before wait for a look-up that they share
 * (`strangers.ts`), and wrong ones are refused with 429. Known keys work as before, because one address can have many
 * callers: behind NAT, or behind a proxy that `PLATFORM_TRUSTED_PROXIES` does not name.
 */
export function createCallers(rateLimit: RateLimit): Callers {
  const knownKeys = new LRUCache<string, true>({ max: mostKnownKeys });
  const strangers = createStrangers();
  const noteUse = createKeyNotes();
  const find = async (context: RequestContext, key: string): Promise<Caller | undefined> => {
    const { found, services, address } = context;
    const hash = hashSha256(key);
    const fromAddress = groupAddress(address);
    if (!knownKeys.has(hash)) {
      try {
        assertLeft(context, rateLimit, fromAddress);
      } catch (error) {
        if (!(await strangers.admit(hash))) {
          throw error;
        }
      }
    }
    let caller: Caller;
    try {
      if (found.console === undefined) {
        caller = await authenticate(services.platform, key, hash);
        await noteUse(services.platform, hash);
      } else {
        const session = await identifyConsoleSession(services.platform, hash);
        found.console.expiresAt = session.expiresAt;
        caller = session.caller;
      }
    } catch (error) {
      knownKeys.delete(hash);
      if (!isKeyInvalid(error)) {
        throw error;
      }
      strangers.noteWrong(hash);
      await takeRequest(context, rateLimit, fromAddress);
      return undefined;
    }
    knownKeys.set(hash, true);
    if (caller.kind === "project") {
      found.projectId = caller.projectId;
    }
    found.subject = caller.kind === "project" ? caller.projectId : caller.organizationId;
    await takeRequest(context, rateLimit, found.subject);
    return caller;
  };
  return {
    identify: (context, key) => {
      const { found } = context;
      found.caller ??= find(context, key);
      return found.caller;
    },
    countAddress: (context) => takeRequest(context, rateLimit, groupAddress(context.address)),
  };
}

function isKeyInvalid(error: unknown): boolean {
  return error instanceof PlatformError && error.slug === "Auth_KeyInvalid";
}
