import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the links of a site's pages that lead to a file or an address in a page that does not exist, such as
 * `tags/pets.html: operations/list.html#response-200`. Links to other hosts, and to paths of the host outside the site, are
 * not followed: those of descriptions are the author's.
 *
 * @param pages Paths of its HTML files, relative to its folder, which is `/docs/` on its host.
 */
export function findBrokenLinks(site: string, pages: readonly string[]): readonly string[] {
  const addresses = new Map<string, ReadonlySet<string>>();
  const readAddresses = (path: string): ReadonlySet<string> => {
    const known = addresses.get(path) ?? collectAddresses(readFileSync(join(site, path), "utf8"));
    addresses.set(path, known);
    return known;
  };
  const isBroken = (page: string, link: string): boolean => {
    const url = new URL(link, `https://site.example/docs/${page}`);
    if (url.host !== "site.example" || !url.pathname.startsWith("/docs/")) {
      return false;
    }
    const path = decodeURIComponent(url.pathname).slice("/docs/".length) || "index.html";
    const id = decodeURIComponent(url.hash.slice(1));
    const isThere = existsSync(join(site, path));
    return !isThere || (id !== "" && path.endsWith(".html") && !readAddresses(path).has(id));
  };
  return pages.flatMap((page) =>
    listLinks(readFileSync(join(site, page), "utf8"))
      .filter((link) => isBroken(page, link))
      .map((link) => `${page}: ${link}`),
  );
}

/** The values of attributes that lead somewhere. Our templates write every attribute in double quotes. */
function listLinks(html: string): readonly string[] {
  const found = html.matchAll(/\s(?:href|src)="(?<link>[^"]*)"/gu);
  return [...new Set([...found].map(({ groups }) => decodeText(groups?.link ?? "")))];
}

function collectAddresses(html: string): ReadonlySet<string> {
  return new Set(
    [...html.matchAll(/\sid="(?<id>[^"]*)"/gu)].map(({ groups }) => decodeText(groups?.id ?? "")),
  );
}

function decodeText(text: string): string {
  return text
    .replace(/&#x(?<code>[0-9a-f]+);/giu, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
