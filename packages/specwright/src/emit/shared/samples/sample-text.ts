import { listPatternTexts, type TextPiece } from "@specwright/patterns";
import { codePoints } from "@specwright/runtime/v1/values";
import type { Schema } from "../../../document/model/model.ts";
import { createTestPattern } from "../../../text/test-pattern.ts";

/** Texts that a schema clearly allows, by format. */
const formatTexts: ReadonlyMap<string, string> = new Map([
  ["uuid", "3f0c8a52-5b1d-4a2e-9c64-7d8e9f0a1b2c"],
  ["date", "2026-01-31"],
  ["date-time", "2026-01-31T09:30:00Z"],
  ["email", "ada@example.com"],
]);

/** Longer patterns, and longer texts, are not worth their time in an illustration. */
const longest = 200;

/** The steps that judging a pattern may take, about a millisecond: a document may have thousands of patterns. */
const patternSteps = 8_000;

/**
 * A text that the format, the pattern and the lengths of a schema allow. Undefined when none is found: a format other than
 * the usual ones, or a pattern that takes long to judge or looks ahead, may have none.
 *
 * @example
 * ```ts
 * sampleText({ pattern: "^ord_[A-Z]{3}\\d{2}$" }); // => "ord_ABC12"
 * sampleText({ format: "date" }); // => "2026-01-31"
 * sampleText({ minLength: 10 }); // => "exampleexa"
 * ```
 */
export function sampleText(schema: TextSchema): string | undefined {
  const { format, pattern, minLength = 0, maxLength = longest } = schema;
  const usual = format === undefined ? fitLength("example", schema) : formatTexts.get(format);
  const made = pattern === undefined || format !== undefined ? [] : makeTexts(pattern, schema);
  const test = createTestPattern(patternSteps);
  return [usual, ...made].find((text) => {
    const length = codePoints(text ?? "");
    return (
      text !== undefined &&
      length >= minLength &&
      length <= Math.min(maxLength, longest) &&
      (pattern === undefined || (pattern.length <= longest && test(pattern, text) === true))
    );
  });
}

type TextSchema = Pick<Schema, "format" | "maxLength" | "minLength" | "pattern">;

/** What illustrates a text of which no other is known. */
export function sampleAnyText({ format = "" }: Schema): string {
  return formatTexts.get(format) ?? "example";
}

function fitLength(word: string, { minLength = 0, maxLength = longest }: TextSchema): string {
  const least = Math.max(Math.min(minLength, longest), word.length);
  return word.repeat(Math.ceil(least / word.length)).slice(0, Math.min(maxLength, least));
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const preferred = `${letters}1234567890${letters.toUpperCase()}`;

function makeTexts(pattern: string, { minLength, maxLength }: TextSchema): readonly string[] {
  if (pattern.length > longest) {
    return [];
  }
  const bounds = { minLength: minLength ?? 0, maxLength: maxLength ?? longest };
  // Repetitions without an end are short, unless the text has to be longer.
  return [2, longest]
    .flatMap((more) => listPatternTexts(pattern, { more, preferred, ...bounds }))
    .map((pieces) => pieces.map(showPiece).join(""));
}

function showPiece(piece: TextPiece): string {
  if (typeof piece === "string") {
    return piece;
  }
  const [characters, least, most] = piece;
  const all = [...characters];
  const count = Math.min(Math.max(least, Math.min(most, 3)), longest);
  return Array.from({ length: count }, (_, index) => all[index % all.length]).join("");
}
