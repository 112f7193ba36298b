import { listPatternTexts } from "@specwright/patterns";

/** Short texts that a pattern probably matches, and one a little longer than each. */
export function listMatchingTexts(pattern: string): readonly string[] {
  const pieces = listPatternTexts(pattern, { more: 4, preferred: letters });
  const write = (isLong: boolean): readonly string[] =>
    pieces.map((list) =>
      list
        .map((piece) =>
          typeof piece === "string"
            ? piece
            : ([...piece[0]][0] ?? "").repeat(isLong ? piece[2] : piece[1]),
        )
        .join(""),
    );
  return [...new Set([...write(false), ...write(true)])].filter(({ length }) => length <= longest);
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Longer texts are slow to match and show nothing more. */
const longest = 1000;
