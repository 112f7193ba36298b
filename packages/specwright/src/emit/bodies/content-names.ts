import { hash } from "node:crypto";
import { firstFree } from "../../first-free.ts";
import { escapeIdentifier } from "../../text/identifier.ts";

/** Names of things that have none in the document, in one scope. Equal contents have one name. */
export interface ContentNames {
  /**
   * The name of a content, such as a regular expression. It is made of the content alone, so that it stays when a
   * document gets more in front of it.
   *
   * @param stem The kind of thing; names begin with it.
   * @param words Words that describe the content to a reader.
   */
  readonly name: (content: string, stem: string, words: readonly string[]) => string;
  /** Every content with its name, in the order in which they were named. */
  readonly all: () => readonly { readonly content: string; readonly name: string }[];
}

/**
 * Opens a scope.
 *
 * @param reserved names that the scope has for other things
 */
export function createContentNames(reserved: Iterable<string> = []): ContentNames {
  const names = new Map<string, string>();
  const taken = new Set(reserved);
  const last = new Map<string, number>();
  const name: ContentNames["name"] = (content, stem, words) => {
    const known = names.get(content);
    if (known !== undefined) {
      return known;
    }
    const isTaken = (each: string): boolean => taken.has(each);
    const short = contentName(content, stem, words);
    const wanted = isTaken(short) ? `${short}_${hashContentName(content)}` : short;
    const free = firstFree(wanted, isTaken, { separator: "_", last });
    taken.add(free);
    names.set(content, free);
    return free;
  };
  return { name, all: () => [...names].map(([content, free]) => ({ content, name: free })) };
}

/** Longer names would hide the code around them. */
const maximumLength = 56;
/** The length to which words are cut before the digits that make the name unique. */
const cutLength = 40;

/** An identifier for the subject of a content. A long one is cut and ends in some digits of a hash. */
export function contentName(content: string, stem: string, words: readonly string[]): string {
  const text = escapeIdentifier([stem, ...words].join("_").replaceAll("$", "_")).replace(
    /_+(?=_|$)/g,
    "",
  );
  if (text.length <= maximumLength) {
    return text;
  }
  // Escaped again, because the cut may have left half of a character.
  return `${escapeIdentifier(text.slice(0, cutLength).replace(/_[^_]*$/, ""))}_${hashContentName(content)}`;
}

function hashContentName(content: string): string {
  return hash("sha256", content, "hex").slice(0, 4);
}
