import { type AddressSet, createAddressSet, recognizeFamily } from "./address-ranges.ts";

/** The exceptions to the rules of egress. They may be called by http, on any port, also in private networks. */
export interface AllowList {
  readonly addresses: AddressSet;
  /**
   * True when the name of a host, in lower case, is allowed. The addresses to which it resolves are not checked then.
   */
  hasHost(host: string): boolean;
}

/**
 * Reads CIDR ranges, addresses and host names, as `PLATFORM_EGRESS_ALLOW` lists them.
 *
 * @throws RangeError that names all other entries
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const problems = allowListProblems(entries);
  if (problems.length > 0) {
    throw new RangeError(problems.join("; "));
  }
  const hosts = new Set(entries.filter(isHostName).map((host) => host.toLowerCase()));
  return {
    addresses: createAddressSet(entries.filter((entry) => !isHostName(entry))),
    hasHost: (host) => hosts.has(host.replace(/\.$/, "")),
  };
}

/** The problems of the entries, one a line. */
function allowListProblems(entries: readonly string[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (isHostName(entry)) {
      return [];
    }
    try {
      createAddressSet([entry]);
      return [];
    } catch {
      // createAddressSet throws only for text that it cannot read.
      return [`${JSON.stringify(entry)} is neither a range of addresses nor a host name`];
    }
  });
}

/** Labels of letters, digits and hyphens. The last one is not a number: `10.0.0` is a mistyped address. */
function isHostName(entry: string): boolean {
  return (
    recognizeFamily(entry) === undefined &&
    /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(entry)
  );
}
