import { createHash } from "node:crypto";
import type { OutputFile } from "../../output-file.ts";
import { escapeXml } from "../../text/escape-xml.ts";
import { toOneLine } from "../../text/without-invisible.ts";
import type { EmitContext } from "../target.ts";
import { createMarkdown } from "./site/markdown-html.ts";

/** A feed of the changes of an API. */
export interface FeedInput {
  /** The id of the feed, which never changes. */
  readonly id: string;
  readonly title: string;
  /** The address of the site. Without it, links are relative to the feed. */
  readonly url: string | undefined;
  /** The newest first. */
  readonly versions: readonly FeedVersion[];
}

/** A version and its changes. */
export interface FeedVersion {
  readonly version: string;
  readonly folder: string;
  /** The time at which the version was added to the site: `2026-11-27T12:00:00Z`. */
  readonly added: string;
  /** The changes as Markdown, one a line. */
  readonly lines: readonly string[];
}

/** Versions in the feed. Readers of feeds keep what they have seen. */
const maximumVersions = 30;

/** Changes of a version in the feed. Its page has all of them. */
const maximumLines = 100;

/** The file of the feed in the folder of the site: Atom (RFC 4287). */
const feedPath = "feed.xml";

/** Emits the feed. Each version is an entry, whose id stays the same when the address or the title of the site changes. */
export function emitFeed(
  { id, title, url, versions }: FeedInput,
  render: EmitContext["render"],
): OutputFile {
  const base = url === undefined ? "" : `${url.replace(/\/*$/, "")}/`;
  const entries = versions.slice(0, maximumVersions).map(({ version, folder, added, lines }) => ({
    id: nameEntry(id, version),
    title: escapeXml(`${title} ${toOneLine(version)}`),
    link: escapeXml(`${base}${encodeURI(folder)}/changes.html`),
    updated: escapeXml(added),
    content: escapeXml(
      renderLines(
        lines,
        version === versions.at(-1)?.version ? "The first version." : "No changes.",
      ),
    ),
  }));
  const times = versions.map(({ added }) => added).toSorted();
  return {
    path: feedPath,
    content: render("docs/feed.xml", {
      id: escapeXml(id),
      title: escapeXml(`${title}: what changed`),
      author: escapeXml(title),
      updated: escapeXml(times.at(-1) ?? ""),
      self: base === "" ? "" : escapeXml(base + feedPath),
      link: escapeXml(`${base}versions.html`),
      entries,
    }),
  };
}

/** The id of a feed, made from what identifies the API when its site is made. Later it is kept. */
export function nameFeed(text: string): string {
  const hex = createHash("sha256").update(text.toWellFormed()).digest("hex");
  // A UUID of one's own making: version 8 of RFC 9562, section 5.8.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-")}`;
}

function nameEntry(feed: string, version: string): string {
  return nameFeed(JSON.stringify([feed, version]));
}

function renderLines(lines: readonly string[], otherwise: string): string {
  const more = lines.length - maximumLines;
  const shown = lines.slice(0, maximumLines).map((line) => `- ${line}`);
  const text = [...shown, ...(more > 0 ? ["", `And ${more} more.`] : [])].join("\n");
  return createMarkdown()(text === "" ? otherwise : text);
}
