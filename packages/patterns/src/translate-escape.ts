import { type Cursor, scan } from "./cursor.ts";
import { rejectForeign } from "./foreign.ts";
import { posixClasses } from "./posix-classes.ts";

/** An escape, translated to ECMA-262 with the flag `u`. */
export interface TranslatedEscape {
  readonly text: string;
  /** True when it matches one character, which may begin or end a range in a class. */
  readonly isCharacter: boolean;
  readonly widened?: string;
}

/** Reads the escape at the cursor, which is after the backslash. */
export function translateEscape(cursor: Cursor, place: EscapePlace): TranslatedEscape {
  const character = scan(cursor, /./suy)?.[0];
  if (character === undefined) {
    return rejectForeign("it ends with a backslash");
  }
  if (!/[0-9a-zA-Z]/.test(character)) {
    return { text: escapeLiteral(character, place !== "pattern"), isCharacter: true };
  }
  return (
    translateNumber(character, cursor, place) ??
    translateProperty(character, cursor, place) ??
    translateCode(character, cursor) ??
    translateAnchor(character, place) ??
    translateLetter(character, cursor, place)
  );
}

/** The place of an escape. */
export type EscapePlace = "pattern" | "class" | "negated class";

/** A character in the form in which a pattern matches it literally. */
export function escapeLiteral(character: string, isInClass: boolean): string {
  const isSyntax = /[\^$\\.*+?()[\]{}|/]/.test(character) || (isInClass && character === "-");
  return isSyntax ? `\\${character}` : character;
}

/** References to groups, and octal codes: `\012`. */
function translateNumber(
  character: string,
  cursor: Cursor,
  place: EscapePlace,
): TranslatedEscape | undefined {
  if (!/[0-9]/.test(character)) {
    return undefined;
  }
  const digits = character + (scan(cursor, /\d*/y)?.[0] ?? "");
  if (/^0[0-7]{0,2}$/.test(digits)) {
    return translateCodePoint(digits, 8);
  }
  return place === "pattern" && character !== "0"
    ? { text: `\\${digits}`, isCharacter: false }
    : rejectForeign(`\`\\${digits}\` is a code in some engines and a group in others`);
}

/** Reads `\x41`, `\u0041`, their longer forms in Perl (`\x{1f600}`) and Python (`\U0001f600`), and characters with a name. */
function translateCode(character: string, cursor: Cursor): TranslatedEscape | undefined {
  const named = namedCharacters.get(character);
  if (named !== undefined) {
    return { text: named, isCharacter: true };
  }
  const expression = codes.get(character);
  if (expression === undefined) {
    return undefined;
  }
  const found = scan(cursor, expression);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined
    ? rejectForeign(`\`\\${character}\` is not followed by the code of a character`)
    : translateCodePoint(digits, 16);
}

const codes: ReadonlyMap<string, RegExp> = new Map([
  ["x", /([\da-f]{2})|\{([\da-f]{1,6})\}/iy],
  ["u", /([\da-f]{4})|\{([\da-f]{1,6})\}/iy],
  ["U", /([\da-f]{8})/iy],
]);

/** `\a` and `\e` mean the same in all engines that support them. */
const namedCharacters: ReadonlyMap<string, string> = new Map([
  ["a", "\\x07"],
  ["e", "\\x1b"],
  ...["f", "n", "r", "t", "v"].map((name) => [name, `\\${name}`] as const),
]);

function translateCodePoint(digits: string, radix: number): TranslatedEscape {
  return { text: `\\u{${Number.parseInt(digits, radix).toString(16)}}`, isCharacter: true };
}

/**
 * Translates the escapes for the beginning and the end of the text, which ECMA-262 does not have. In JavaScript without
 * `u`, `\A` would be the letter A.
 */
function translateAnchor(character: string, place: EscapePlace): TranslatedEscape | undefined {
  if (place !== "pattern" || !/[AzZ]/.test(character)) {
    return undefined;
  }
  if (character === "Z") {
    return {
      text: "(?=\\n?$)",
      isCharacter: false,
      widened: "a line feed is allowed behind `\\Z`, as in Perl, Java and .NET but not in Python",
    };
  }
  return { text: character === "A" ? "^" : "$", isCharacter: false };
}

function translateLetter(character: string, cursor: Cursor, place: EscapePlace): TranslatedEscape {
  if (/[dDsSwW]/.test(character)) {
    return { text: `\\${character}`, isCharacter: false };
  }
  if (character === "b") {
    return { text: "\\b", isCharacter: place !== "pattern" };
  }
  const rest = place === "pattern" && character === "k" ? scan(cursor, /<[^>]*>/y)?.[0] : undefined;
  const control = character === "c" ? scan(cursor, /[a-z]/iy)?.[0] : undefined;
  if (rest !== undefined || control !== undefined) {
    return { text: `\\${character}${rest ?? control}`, isCharacter: control !== undefined };
  }
  if (place === "pattern" && character === "B") {
    return { text: "\\B", isCharacter: false };
  }
  return rejectForeign(
    /[hH]/.test(character)
      ? `\`\\${character}\` is about spaces in Perl and Java, and about hexadecimal digits in Ruby`
      : `\`\\${character}\` is not an escape of ECMA-262, and engines differ about it`,
  );
}

/**
 * Translates `\p{…}`: as in ECMA-262, with the shorter names of other engines (`\pL`, `\p{IsAlphabetic}`), and Java's
 * POSIX classes.
 */
function translateProperty(
  character: string,
  cursor: Cursor,
  place: EscapePlace,
): TranslatedEscape | undefined {
  if (!/[pP]/.test(character)) {
    return undefined;
  }
  const found = scan(cursor, /([A-Z])|\{(\^?)([^}^]*)\}/y);
  if (found === undefined) {
    return rejectForeign(`\`\\${character}\` names no property`);
  }
  const [, letter, caret, written = letter ?? ""] = found;
  const isNegated = (character === "P") !== (caret === "^");
  const name = [written, written.replace(/^Is/, "")].find(isProperty);
  if (name !== undefined) {
    return { text: `\\${isNegated ? "P" : "p"}{${name}}`, isCharacter: false };
  }
  const posix = posixClasses.get(written.toLowerCase());
  if (posix === undefined) {
    return rejectForeign(`engines differ about \`\\${character}{${written}}\``);
  }
  const isWide = (place === "negated class") === isNegated;
  const set = isWide ? posix.unicode : posix.ascii;
  if (isNegated && place !== "pattern") {
    return rejectForeign(`engines differ about \`\\P{${written}}\``);
  }
  const text = place === "pattern" ? `[${isNegated ? "^" : ""}${set}]` : set;
  return { text, isCharacter: false, ...noteWidened(`\\${character}{${written}}`, posix) };
}

function isProperty(name: string): boolean {
  try {
    return /^[\w=]+$/.test(name) && new RegExp(`\\p{${name}}`, "u").unicode;
  } catch {
    // A SyntaxError means that ECMA-262 does not have this property.
    return false;
  }
}

/** The note about a class that some engines read as ASCII and others as Unicode. */
export function noteWidened(
  written: string,
  { ascii, unicode }: { readonly ascii: string; readonly unicode: string },
): { readonly widened?: string } {
  return ascii === unicode
    ? {}
    : {
        widened: `\`${written}\` is what Unicode means by it in some engines, and ASCII in others`,
      };
}
