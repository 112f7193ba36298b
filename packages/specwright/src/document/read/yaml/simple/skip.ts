import type { Wanted } from "../../text/wanted.ts";
import { dash, isIndicator, type Scanner, space, toContent } from "./scanner.ts";

/**
 * Returns whether a member has to be read, and sets the wanted pointers inside it. When all places are wanted, every
 * member has to be read.
 *
 * @param wanted The wanted pointers in the surrounding map or sequence.
 */
export function isWanted(scanner: Scanner, wanted: Wanted | undefined, name: string): boolean {
  scanner.wanted = wanted?.children.get(name);
  return wanted === undefined || scanner.wanted !== undefined;
}

/**
 * Moves past the value of a map's member, to the next content after it. The value is not checked: places are only
 * searched in texts that were read before.
 */
export function skipMember(scanner: Scanner, indent: number): void {
  do {
    toNextLine(scanner, indent);
  } while (isInside(scanner, indent) || (scanner.indent === indent && isIndicator(scanner, dash)));
}

/** Moves past an item of a sequence. */
export function skipItem(scanner: Scanner, indent: number): void {
  do {
    toNextLine(scanner, indent);
  } while (isInside(scanner, indent));
}

/** Moves to the content after the lines that are indented by more than the column. */
function toNextLine(scanner: Scanner, column: number): void {
  const { text } = scanner;
  let { offset } = scanner;
  do {
    scanner.offset = text.indexOf("\n", offset) + 1;
    offset = scanner.offset;
    const inside = offset + column + 1;
    while (offset < inside && text.charCodeAt(offset) === space) {
      offset += 1;
    }
  } while (offset === scanner.offset + column + 1);
  toContent(scanner);
}

/** A closing bracket may be in the same column as the member to which it belongs. */
function isInside({ text, offset, indent }: Scanner, column: number): boolean {
  return indent > column || (indent === column && "]}".includes(text.charAt(offset)));
}
