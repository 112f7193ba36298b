import { Resolver as DnsResolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { readErrorCode } from "../../system-errors.ts";
import type { Resolver } from "../addresses/checked-lookup.ts";
import { EgressError, type Lookup } from "../egress-error.ts";
import { createHostsFile, hostsPath } from "./hosts-file.ts";
import { createSearchList, resolvConfPath } from "./search-list.ts";

/** The sources of addresses. The defaults are the system's. */
export interface NameResolverOptions {
  /** Addresses of name servers, with a port where it is not 53: `10.0.0.2`, `[2001:db8::1]:5353`. */
  readonly servers?: readonly string[];
  /** Limit in milliseconds for all queries about one name together. */
  readonly timeoutMs?: number;
  readonly hostsFile?: string;
  readonly resolvConf?: string;
}

/** Public names take some 100 ms. Within this time, a name server that lost a packet is asked again. */
const defaultTimeoutMs = 5_000;

/**
 * Milliseconds until c-ares repeats a query for the first time. Each further wait is longer, until `timeoutMs` is
 * over.
 */
const firstTryMs = 1_000;
const tries = 3;

/**
 * Milliseconds to wait for the other address family once one has addresses. RFC 8305, section 3 recommends 50 ms. We
 * wait longer, so that a name server that is merely slow is not left out, but not for long, because name servers that
 * never answer AAAA queries are common.
 */
const otherFamilyMs = 250;

/**
 * Resolves names without threads. `getaddrinfo` would occupy one of libuv's four threads for as long as a name server
 * is silent, so that four hanging names would block every other name. Here each name has its own c-ares channel: no
 * name waits for another, a failing name does not make a name server look bad to the others, and each query leaves
 * from its own port.
 *
 * The order is that of `getaddrinfo`: first the hosts file, then the name servers of resolv.conf with its search
 * domains. IPv4 addresses come first, since many containers have no way out by IPv6.
 *
 * The resolver throws EgressError: `host-not-found` when the name has no address, `host-lookup-timeout` after
 * `timeoutMs`, and `host-lookup-failed` when no name server has an answer.
 */
export function createNameResolver(options: NameResolverOptions = {}): Resolver {
  const { servers, timeoutMs = defaultTimeoutMs } = options;
  const findInFile = createHostsFile(options.hostsFile ?? hostsPath);
  const searchList = createSearchList(options.resolvConf ?? resolvConfPath);
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const known = findInFile(name) ?? resolveLoopback(name);
    if (known !== undefined) {
      return known;
    }
    const dns = new DnsResolver({ timeout: firstTryMs, tries });
    if (servers !== undefined && servers.length > 0) {
      dns.setServers(servers);
    }
    const names = host.endsWith(".") ? [name] : searchList(name);
    return await resolveWithinTime(dns, names, { host, limitMs: timeoutMs });
  };
}

/** RFC 6761, section 6.3: queries for these names are never sent to a name server. */
function resolveLoopback(name: string): readonly string[] | undefined {
  return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : undefined;
}

/** Returns the addresses of the first name that has any. Queries that still run at the end are cancelled. */
async function resolveWithinTime(
  dns: DnsResolver,
  names: readonly string[],
  lookup: Lookup,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EgressError("host-lookup-timeout", undefined, lookup));
    }, lookup.limitMs);
  });
  try {
    return await Promise.race([late, resolveFirst(dns, names, lookup)]);
  } finally {
    clearTimeout(timer);
    dns.cancel();
  }
}

async function resolveFirst(
  dns: DnsResolver,
  names: readonly string[],
  lookup: Lookup,
): Promise<readonly string[]> {
  let failure: unknown;
  for (const name of names) {
    try {
      const addresses = await resolveBothFamilies(dns, name);
      if (addresses.length > 0) {
        return addresses;
      }
    } catch (error) {
      // As in getaddrinfo: when the servers of one search domain fail, the name may still be found in the next one.
      failure ??= error;
    }
  }
  if (failure === undefined) {
    throw new EgressError("host-not-found", undefined, lookup);
  }
  const reason =
    readErrorCode(failure) === "ETIMEOUT" ? "host-lookup-timeout" : "host-lookup-failed";
  throw new EgressError(reason, failure, lookup);
}

/**
 * The addresses of a name; an empty list when it is known to have none.
 *
 * @throws the error of c-ares, when no address was found and one of the two queries was not answered
 */
async function resolveBothFamilies(dns: DnsResolver, name: string): Promise<readonly string[]> {
  const answers: [readonly string[], readonly string[]] = [[], []];
  const some = Promise.withResolvers<void>();
  let failure: unknown;
  const ask = async (family: 0 | 1, question: Promise<readonly string[]>): Promise<void> => {
    try {
      answers[family] = await question;
      some.resolve();
    } catch (error) {
      if (!notFound.has(readErrorCode(error) ?? "")) {
        failure ??= error;
      }
    }
  };
  const both = Promise.all([ask(0, dns.resolve4(name)), ask(1, dns.resolve6(name))]);
  await Promise.race([both, some.promise.then(() => sleep(otherFamilyMs, undefined, unrefed))]);
  const addresses = answers.flat();
  if (addresses.length === 0 && failure !== undefined) {
    throw failure;
  }
  return addresses;
}

/** The process may end before it. */
const unrefed = { ref: false };

/** The codes of c-ares for a name that does not exist, has no address, or cannot be a name (Node, "DNS error codes"). */
const notFound: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
