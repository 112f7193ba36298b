/**
 * A question with the known word that was probably meant, followed by a space: ``Did you mean `User`? ``. When up to
 * three words are equally close, it names them all. Empty when no known word is close.
 *
 * @param format Formats a word for display, for example as the whole reference that contains it.
 * @example
 * ```ts
 * import { askDidYouMean } from "specwright/nearest";
 *
 * askDidYouMean("Usr", ["User", "Tool"]); // => "Did you mean `User`? "
 * ```
 */
export function askDidYouMean(
  word: string,
  known: Iterable<string>,
  format: (word: string) => string = (each) => each,
): string {
  const words = findNearest(word, known).map((each) => `\`${format(each)}\``);
  const last = words.pop();
  if (last === undefined) {
    return "";
  }
  return `Did you mean ${words.length === 0 ? last : `${words.join(", ")} or ${last}`}? `;
}

/**
 * The known words that are closest to a word, by the number of edits: one letter more, less or exchanged, or two
 * neighbours swapped. Upper and lower case are equal. Empty when even the closest word needs too many edits for the
 * length of the word, or when more than three are equally close, because that would be a guess.
 *
 * @example
 * ```ts
 * import { findNearest } from "specwright/nearest";
 *
 * findNearest("lits", ["list", "get"]); // => ["list"]
 * ```
 */
export function findNearest(word: string, known: Iterable<string>): readonly string[] {
  const wanted = word.toLowerCase();
  let fewest = countAllowedEdits(wanted);
  let words: string[] = [];
  let compared = 0;
  for (const each of known) {
    compared += 1;
    if (compared > maximumCompared || word.length > maximumLength) {
      break;
    }
    const edits = each === word ? Number.POSITIVE_INFINITY : countEditsWithin(wanted, each, fewest);
    if (edits < fewest) {
      fewest = edits;
      words = [];
    }
    if (edits <= fewest) {
      words.push(each);
    }
  }
  return words.length > 3 ? [] : words;
}

/** A hostile document can have very many and very long words, and a suggestion is not worth much time. */
const maximumCompared = 10_000;
const maximumLength = 100;

/** At most one edit in short words and three in long ones: `Usr` is close to `User`, and `thing` is not close to `then`. */
function countAllowedEdits({ length }: string): number {
  if (length < 6) {
    return length < 3 ? 0 : 1;
  }
  return length < 10 ? 2 : 3;
}

/** The number of edits between two words (optimal string alignment); infinite when it is over the limit. */
function countEditsWithin(word: string, known: string, limit: number): number {
  if (Math.abs(word.length - known.length) > limit) {
    return Number.POSITIVE_INFINITY;
  }
  const other = known.toLowerCase();
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        word[row - 1] === other[column - 2] &&
        word[row - 2] === other[column - 1];
      next.push(
        Math.min(
          readColumn(last, column) + 1,
          readColumn(next, column - 1) + 1,
          readColumn(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? readColumn(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...next) > limit) {
      return Number.POSITIVE_INFINITY;
    }
    before = last;
    last = next;
  }
  const edits = readColumn(last, other.length);
  return edits > limit ? Number.POSITIVE_INFINITY : edits;
}

function readColumn(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
