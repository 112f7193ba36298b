import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * The subjects of recent addresses. Most requests come from a few addresses, and parsing one takes as long as hashing
 * a key.
 */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * The subject by which requests of an address are counted. An IPv6 address counts by its /64, because one machine can
 * use all of its 2^64 addresses. A provider's customer has no smaller network (RFC 6177).
 */
export function groupAddress(address: string): string {
  const subject = known.get(address) ?? readSubject(address);
  known.set(address, subject);
  return subject;
}

function readSubject(address: string): string {
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
