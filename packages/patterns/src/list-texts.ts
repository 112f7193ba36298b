import { type PatternNode, parsePattern } from "./parse-pattern.ts";
import { readPattern } from "./read-pattern.ts";

/** A text, or some characters out of the first text: at least the first number of them, and at most the second. */
export type TextPiece = string | readonly [characters: string, least: number, most: number];

/** How the texts of a pattern are chosen. */
export interface TextChoice {
  /** How often parts are repeated beyond their minimum. Repetitions may have no end. */
  readonly more: number;
  /** Characters that are taken where a part of the pattern matches some of them. Default: those of ASCII that can be printed. */
  readonly preferred?: string;
  /** Bounds of the length in code points. Texts keep to them if the pattern and `more` allow it. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * Texts that a pattern matches, each as pieces: several if the pattern has alternatives. Assertions are not considered, so
 * a text may not match. Empty when the pattern cannot be read, or has only texts of more than 100,000 characters.
 *
 * @example
 * ```ts
 * import { listPatternTexts } from "@specwright/patterns";
 *
 * listPatternTexts("^ord_[a-f]{6}$", { more: 4 }); // => [["ord_", ["abcdef", 6, 6]]]
 * ```
 */
export function listPatternTexts(
  pattern: string,
  choice: TextChoice,
): readonly (readonly TextPiece[])[] {
  const read = readPattern(pattern);
  return read.source === undefined
    ? []
    : listPieces(parsePattern(read.source).node, { ...choice, flags: read.flags })
        .slice(0, mostVariants)
        .map((pieces) => withinLengths(joinTexts(pieces), choice));
}

interface Reading extends TextChoice {
  readonly flags: string;
}

const mostVariants = 8;

/** Code points. A pattern can name more repetitions than a machine has memory for. */
const longestText = 100_000;

/** The texts of a node, each as pieces. */
function listPieces(node: PatternNode, reading: Reading): readonly (readonly TextPiece[])[] {
  switch (node.kind) {
    case "empty":
    case "start":
      return [[]];
    case "character": {
      const characters = listMatchedCharacters(node.source, reading);
      // The end of the text is represented by a character that no text contains.
      return [characters === "" ? [] : [[characters, 1, 1]]];
    }
    case "choice":
      return node.parts.flatMap((part) => listPieces(part, reading)).slice(0, mostVariants);
    case "sequence":
      return node.parts.reduce<readonly (readonly TextPiece[])[]>(
        (before, part) =>
          before
            .flatMap((start) => listPieces(part, reading).map((end) => [...start, ...end]))
            .filter((pieces) => sumLengths(pieces, 1) <= longestText)
            .slice(0, mostVariants),
        [[]],
      );
    case "repeat": {
      const { minimum } = node;
      const maximum = Math.min(node.maximum, minimum + reading.more);
      const parts = listPieces(node.part, reading);
      const isShort = (part: readonly TextPiece[]): boolean =>
        sumLengths(part, 1) * minimum <= longestText;
      return parts.filter(isShort).map((part) => {
        const [only] = part;
        if (only === undefined) {
          return [];
        }
        return part.length === 1 && typeof only === "object" && only[1] === only[2]
          ? [[only[0], only[1] * minimum, only[2] * maximum]]
          : Array.from({ length: Math.max(minimum, Math.min(maximum, 1)) }, () => part).flat();
      });
    }
    default:
      return node satisfies never;
  }
}

/** The pieces with the first number of characters that varies chosen so that texts have a length within bounds if they can. */
function withinLengths(
  pieces: readonly TextPiece[],
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: TextChoice,
): readonly TextPiece[] {
  const index = pieces.findIndex((piece) => typeof piece === "object" && piece[1] < piece[2]);
  const varied = pieces[index];
  if (typeof varied !== "object") {
    return pieces;
  }
  const [characters, least, most] = varied;
  const others = pieces.toSpliced(index, 1);
  const shortest = sumLengths(others, 1);
  const longest = sumLengths(others, 2);
  const from = Math.min(most, Math.max(least, minLength - shortest));
  const to = Math.max(from, Math.min(most, maxLength - longest));
  return pieces.toSpliced(index, 1, [characters, from, to]);
}

function sumLengths(pieces: readonly TextPiece[], bound: 1 | 2): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? [...piece].length : piece[bound]),
    0,
  );
}

/** Pieces of one character become texts. */
function joinTexts(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const isText = typeof piece === "object" && [...piece[0]].length === 1 && piece[1] === piece[2];
    const text = isText ? piece[0].repeat(piece[1]) : piece;
    const last = joined.at(-1);
    if (typeof text === "string" && typeof last === "string") {
      joined[joined.length - 1] = last + text;
    } else {
      joined.push(text);
    }
  }
  return joined;
}

/** The characters that an expression for one character matches: preferred ones, else others, else those that it writes. */
function listMatchedCharacters(source: string, { flags, preferred = "" }: Reading): string {
  const expression = new RegExp(`^(?:${source})$`, flags);
  const list = (characters: string): string =>
    [...characters].filter((character) => expression.test(character)).join("");
  return [preferred, printable, source].map(list).find((found) => found !== "") ?? "";
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(
  "",
);
