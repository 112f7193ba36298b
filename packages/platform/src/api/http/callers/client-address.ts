import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Returns the address by which a request is counted. */
export type ClientAddress = (
  request: Pick<IncomingMessage, "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
) => string;

/**
 * Creates a function that finds the address of the caller. It is the address of the connection, unless that belongs
 * to a trusted proxy. Then the addresses of `X-Forwarded-For`, or of `Forwarded` (RFC 7239), are read from the last
 * one, which the nearest proxy wrote, to the first one that is not a trusted proxy. The caller could have written any
 * address before that one, so they are ignored.
 *
 * A request with both headers is counted by the address of the proxy: the proxy wrote one of them, and the caller
 * wrote the other.
 *
 * @param trusted CIDRs and addresses
 * @param onUnnamed called once, with the address of the first connection that reports another address and is not trusted:
 *   either a proxy that the operator has not named, behind which all callers count as one, or a caller that made it up
 */
export function createClientAddress(
  trusted: readonly string[],
  onUnnamed?: (address: string) => void,
): ClientAddress {
  const isTrusted = createProxyCheck(trusted);
  let wasReported = false;
  return ({ socket, headers }) => {
    // Node gives the address without port and brackets.
    let address = stripPrefix(socket.remoteAddress ?? "");
    if (!isTrusted(address)) {
      const isReporting =
        headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
      if (isReporting && !wasReported) {
        wasReported = true;
        onUnnamed?.(address);
      }
      return address;
    }
    for (const next of readReportedAddresses(headers).reverse()) {
      // `unknown`, an obfuscated name or a mistake. The last known address counts.
      if (isIP(next) === 0) {
        return address;
      }
      address = next;
      if (!isTrusted(address)) {
        return address;
      }
    }
    return address;
  };
}

/**
 * Creates a function that is true for the address of a trusted proxy.
 *
 * @param trusted CIDRs and addresses
 */
export function createProxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const proxies = toBlockList(trusted);
  return (address) => {
    const stripped = stripPrefix(address);
    return trusted.length > 0 && proxies.check(stripped, isIP(stripped) === 6 ? "ipv6" : "ipv4");
  };
}

function readReportedAddresses(headers: IncomingMessage["headers"]): string[] {
  const forwarded = headers.forwarded;
  // Node joins repeated headers of these names with commas.
  const list = String(headers["x-forwarded-for"] ?? "");
  if (forwarded !== undefined && list !== "") {
    return [];
  }
  if (forwarded === undefined) {
    return list === "" ? [] : list.split(",").map(stripAddress);
  }
  return forwarded.split(",").map((element) => stripAddress(readForwardedFor(element)));
}

/** The value of `for` in an element of `Forwarded`, such as `for="[2001:db8::1]";proto=https` (RFC 7239, section 4). */
function readForwardedFor(element: string): string {
  const pairs = element.split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => /^for=/i.test(pair))?.slice("for=".length) ?? "";
  return /^"([^"]*)"$/.exec(value)?.[1] ?? (value.includes('"') ? "" : value);
}

/** An address without its port, its brackets and the prefix of IPv4 in IPv6. */
function stripAddress(text: string): string {
  const trimmed = text.trim();
  const host =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return stripPrefix(host);
}

/** An IPv4 address in IPv6 (RFC 4291, section 2.5.5.2) as IPv4. */
function stripPrefix(address: string): string {
  return address.startsWith(":") ? address.replace(/^::ffff:(?=[\d.]+$)/i, "") : address;
}

function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) {
      list.addAddress(address, family);
    } else {
      list.addSubnet(address, Number(prefix), family);
    }
  }
  return list;
}
