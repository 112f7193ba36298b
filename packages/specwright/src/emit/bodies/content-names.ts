import { hash } from "node:crypto";
import { firstFree } from "../../first-free.ts";
import { escapeIdentifier } from "../../text/identifier.ts";

/** Names of things that have none in the document, in one scope. Equal contents have one name. */
export interface ContentNames {
  /**
   * The name of a content, such as a regular expression. A short one is named by itself, so that its name stays when a
   * document gets more in front of it; a long one by its first use. Names that are taken get digits of a hash.
   *
   * @param stem The kind of thing; names begin with it.
   * @param words Words that describe the content to a reader.
   * @param place Words for its first use, such as an operation; a long content without one is cut and gets digits of a hash.
   */
  readonly name: (
    content: string,
    stem: string,
    words: readonly string[],
    place?: readonly string[],
  ) => string;
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
  const name: ContentNames["name"] = (content, stem, words, place) => {
    const known = names.get(content);
    if (known !== undefined) {
      return known;
    }
    const isTaken = (each: string): boolean => taken.has(each);
    const short = contentName(content, stem, words, place);
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

/**
 * An identifier for the subject of a content, or for the place of its first use when the subject is long. A long one without
 * a short place is cut and ends in some digits of a hash.
 */
export function contentName(
  content: string,
  stem: string,
  words: readonly string[],
  place: readonly string[] = words,
): string {
  const text = joinWords([stem, ...words]);
  const short = [text, joinWords([stem, ...place])].find((each) => each.length <= maximumLength);
  if (short !== undefined) {
    return short;
  }
  // Escaped again, because the cut may have left half of a character.
  return `${escapeIdentifier(text.slice(0, cutLength).replace(/_[^_]*$/, ""))}_${hashContentName(content)}`;
}

function joinWords(words: readonly string[]): string {
  return escapeIdentifier(words.join("_").replaceAll("$", "_")).replace(/_+(?=_|$)/g, "");
}

function hashContentName(content: string): string {
  return hash("sha256", content, "hex").slice(0, 4);
}
