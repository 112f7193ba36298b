import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * IPv4 addresses that egress refuses: every entry of the IANA special-purpose registry (RFC 6890), multicast, and the
 * metadata addresses of clouds. Globally reachable entries of the registry are included, because no application has
 * its API there.
 */
const deniedIpv4: readonly string[] = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT, and Alibaba's metadata
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's platform address, in a public range
  "169.254.0.0/16", // link-local, and the metadata of most clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments, and Oracle's metadata
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
];

/**
 * All of global unicast (RFC 4291, section 2.4). Everything else is refused: NAT64, mapped, link-local and unique
 * local addresses lie outside.
 */
const globalIpv6 = "2000::/3";

/** Ranges inside global unicast that do not belong to the public internet. */
const deniedIpv6: readonly string[] = [
  "2001::/23", // protocol assignments: Teredo, ORCHID, benchmarks, AMT, AS112
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which embeds IPv4
  "2620:4f:8000::/48", // AS112
  "3ffe::/16", // 6bone, returned
  "3fff::/20", // documentation
];

const denied = createAddressSet([...deniedIpv4, ...deniedIpv6]);
const global = createAddressSet([globalIpv6]);

/** A set of addresses. Text that is not an address is never in it. */
export interface AddressSet {
  has(address: string): boolean;
}

/**
 * Creates the set of all addresses in these ranges. Each range is `address/bits` or a single address. IPv4 ranges
 * also contain the IPv4-mapped IPv6 forms.
 *
 * @throws RangeError for a string that is not a range
 */
export function createAddressSet(ranges: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits, ...rest] = range.split("/");
    const family = recognizeFamily(address);
    const size = family === "ipv4" ? 32 : 128;
    const length = bits === undefined ? size : Number(bits);
    // Digits only: Number would also read an empty string, `1e1` and `0x8`.
    const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= size);
    if (family === undefined || rest.length > 0 || !isLength) {
      throw new RangeError(`${JSON.stringify(range)} is not a range of addresses`);
    }
    list.addSubnet(address, length, family);
  }
  return {
    has(address) {
      const family = recognizeFamily(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

/**
 * True for an address of the public internet. False for an address with a zone, and for a string that is not an
 * address.
 */
export function isPublicAddress(address: string): boolean {
  const family = recognizeFamily(address);
  return family !== undefined && !denied.has(address) && (family === "ipv4" || global.has(address));
}

/**
 * The family of an address in its usual form; undefined for every other string, including octal and hexadecimal forms.
 */
export function recognizeFamily(address: string): "ipv4" | "ipv6" | undefined {
  if (isIPv4(address)) {
    return "ipv4";
  }
  return isIPv6(address) && !address.includes("%") ? "ipv6" : undefined;
}
