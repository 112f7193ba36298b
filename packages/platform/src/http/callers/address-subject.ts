import ipaddr from "ipaddr.js";

/**
 * The subject by which requests of an address are counted. An IPv6 address counts by its /64, the smallest network that a
 * customer of a provider has (RFC 6177): one machine can use all of its 2^64 addresses.
 */
export function addressSubject(address: string): string {
  if (!ipaddr.isValid(address)) {
    return `address:${address}`;
  }
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) {
    return `address:${parsed.toString()}`;
  }
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `address:${network.join(":")}::/64`;
}
