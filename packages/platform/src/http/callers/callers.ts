import { authenticate, type Caller } from "../../domain/keys/authenticate.ts";
import { PlatformError } from "../../errors.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { hashSha256 } from "../../secrets/hash.ts";
import { groupAddress } from "./address-subject.ts";
import { assertLeft, type RateLimit, takeRequest } from "./rate-limit.ts";

/** Finds out who calls, and counts every request against its caller's limit. */
export interface Callers {
  /**
   * Finds the owner of a key; undefined for a wrong key. Several hooks may call it for one request: the key is looked
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

/** The number of hashes of valid keys that are remembered; a hundred take about 4 kB. */
const mostKnownKeys = 10_000;

/**
 * Creates the callers. A valid key counts against its project or organization, a wrong one against its address. Once an
 * address has used up its window, keys that this process has not seen before are refused without a look into the
 * database. Known keys continue to work, because one address can have many callers: behind NAT, or behind a proxy that
 * `PLATFORM_TRUSTED_PROXIES` does not name.
 */
export function createCallers(rateLimit: RateLimit): Callers {
  const knownKeys = new Set<string>();
  const remember = (hash: string): void => {
    if (knownKeys.size >= mostKnownKeys) {
      knownKeys.clear();
    }
    knownKeys.add(hash);
  };
  const find = async (context: RequestContext, key: string): Promise<Caller | undefined> => {
    const { found, services, address } = context;
    const hash = hashSha256(key);
    const fromAddress = groupAddress(address);
    if (!knownKeys.has(hash)) {
      assertLeft(context, rateLimit, fromAddress);
    }
    let caller: Caller;
    try {
      caller = await authenticate(services.platform, key, hash);
    } catch (error) {
      knownKeys.delete(hash);
      if (!isKeyInvalid(error)) {
        throw error;
      }
      await takeRequest(context, rateLimit, fromAddress);
      return undefined;
    }
    remember(hash);
    if (caller.kind === "project") {
      found.projectId = caller.projectId;
    }
    const subject = caller.kind === "project" ? caller.projectId : caller.organizationId;
    await takeRequest(context, rateLimit, subject);
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
