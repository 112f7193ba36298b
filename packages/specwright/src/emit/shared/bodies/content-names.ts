import { hash } from "node:crypto";
import { findFirstFree } from "../../../first-free.ts";
import { escapeIdentifier } from "../../../text/identifier.ts";

/** Names for things that have no name in the document, in one scope. Equal contents have the same name. */
export interface ContentNames {
  /**
   * The name of a content, such as a regular expression. A short content is named after itself, so that its name stays
   * the same when content is added before it in the document. A long one is named after the place of its first use, and
   * so is one whose name is already in use. When that name is in use too, digits of a hash are added.
   *
   * @param stem The kind of thing. Its names begin with this word.
   * @param words Words that describe the content to a reader.
   * @param place Words for the place of its first use, such as an operation. Without them, the name of a long content
   * is cut and gets digits of a hash.
   */
  readonly name: (
    content: string,
    stem: string,
    words: readonly string[],
    place?: readonly string[],
  ) => string;
  /** Every content with its name, in the order in which they were named. */
  readonly list: () => readonly { readonly content: string; readonly name: string }[];
}

/**
 * Opens a scope.
 *
 * @param reserved names that the scope uses for other things
 */
export function createContentNames(reserved: Iterable<string> = []): ContentNames {
  const names = new Map<string, string>();
  const taken = new Set(reserved);
  const last = new Map<string, number>();
  const nameContentOnce: ContentNames["name"] = (content, stem, words, place) => {
    const known = names.get(content);
    if (known !== undefined) {
      return known;
    }
    const isTaken = (each: string): boolean => taken.has(each);
    const wanted =
      listShortNames(stem, words, place).find((each) => !isTaken(each)) ??
      nameClash(content, stem, words, place);
    const free = findFirstFree(wanted, isTaken, { separator: "_", last });
    taken.add(free);
    names.set(content, free);
    return free;
  };
  return {
    name: nameContentOnce,
    list: () => [...names].map(([content, free]) => ({ content, name: free })),
  };
}

/** Longer names would make the surrounding code hard to read. */
const maximumLength = 80;
/** The length to which a name is cut before the digits of its hash are added. */
const cutLength = 40;

/**
 * An identifier made from the words of a content or, when these are too long, from the place of its first use. When
 * both are too long, the name is cut and ends with digits of a hash.
 */
export function nameContent(
  content: string,
  stem: string,
  words: readonly string[],
  place: readonly string[] = words,
): string {
  return listShortNames(stem, words, place)[0] ?? nameClash(content, stem, words, place);
}

/** The names after the content and after its place, except those that are too long. */
function listShortNames(
  stem: string,
  words: readonly string[],
  place: readonly string[] = words,
): readonly string[] {
  const text = joinWords([stem, ...words]);
  const ofPlace = joinWords([stem, ...place]);
  return [
    ...(text.length <= maximumLength ? [text] : []),
    ...(place !== words && ofPlace.length <= maximumLength ? [ofPlace] : []),
  ];
}

/** A name with digits of a hash, for a content whose other names are too long or already in use. */
function nameClash(
  content: string,
  stem: string,
  words: readonly string[],
  place: readonly string[] = words,
): string {
  const [short] = listShortNames(stem, words, place);
  const text = joinWords([stem, ...words]);
  // Escaped again, because the cut may have left a lone surrogate.
  const name = short ?? escapeIdentifier(text.slice(0, cutLength).replace(/_[^_]*$/, ""));
  return `${name}_${hashContentName(content)}`;
}

function joinWords(words: readonly string[]): string {
  return escapeIdentifier(words.join("_").replaceAll("$", "_")).replace(/_+(?=_|$)/g, "");
}

function hashContentName(content: string): string {
  return hash("sha256", content, "hex").slice(0, 4);
}
