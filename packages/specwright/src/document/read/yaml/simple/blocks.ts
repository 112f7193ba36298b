import { notePlace } from "../places.ts";
import { readBlockScalar } from "./block-scalar.ts";
import { readFlow } from "./flow.ts";
import { type Key, readKey } from "./keys.ts";
import { readPlain } from "./plain.ts";
import { readQuoted } from "./quoted.ts";
import {
  addMember,
  close,
  dash,
  endLine,
  hash,
  isIndicator,
  leaveToFullReader,
  newline,
  open,
  type Scanner,
  skipSpaces,
} from "./scanner.ts";
import { isWanted, skipItem, skipMember } from "./skip.ts";

/**
 * Reads the node that begins here, at the content of a line or after an indicator, and moves to the next content.
 *
 * @param parent The column of the surrounding map or sequence. Everything inside it is indented by more.
 */
export function readNode(scanner: Scanner, parent: number): unknown {
  if (isIndicator(scanner, dash)) {
    return readSequence(scanner);
  }
  const { offset } = scanner;
  const key = readKey(scanner);
  if (key !== undefined) {
    return readMap(scanner, key);
  }
  if (scanner.isBehindComment) {
    // The `yaml` package would read the following lines as part of such a scalar.
    leaveToFullReader();
  }
  scanner.offset = offset;
  return readScalar(scanner, parent);
}

function readMap(scanner: Scanner, first: Key): object {
  const { indent, wanted } = scanner;
  const map = {};
  open(scanner);
  for (let key: Key | undefined = first; key !== undefined; ) {
    notePlace(scanner.places, map, key.name, key.offset);
    if (!isWanted(scanner, wanted, key.name)) {
      skipMember(scanner, indent);
    } else if (key.isExplicit) {
      addMember(map, key.name, readBehindIndicator(scanner, indent));
    } else {
      addMember(map, key.name, readMemberValue(scanner, indent));
    }
    scanner.wanted = wanted;
    key = hasNext(scanner, indent) ? (readKey(scanner) ?? leaveToFullReader()) : undefined;
  }
  close(scanner);
  return map;
}

/** The value after the colon of a key, on the same line or on the next ones. */
function readMemberValue(scanner: Scanner, indent: number): unknown {
  const code = skipSpaces(scanner);
  if (code !== newline && code !== hash) {
    return readScalar(scanner, indent);
  }
  endLine(scanner);
  if (scanner.indent > indent) {
    return readNode(scanner, indent);
  }
  // The dashes of a sequence may be in the same column as its key.
  return scanner.indent === indent && isIndicator(scanner, dash) ? readSequence(scanner) : null;
}

function readSequence(scanner: Scanner): readonly unknown[] {
  const { indent, wanted } = scanner;
  const items: unknown[] = [];
  open(scanner);
  do {
    if (isWanted(scanner, wanted, String(items.length))) {
      items.push(readBehindIndicator(scanner, indent, items));
    } else {
      items.push(undefined);
      skipItem(scanner, indent);
    }
    scanner.wanted = wanted;
  } while (hasNext(scanner, indent) && isIndicator(scanner, dash));
  close(scanner);
  return items;
}

/** Reads the node after a dash or after the colon of an explicit key. A map or sequence may begin on the same line. */
function readBehindIndicator(
  scanner: Scanner,
  indent: number,
  items: readonly unknown[] = [],
): unknown {
  const start = scanner.offset;
  scanner.offset += 1;
  const code = skipSpaces(scanner);
  scanner.indent = indent + scanner.offset - start;
  scanner.isBehindComment = false;
  notePlace(scanner.places, items, String(items.length), scanner.offset);
  if (code === newline || code === hash) {
    endLine(scanner);
    if (scanner.indent <= indent) {
      return null;
    }
    notePlace(scanner.places, items, String(items.length), scanner.offset);
  }
  return readNode(scanner, indent);
}

/** Returns whether the next content is another member at this column. Content that is indented more is a mistake. */
function hasNext(scanner: Scanner, indent: number): boolean {
  return scanner.indent > indent ? leaveToFullReader() : scanner.indent === indent;
}

/** Reads a value that is neither a map nor a sequence in block style. */
function readScalar(scanner: Scanner, parent: number): unknown {
  switch (scanner.text.charAt(scanner.offset)) {
    case '"':
    case "'": {
      const value = readQuoted(scanner, parent);
      endLine(scanner);
      return value;
    }
    case "[":
    case "{": {
      const value = readFlow(scanner, parent);
      endLine(scanner);
      return value;
    }
    case "|":
    case ">":
      return readBlockScalar(scanner, parent);
    default:
      return readPlain(scanner, parent);
  }
}
