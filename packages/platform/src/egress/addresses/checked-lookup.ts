import type { LookupFunction } from "node:net";
import { EgressError } from "../egress-error.ts";
import { recognizeFamily } from "./address-ranges.ts";
import type { AllowList } from "./allow-list.ts";
import { assertAddress } from "./check-url.ts";

/** Resolves a host name to all of its addresses. Without any, it rejects or gives an empty list. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/**
 * A lookup for sockets: resolves once, checks every address and gives the checked ones, so that sockets connect to
 * checked addresses only. One address that is not allowed refuses them all, because a name that leads inside cannot be
 * trusted.
 *
 * @param onlyAllowed The reason when only addresses of the allow list may be connected to, else false.
 */
export function createCheckedLookup(
  resolve: Resolver,
  allow: AllowList,
  onlyAllowed: false | "scheme-not-allowed" | "port-not-allowed",
): LookupFunction {
  return (host, options, callback) => {
    resolveChecked(host, resolve, allow, onlyAllowed).then(
      (addresses) => {
        const wanted = addresses.filter(
          ({ family }) => !options.family || options.family === family,
        );
        const [first] = wanted;
        if (first === undefined) {
          callback(new EgressError("host-not-found"), "", 0);
        } else if (options.all) {
          callback(null, [...wanted]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: Error) => callback(error, "", 0),
    );
  };
}

/**
 * Every address of a host, each checked.
 *
 * @throws EgressError with the reason
 */
export async function resolveChecked(
  host: string,
  resolve: Resolver,
  allow: AllowList,
  onlyAllowed: false | "scheme-not-allowed" | "port-not-allowed",
): Promise<readonly { address: string; family: number }[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    throw error instanceof EgressError ? error : new EgressError("host-not-found", error);
  });
  const isAllowedHost = allow.hasHost(host.toLowerCase());
  return addresses.map((address) => {
    if (!isAllowedHost) {
      assertAddress(address, allow, onlyAllowed);
    }
    return { address, family: recognizeFamily(address) === "ipv4" ? 4 : 6 };
  });
}
