import { upperFirst } from "./upper-first.ts";

/** How the words of a text become an identifier. */
export interface IdentifierOptions {
  /**
   * `keep` leaves letters as they are and joins what cannot stand in an identifier with `_`; `camel` and `pascal` join
   * words by case (`list-repos` to `listRepos`, `ListRepos`).
   */
  readonly style?: "keep" | "camel" | "pascal";
}

/** Longer identifiers are cut: they would make file names and lines that tools refuse. */
const maximumLength = 120;

/** Everything that a module cannot bind, or that changes meaning where it can (ECMA-262, section 12.7.2). */
const reserved: ReadonlySet<string> = new Set(
  (
    "arguments as async await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for from function get if implements import in infer instanceof interface is keyof let new " +
    "null of package private protected public readonly return satisfies set static super switch this throw true try " +
    "type typeof undefined unique using var void while with yield NaN Infinity globalThis " +
    // Names of types that TypeScript forbids to declare again.
    "any bigint boolean never number object string symbol unknown " +
    // A module that exports `then` is a promise to `import()`; the others reach the prototype of an object.
    "then __proto__ constructor prototype hasOwnProperty toString valueOf"
  ).split(" "),
);

/**
 * An identifier for any text, safe to declare, import and export in a JavaScript or TypeScript module. Never empty,
 * never a reserved word, at most 120 code points, the same for texts that differ only in Unicode normalization.
 * Two texts may give the same identifier, and it may be a global such as `Error`: scopes of names care for both.
 */
export function escapeIdentifier(text: string, { style = "keep" }: IdentifierOptions = {}): string {
  const known = escaped[style].get(text);
  if (known !== undefined) {
    return known;
  }
  const identifier = computeIdentifier(text, style);
  if (escaped[style].size >= maximumKept) {
    escaped[style].clear();
  }
  escaped[style].set(text, identifier);
  return identifier;
}

/** Targets ask for the identifiers of the same texts, and so does every run of one process. */
const escaped = {
  keep: new Map<string, string>(),
  camel: new Map<string, string>(),
  pascal: new Map<string, string>(),
};

/** More than the largest documents have; a process that works on many forgets them now and then. */
const maximumKept = 50_000;

function computeIdentifier(text: string, style: "keep" | "camel" | "pascal"): string {
  const joined = join(splitWords(text), style);
  const isShort = joined.length <= maximumLength;
  const cut = isShort ? joined : [...joined].slice(0, maximumLength).join("");
  const started = identifierStart.test(cut) ? cut : `_${cut}`;
  return reserved.has(started) ? `${started}_` : started;
}

/** The parts of a text that can stand in an identifier. Nearly all texts are ASCII, for which less has to be known. */
function splitWords(text: string): string[] {
  return ascii.test(text) ? text.split(/[^\w$]+/) : text.normalize("NFC").split(notIdentifier);
}

const ascii = /^[\0-\x7f]*$/;

/** Runs of characters that cannot stand in an identifier, lone surrogates among them, and those that are not seen. */
const notIdentifier = /(?:[^\p{ID_Continue}$]|\p{DI})+/u;
const identifierStart = /^[\p{ID_Start}$_]/u;

function join(words: readonly string[], style: "keep" | "camel" | "pascal"): string {
  if (style === "keep") {
    return words.join("_");
  }
  const parts = words.flatMap((word) => word.split("_")).filter((part) => part !== "");
  return parts
    .map((part, index) => (index === 0 && style === "camel" ? lowerFirst(part) : upperFirst(part)))
    .join("");
}

/** `URLList` becomes `urlList`, `ID` becomes `id`: a run of capitals is one word. */
function lowerFirst(word: string): string {
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+$|^\p{Lu}/u.exec(word)?.[0] ?? "";
  return capitals.toLowerCase() + word.slice(capitals.length);
}
