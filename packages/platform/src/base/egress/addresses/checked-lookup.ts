import type { LookupFunction } from "node:net";
import { EgressError } from "../egress-error.ts";
import { recognizeFamily } from "./address-ranges.ts";
import type { AllowList } from "./allow-list.ts";
import { assertAddress } from "./check-url.ts";

/** Resolves a host name to all of its addresses. When it has none, it rejects or returns an empty list. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/**
 * A `lookup` for sockets. It resolves the name once, checks every address and returns these same addresses, so that
 * sockets only connect to checked ones. One refused address refuses the whole name, because a name that leads into a
 * private network cannot be trusted.
 *
 * @param onlyAllowed The reason to throw when an address is not on the allow list. False when any public address will
 *   do.
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
 * Resolves a host to all of its addresses and checks each.
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
