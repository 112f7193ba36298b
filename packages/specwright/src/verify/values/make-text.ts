import { listPatternTexts, type TextPiece } from "@specwright/patterns";
import type { Random } from "./random.ts";

/** Bounds of a string, in code points. */
export interface TextBounds {
  readonly minLength: number;
  readonly maxLength: number;
}

/**
 * A string for a format or a pattern, or of random letters. If both a format and a pattern are given, it may not match
 * them.
 */
export function makeText(
  {
    format,
    pattern,
  }: { readonly format?: string | undefined; readonly pattern?: string | undefined },
  bounds: TextBounds,
  random: Random,
): string {
  const { minLength, maxLength } = bounds;
  if (pattern !== undefined) {
    const made = matchPattern(pattern, bounds, random);
    if (made !== undefined) {
      return made;
    }
  }
  const ofFormat = formats[format ?? ""]?.(random);
  if (ofFormat !== undefined) {
    return ofFormat;
  }
  const longest = Math.min(maxLength, Math.max(minLength, 1) + 12);
  return makeLetters(
    random,
    random.drawInteger(Math.min(Math.max(minLength, 1), longest), longest),
  );
}

function makeLetters(random: Random, length: number): string {
  return makeCharacters([letters, length, length], random);
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Two digits. */
function makeTwoDigits(random: Random, minimum: number, maximum: number): string {
  return String(random.drawInteger(minimum, maximum)).padStart(2, "0");
}

function makeDay(random: Random): string {
  return `20${makeTwoDigits(random, 10, 39)}-${makeTwoDigits(random, 1, 12)}-${makeTwoDigits(random, 1, 28)}`;
}

function makeTime(random: Random): string {
  return `${makeTwoDigits(random, 0, 23)}:${makeTwoDigits(random, 0, 59)}:${makeTwoDigits(random, 0, 59)}Z`;
}

function makeHex(random: Random, length: number): string {
  return Array.from({ length }, () => random.drawInteger(0, 15).toString(16)).join("");
}

function makeHost(random: Random): string {
  return `${makeLetters(random, 8)}.example.com`;
}

/** Generators for the formats of JSON Schema 2020-12 (Validation, section 7.3), and for some that OpenAPI adds. */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date: makeDay,
  time: makeTime,
  "date-time": (random) => `${makeDay(random)}T${makeTime(random)}`,
  duration: (random) => `P${random.drawInteger(1, 30)}D`,
  email: (random) => `${makeLetters(random, 6)}@example.com`,
  "idn-email": (random) => `${makeLetters(random, 6)}@example.com`,
  hostname: makeHost,
  "idn-hostname": makeHost,
  ipv4: (random) => `192.0.2.${random.drawInteger(1, 254)}`,
  ipv6: (random) => `2001:db8::${makeHex(random, 4)}`,
  uri: (random) => `https://${makeHost(random)}/${makeLetters(random, 4)}`,
  "uri-reference": (random) => `/${makeLetters(random, 6)}`,
  iri: (random) => `https://${makeHost(random)}/${makeLetters(random, 4)}`,
  "iri-reference": (random) => `/${makeLetters(random, 6)}`,
  "uri-template": (random) => `https://${makeHost(random)}/{${makeLetters(random, 3)}}`,
  uuid: (random) =>
    `${makeHex(random, 8)}-${makeHex(random, 4)}-4${makeHex(random, 3)}-a${makeHex(random, 3)}-${makeHex(random, 12)}`,
  "json-pointer": (random) => `/${makeLetters(random, 4)}`,
  "relative-json-pointer": (random) => `0/${makeLetters(random, 4)}`,
  regex: () => "^[a-z]+$",
  byte: (random) => Buffer.from(makeLetters(random, 6)).toString("base64"),
};

/** A string that matches a pattern, not considering its assertions. Undefined when the pattern cannot be read. */
function matchPattern(pattern: string, bounds: TextBounds, random: Random): string | undefined {
  return random
    .pick(listPatternTexts(pattern, { more: 4, ...bounds }))
    ?.map((piece) => (typeof piece === "string" ? piece : makeCharacters(piece, random)))
    .join("");
}

function makeCharacters(
  [characters, least, most]: Exclude<TextPiece, string>,
  random: Random,
): string {
  const list = [...characters];
  return Array.from({ length: random.drawInteger(least, most) }, () => random.pick(list)).join("");
}
