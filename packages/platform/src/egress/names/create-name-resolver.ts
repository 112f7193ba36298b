import { Resolver as DnsResolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Resolver } from "../addresses/checked-lookup.ts";
import { EgressError, type Lookup } from "../egress-error.ts";
import { createHostsFile, hostsPath } from "./hosts-file.ts";
import { createSearchList, resolvConfPath } from "./search-list.ts";

/** The sources of addresses; each is the system's own unless it is given. */
export interface NameResolverOptions {
  /** Addresses of name servers, with a port where it is not 53: `10.0.0.2`, `[2001:db8::1]:5353`. */
  readonly servers?: readonly string[];
  /** How long all of one name's questions may take together, in milliseconds. */
  readonly timeoutMs?: number;
  readonly hostsFile?: string;
  readonly resolvConf?: string;
}

/** Public names take some 100 ms. A name server that lost a packet is asked again within it. */
const defaultTimeoutMs = 5_000;

/** When c-ares asks again the first time; it waits longer each time after that, until our time is over. */
const firstTryMs = 1_000;
const tries = 3;

/**
 * How long the other family is waited for once one has addresses. RFC 8305, section 3 has 50 ms; name servers that never
 * answer for AAAA are common, and one that is merely slow should not be left out.
 */
const otherFamilyMs = 250;

/**
 * Resolves names without threads: `getaddrinfo` takes one of libuv's four for as long as a name server is silent, so that
 * four names that hang hold up every other name. Each name has a channel of c-ares to itself, so no name waits
 * for another, none makes a name server look bad to the others, and each question leaves from a port of its own.
 *
 * The order is that of `getaddrinfo`: the hosts file, then the name servers of resolv.conf, with its search domains. IPv4
 * addresses come first, since many containers have no way out by IPv6.
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
    return await withinTime(dns, names, { host, limitMs: timeoutMs });
  };
}

/** RFC 6761, section 6.3: these names never reach a name server. */
function resolveLoopback(name: string): readonly string[] | undefined {
  return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : undefined;
}

/** The first of the names that has addresses. Queries that still run at the end are given up. */
async function withinTime(
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
      const addresses = await bothFamilies(dns, name);
      if (addresses.length > 0) {
        return addresses;
      }
    } catch (error) {
      // As getaddrinfo does: a search domain whose servers fail does not hide the name in another one.
      failure ??= error;
    }
  }
  if (failure === undefined) {
    throw new EgressError("host-not-found", undefined, lookup);
  }
  const reason = readDnsCode(failure) === "ETIMEOUT" ? "host-lookup-timeout" : "host-lookup-failed";
  throw new EgressError(reason, failure, lookup);
}

/**
 * The addresses of a name; none when it is known to have none.
 *
 * @throws the error of c-ares, when no address was found and one of the two questions was not answered
 */
async function bothFamilies(dns: DnsResolver, name: string): Promise<readonly string[]> {
  const answers: [readonly string[], readonly string[]] = [[], []];
  const some = Promise.withResolvers<void>();
  let failure: unknown;
  const ask = async (family: 0 | 1, question: Promise<readonly string[]>): Promise<void> => {
    try {
      answers[family] = await question;
      some.resolve();
    } catch (error) {
      if (!notFound.has(readDnsCode(error))) {
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

/** The process need not stay for it. */
const unrefed = { ref: false };

/** The codes of c-ares for a name that does not exist, has no address, or cannot be a name (Node, "DNS error codes"). */
const notFound: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

function readDnsCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
