import { toUpperFirst } from "./upper-first.ts";

/** How the words of a string are joined into an identifier. */
export interface IdentifierOptions {
  /**
   * `keep` leaves letters unchanged and replaces characters that an identifier cannot have by `_`. `camel` and `pascal`
   * join words by case: `list-repos` becomes `listRepos` or `ListRepos`.
   */
  readonly style?: "keep" | "camel" | "pascal";
}

/** Longer identifiers are cut, because some tools reject the file names and lines that contain them. */
const maximumLength = 120;

/**
 * Names that a module cannot bind, and names that it can bind with a change of meaning, such as `undefined` (ECMA-262,
 * section 12.7.2).
 */
const reserved: ReadonlySet<string> = new Set(
  (
    "arguments as async await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for from function get if implements import in infer instanceof interface is keyof let new " +
    "null of package private protected public readonly return satisfies set static super switch this throw true try " +
    "type typeof undefined unique using var void while with yield NaN Infinity globalThis " +
    // Names of types that TypeScript does not allow to be declared again.
    "any bigint boolean never number object string symbol unknown " +
    // `import()` treats a module that exports `then` as a promise. The other names reach the prototype of an object.
    "then __proto__ constructor prototype hasOwnProperty toString valueOf"
  ).split(" "),
);

/**
 * Makes an identifier from any string. It is safe to declare, import and export in a JavaScript or TypeScript module:
 * never empty, never a reserved word, and at most 120 code points. Texts that differ only in Unicode normalization have
 * the same identifier. Two different texts may also have the same identifier, and it may be the name of a global such
 * as `Error`: the scopes of names resolve both.
 *
 * @example
 * ```ts
 * import { escapeIdentifier } from "specwright/target";
 *
 * escapeIdentifier("list pets", { style: "camel" }); // => "listPets"
 * ```
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

/** A text that is a legal name, such as that of an operation, as it is. Other texts are words to be joined. */
export function camelCaseUnlessLegal(text: string): string {
  return escapeIdentifier(text) === text ? text : escapeIdentifier(text, { style: "camel" });
}

/** Several targets need the identifiers of the same texts, and so does every run of one process. */
const escaped = {
  keep: new Map<string, string>(),
  camel: new Map<string, string>(),
  pascal: new Map<string, string>(),
};

/** More identifiers than the largest documents have. A process that works on many documents empties the maps at this size. */
const maximumKept = 50_000;

function computeIdentifier(text: string, style: "keep" | "camel" | "pascal"): string {
  const joined = style === "pascal" && pascalCase.test(text) ? text : join(splitWords(text), style);
  const isShort = joined.length <= maximumLength;
  const cut = isShort ? joined : [...joined].slice(0, maximumLength).join("");
  const started = identifierStart.test(cut) ? cut : `_${cut}`;
  return reserved.has(started) ? `${started}_` : started;
}

/** Matches most names of schemas, which are identifiers already. */
const pascalCase = /^[A-Z][A-Za-z0-9$]*$/;

/**
 * The parts of a string that an identifier can contain. Nearly all texts are ASCII, for which a simpler expression is
 * enough.
 */
function splitWords(text: string): string[] {
  return ascii.test(text) ? text.split(/[^\w$]+/) : text.normalize("NFC").split(notIdentifier);
}

const ascii = /^[\0-\x7f]*$/;

/** Runs of characters that an identifier cannot contain, including lone surrogates, and of invisible characters. */
const notIdentifier = /(?:[^\p{ID_Continue}$]|\p{DI})+/u;
const identifierStart = /^[\p{ID_Start}$_]/u;

function join(words: readonly string[], style: "keep" | "camel" | "pascal"): string {
  if (style === "keep") {
    return words.join("_");
  }
  const parts = words.flatMap((word) => word.split("_")).filter((part) => part !== "");
  return parts
    .map((part, index) =>
      index === 0 && style === "camel" ? lowerFirst(part) : toUpperFirst(part),
    )
    .join("");
}

/** Changes the first word to lower case. A run of capitals is one word: `URLList` becomes `urlList` and `ID` becomes `id`. */
function lowerFirst(word: string): string {
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+$|^\p{Lu}/u.exec(word)?.[0] ?? "";
  return capitals.toLowerCase() + word.slice(capitals.length);
}
