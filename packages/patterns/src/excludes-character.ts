import { isAnchored, type PatternNode, parsePattern } from "./parse-pattern.ts";
import { readPattern } from "./read-pattern.ts";

/**
 * Returns whether a pattern excludes all texts with a character: `^[a-z]+$` excludes a comma. `[a-z]+` does not,
 * because it may match a part of a string. Returns false when this is not certain.
 *
 * @example
 * ```ts
 * import { excludesCharacter } from "@specwright/patterns";
 *
 * excludesCharacter("^[a-z]+$", ","); // => true
 * excludesCharacter("[a-z]+", ","); // => false
 * ```
 */
export function excludesCharacter(pattern: string, character: string): boolean {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    return false;
  }
  const { node } = parsePattern(reading.source);
  return isAnchored(node) && isEnded(node) && !mayMatch(node, character, reading.flags);
}

/** Returns whether a match always ends at the end of the text. */
function isEnded(node: PatternNode): boolean {
  switch (node.kind) {
    case "start":
    case "empty":
      return false;
    case "character":
      return node.source === endOfText;
    case "choice":
      return node.parts.every(isEnded);
    case "repeat":
      return node.minimum > 0 && isEnded(node.part);
    case "sequence": {
      const last = node.parts.findLast(({ kind }) => kind !== "empty");
      return last !== undefined && isEnded(last);
    }
    default:
      return node satisfies never;
  }
}

/** `parsePattern` represents `$` by a character that no text contains. */
const endOfText = "[]";

function mayMatch(node: PatternNode, character: string, flags: string): boolean {
  switch (node.kind) {
    case "start":
    case "empty":
      return false;
    case "character":
      return new RegExp(`^(?:${node.source})$`, flags).test(character);
    case "choice":
    case "sequence":
      return node.parts.some((part) => mayMatch(part, character, flags));
    case "repeat":
      return mayMatch(node.part, character, flags);
    default:
      return node satisfies never;
  }
}
