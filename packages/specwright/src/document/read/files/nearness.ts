import { lookup as resolveName } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * How near a host is: 0 on the public internet, 1 on a private network, 2 on this machine or its link. A server on
 * the internet must not make this machine send requests to a nearer host, which trusts its neighbours.
 */
export type Nearness = 0 | 1 | 2;

/** RFC 6890 and the IANA registries of special-purpose addresses. */
const own = new BlockList();
own.addSubnet("0.0.0.0", 8, "ipv4");
own.addSubnet("127.0.0.0", 8, "ipv4");
own.addSubnet("169.254.0.0", 16, "ipv4");
own.addSubnet("::", 127, "ipv6");
own.addSubnet("fe80::", 10, "ipv6");

const near = new BlockList();
near.addSubnet("10.0.0.0", 8, "ipv4");
near.addSubnet("100.64.0.0", 10, "ipv4");
near.addSubnet("172.16.0.0", 12, "ipv4");
near.addSubnet("192.0.0.0", 24, "ipv4");
near.addSubnet("192.168.0.0", 16, "ipv4");
near.addSubnet("198.18.0.0", 15, "ipv4");
near.addSubnet("fc00::", 7, "ipv6");
near.addSubnet("fec0::", 10, "ipv6");

/** Returns how near an IP address is. An IPv4 address within IPv6 counts as itself. Other texts count as the nearest. */
export function judgeAddress(address: string): Nearness {
  const family = isIP(address);
  if (family === 0) {
    return 2;
  }
  const kind = family === 4 ? "ipv4" : "ipv6";
  return own.check(address, kind) ? 2 : near.check(address, kind) ? 1 : 0;
}

/**
 * A function that resolves names for a connection, and refuses addresses that are nearer than allowed.
 *
 * @param most undefined when all are allowed
 * @param host the host of the URL, which is not resolved if it is an address, so it is checked here
 * @throws Error when it is such an address
 */
export function createLookup(most: Nearness | undefined, host: string): LookupFunction {
  const address = host.replace(/^\[|\]$/g, "");
  if (most !== undefined && isIP(address) !== 0 && judgeAddress(address) > most) {
    throw createRefusal(host);
  }
  return (name, options, callback) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, []);
      } else if (most !== undefined && found.some((each) => judgeAddress(each.address) > most)) {
        callback(createRefusal(host), []);
      } else if (options.all === true) {
        callback(null, found);
      } else {
        callback(null, found[0]?.address ?? "", found[0]?.family);
      }
    });
  };
}

function createRefusal(host: string): Error {
  return new Error(
    `it leads from the internet to ${host}, which is on this machine or its private network`,
  );
}
