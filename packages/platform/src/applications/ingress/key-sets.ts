import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { EgressFetch } from "../../base/egress/create-egress.ts";
import { readErrorCode } from "../../base/system-errors.ts";

/** The public keys of an address, for one token: they are fetched if they are not known. It throws KeysUnavailableError. */
export type KeySets = (address: string) => JWTVerifyGetKey;

/** The keys could not be fetched, so it is not known whether a token is right. */
export class KeysUnavailableError extends Error {
  override readonly name = "KeysUnavailableError";
}

/**
 * Milliseconds between two requests to an address, also when they fail. Without it, tokens with keys that do not exist would make
 * us send a request for each. A token with a new key is refused for at most this time; senders repeat their deliveries.
 */
const pauseMs = 30_000;

/** Milliseconds after which keys are fetched again. An application that withdraws a key stops being believed after this time. */
const freshMs = 10 * 60 * 1000;

/** Milliseconds. A delivery waits for its keys. */
const fetchMs = 5_000;

/** Bytes. Google's set has about 1,500. */
const maximumBytes = 256 * 1024;

/** Documents of projects name addresses too. A further address takes the place of the one that was not used for longest. */
const mostAddresses = 500;

/** Creates the key sets of a process. Keys of an address are shared by all who name it. */
export function createKeySets(egress: EgressFetch): KeySets {
  const sets = new LRUCache<string, JWTVerifyGetKey>({ max: mostAddresses });
  return (address) => {
    const known = sets.get(address);
    const keySet = known ?? createKeySet(egress, address);
    sets.set(address, keySet);
    return keySet;
  };
}

function createKeySet(egress: EgressFetch, address: string): JWTVerifyGetKey {
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  const fetchKeys = async (url: string): Promise<Response> => {
    // The library only pauses after a request that succeeded.
    if (performance.now() - fetchedAt < pauseMs) {
      throw new KeysUnavailableError("The keys were requested a moment ago.", { cause: failure });
    }
    fetchedAt = performance.now();
    const response = await egress(url, {
      redirect: "error",
      // Other requests to the same host do not delay it.
      pool: "keys",
      headers: { accept: "application/json, application/jwk-set+json" },
      limits: { totalTimeout: fetchMs, headersTimeout: fetchMs, maximumBodyBytes: maximumBytes },
    });
    return response.toFetchResponse();
  };
  const keys = createRemoteJWKSet(new URL(address), {
    [customFetch]: fetchKeys,
    cooldownDuration: pauseMs,
    cacheMaxAge: freshMs,
    // Egress has the limit.
    timeoutDuration: 2 * fetchMs,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (codes.has(readErrorCode(error) ?? "")) {
        throw error;
      }
      failure = error;
      throw error instanceof KeysUnavailableError
        ? error
        : new KeysUnavailableError("The keys cannot be fetched.", { cause: error });
    }
  };
}

/** Codes of the library for a token that names no key of the set, or several. Other errors are about the set. */
const codes: ReadonlySet<string> = new Set([
  "ERR_JWKS_NO_MATCHING_KEY",
  "ERR_JWKS_MULTIPLE_MATCHING_KEYS",
  "ERR_JOSE_NOT_SUPPORTED",
]);
