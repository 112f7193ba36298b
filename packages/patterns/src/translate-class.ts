import { type Cursor, scan } from "./cursor.ts";
import { rejectForeign } from "./foreign.ts";
import { posixClasses } from "./posix-classes.ts";
import { escapeLiteral, noteWidened, translateEscape } from "./translate-escape.ts";

/** An element of a class. `-` between two characters makes a range. */
interface Element {
  readonly text: string;
  readonly isCharacter: boolean;
}

/**
 * Reads a class in brackets. The cursor is after the `[`.
 *
 * @param widened Receives descriptions of the texts that one possible reading of the class does not allow.
 */
export function translateClass(cursor: Cursor, widened: string[]): string {
  const isNegated = scan(cursor, /\^/y) !== undefined;
  const elements: Element[] = [];
  let hasBracket = false;
  // A closing bracket at the beginning is an ordinary character in every engine except JavaScript's, where the class
  // would be empty.
  if (scan(cursor, /\]/y) !== undefined) {
    elements.push({ text: "\\]", isCharacter: true });
  }
  while (scan(cursor, /\]/y) === undefined) {
    if (cursor.offset >= cursor.pattern.length) {
      rejectForeign("a class in brackets has no end");
    }
    if (scan(cursor, /&&/y) !== undefined) {
      rejectForeign(
        "`&&` in brackets is an intersection in Java and Ruby, and two characters elsewhere",
      );
    }
    if (scan(cursor, /\[(?![:.=])/y) !== undefined) {
      hasBracket = true;
      elements.push({ text: "\\[", isCharacter: true });
      continue;
    }
    elements.push(...readElement(cursor, isNegated, widened));
  }
  if (hasBracket && scan({ ...cursor }, /[^[]*\]/y) !== undefined) {
    rejectForeign(
      "brackets in brackets are a class of its own in Java and Ruby, and characters elsewhere",
    );
  }
  return `[${isNegated ? "^" : ""}${joinElements(elements)}]`;
}

function readElement(cursor: Cursor, isNegated: boolean, widened: string[]): readonly Element[] {
  const named = scan(cursor, /\[:(\^?)(\w+):\]/y);
  if (named !== undefined) {
    return [translatePosixElement(named, isNegated, widened)];
  }
  if (scan(cursor, /\[/y) !== undefined) {
    rejectForeign(
      "`[.` and `[=` in brackets are collating elements in POSIX, and characters elsewhere",
    );
  }
  const quoted = scan(cursor, /\\Q(.*?)(?:\\E|$)/sy);
  if (quoted !== undefined) {
    return [...(quoted[1] ?? "")].map((each) => ({
      text: escapeLiteral(each, true),
      isCharacter: true,
    }));
  }
  if (scan(cursor, /\\/y) !== undefined) {
    const {
      text,
      isCharacter,
      widened: note,
    } = translateEscape(cursor, isNegated ? "negated class" : "class");
    widened.push(...(note === undefined ? [] : [note]));
    return [{ text, isCharacter }];
  }
  const character = scan(cursor, /./suy)?.[0] ?? "";
  const text = character === "-" ? "-" : escapeLiteral(character, true);
  return [{ text, isCharacter: true }];
}

function translatePosixElement(
  [written, caret, name = ""]: RegExpExecArray,
  isNegated: boolean,
  widened: string[],
): Element {
  const posix = posixClasses.get(name);
  if (posix === undefined || caret === "^") {
    return rejectForeign(`engines differ about \`${written}\``);
  }
  const note = noteWidened(written, posix).widened;
  widened.push(...(note === undefined ? [] : [note]));
  return { text: isNegated ? posix.ascii : posix.unicode, isCharacter: false };
}

/** A hyphen between two characters makes a range. Elsewhere it is an ordinary character: `[\w-.]`, `[a-z-9]`. */
function joinElements(elements: readonly Element[]): string {
  let text = "";
  let mayBegin = false;
  for (let index = 0; index < elements.length; index += 1) {
    // The index is in bounds.
    const element = elements[index] as Element;
    const end = elements[index + 1];
    if (element.text === "-" && mayBegin && end?.isCharacter === true) {
      text += `-${writeLiteralElement(end)}`;
      index += 1;
      mayBegin = false;
    } else {
      text += writeLiteralElement(element);
      mayBegin = element.isCharacter;
    }
  }
  return text;
}

function writeLiteralElement({ text }: Element): string {
  return text === "-" ? "\\-" : text;
}
