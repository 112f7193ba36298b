import { createSystemFile } from "./system-file.ts";

/**
 * The file with the system's search domains (resolv.conf(5)). c-ares itself reads the name servers from the same
 * file.
 */
export const resolvConfPath = "/etc/resolv.conf";

interface SearchDomains {
  readonly domains: readonly string[];
  /** A name with fewer dots than this may be relative to a search domain. */
  readonly ndots: number;
}

/**
 * The number of search domains that are used. resolv.conf(5) had this limit for many years. Each domain may cost two
 * queries.
 */
const mostDomains = 6;

/**
 * Returns the full names to try for a name, in order. With the search domain `svc.internal`, `db` is tried as
 * `db.svc.internal` and then as `db`, while `db.apps` is tried as itself and then as `db.apps.svc.internal`. The C
 * library tries `db.apps` the other way around. In a cluster, where `ndots` is 5, every public name would then cost
 * as many queries as there are search domains.
 */
export function createSearchList(path: string): (name: string) => readonly string[] {
  const read = createSystemFile(path, parseSearchDomains);
  return (name) => {
    const { domains, ndots } = read();
    const dots = name.split(".").length - 1;
    const within = dots < ndots ? domains.map((domain) => `${name}.${domain}`) : [];
    return dots === 0 ? [...within, name] : [name, ...within];
  };
}

/** The last `search` or `domain` counts. */
function parseSearchDomains(text: string): SearchDomains {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split("\n")) {
    const [keyword, ...values] = (line.split(/[#;]/, 1)[0] ?? "").trim().split(/\s+/);
    if (keyword === "search" || keyword === "domain") {
      domains = values.map((domain) => domain.toLowerCase().replace(/\.$/, ""));
    } else if (keyword === "options") {
      const option = values.find((value) => /^ndots:\d+$/.test(value));
      ndots = option === undefined ? ndots : Number(option.slice("ndots:".length));
    }
  }
  return { domains: domains.filter((domain) => domain !== "").slice(0, mostDomains), ndots };
}
