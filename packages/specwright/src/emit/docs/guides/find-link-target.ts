import { posix } from "node:path";
import type { MarkdownLink } from "./list-links.ts";
import type { ParsedGuide } from "./parse-guide.ts";

/** Ids that every page has beside those of its headings. No heading can have the mark at the end. */
const ownIds: ReadonlySet<string> = new Set([
  "content",
  "navigation",
  "versions",
  "search-results",
]);

/** The id of a heading with an anchor. */
export function nameHeadingId(anchor: string): string {
  return ownIds.has(anchor) ? `${anchor}~` : anchor;
}

/** Where a link leads: the address on the page, and in its twin. */
export interface Target {
  readonly page: string;
  readonly twin: string;
  readonly image?: string;
}

/** Where links can lead. */
export interface Places {
  readonly guides: ReadonlyMap<string, ParsedGuide>;
  /** The Markdown pages of operations and schemas, by `operation:listPets` and `schema:Pet`. */
  readonly named: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, string>;
}

/** The target of a link; the problem of one that leads nowhere; undefined for an address that stays as it is. */
export function findLinkTarget(
  { address, isImage }: MarkdownLink,
  from: ParsedGuide,
  places: Places,
): Target | string | undefined {
  const [, kind = "", named = "", fragment = ""] =
    /^(operation|schema):([^#]*)(#.*)?$/s.exec(address) ?? [];
  if (kind !== "") {
    const page = places.named.get(`${kind}:${decode(named)}`);
    const link = page === undefined ? "" : `../${encodeURI(page)}`;
    return page === undefined
      ? `names ${kind === "schema" ? "a schema" : "an operation"} that the document does not have`
      : { page: `${link.replace(/\.md$/, ".html")}${fragment}`, twin: link };
  }
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(address)) {
    return undefined;
  }
  const [path = "", anchor] = address.split("#", 2);
  if (path === "") {
    return anchor === undefined ? undefined : findHeading(from, from, anchor);
  }
  const inside = posix.join(posix.dirname(from.file.path), decode(path.replace(/\?.*$/s, "")));
  if (inside === ".." || inside.startsWith("../")) {
    return "leads out of the folder of the guides";
  }
  const guide = places.guides.get(inside);
  if (guide !== undefined && !isImage) {
    return findHeading(from, guide, anchor);
  }
  if (!places.images.has(inside)) {
    return isImage
      ? "shows an image that is not in the folder"
      : "leads to a file that is not there";
  }
  const link = `./${inside.split("/").map(encodeSegment).join("/")}`;
  return { page: link, twin: link, image: inside };
}

/** The heading of a guide, or its beginning. */
function findHeading(
  from: ParsedGuide,
  { path, anchors }: ParsedGuide,
  written: string | undefined,
): Target | string {
  const anchor = written === undefined || written === "" ? undefined : decode(written);
  if (anchor !== undefined && !anchors.has(anchor)) {
    return "leads to a heading that is not there";
  }
  const isOwn = from.path === path;
  const link = `./${encodeURI(posix.basename(path))}`;
  if (anchor === undefined) {
    return { page: `${link}.html`, twin: `${link}.md` };
  }
  return {
    page: `${isOwn ? "" : `${link}.html`}#${encodeURI(nameHeadingId(anchor))}`,
    twin: `${isOwn ? "" : `${link}.md`}#${written}`,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is no escape stands for itself.
    return text;
  }
}

function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[()'*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
