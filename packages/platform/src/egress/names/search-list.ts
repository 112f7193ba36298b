import { createSystemFile } from "./system-file.ts";

/** The file of the system's search domains (resolv.conf(5)). c-ares reads the name servers of the same file itself. */
export const resolvConfPath = "/etc/resolv.conf";

interface SearchDomains {
  readonly domains: readonly string[];
  /** A name with fewer dots may be one of a search domain. */
  readonly ndots: number;
}

/** As many as resolv.conf(5) allowed for long: each may cost two questions. */
const mostDomains = 6;

/**
 * The names that a name may stand for, in the order in which they are asked for: `db` in a container is `db.apps.internal`
 * before it is a name of its own, and `db.apps` is first itself and then `db.apps.svc.internal`. The C library asks for the
 * latter the other way around; here every public name would cost as many questions as there are domains in a
 * cluster, where `ndots` is 5.
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
