import { findKnownName, keepName } from "./known-names.ts";
import { assertPlainStart, findPlainEnd, trimSpaces } from "./plain.ts";
import { findQuote, readQuoted } from "./quoted.ts";
import {
  colon,
  endLine,
  isIndicator,
  leaveToFullReader,
  questionMark,
  type Scanner,
  skipSpaces,
  sliceText,
} from "./scanner.ts";

/** A key of a map in block style. */
export interface Key {
  readonly name: string;
  readonly offset: number;
  /** True when the key follows a question mark and its colon is on the next line, as tools write long keys. */
  readonly isExplicit: boolean;
}

/** Reads a key and moves past its colon, or to the colon of an explicit key. Undefined when this is not a key. */
export function readKey(scanner: Scanner): Key | undefined {
  const { indent } = scanner;
  const isExplicit = isIndicator(scanner, questionMark);
  if (isExplicit) {
    scanner.offset += 1;
    skipSpaces(scanner);
  }
  const { text, offset } = scanner;
  const first = text.charAt(offset);
  const name =
    first === '"' || first === "'" ? readQuotedName(scanner) : readPlainName(scanner, isExplicit);
  if (isExplicit) {
    endLine(scanner);
    return name !== undefined && scanner.indent === indent && isIndicator(scanner, colon)
      ? { name, offset, isExplicit }
      : leaveToFullReader();
  }
  if (name === undefined || !isIndicator(scanner, colon)) {
    return undefined;
  }
  if (scanner.offset - offset > longestKey) {
    leaveToFullReader();
  }
  scanner.offset += 1;
  return { name, offset, isExplicit };
}

/** The `yaml` package rejects keys of more than 1,024 characters. */
const longestKey = 1000;

/** Undefined when the quoted text continues on another line: a key cannot. */
function readQuotedName(scanner: Scanner): string | undefined {
  const { text, offset } = scanner;
  if (text.indexOf("\n", offset) < findQuote(text, offset)) {
    return undefined;
  }
  const name = readQuoted(scanner, scanner.indent);
  skipSpaces(scanner);
  return name;
}

/** Undefined when a scalar of another style begins here. */
function readPlainName(scanner: Scanner, isExplicit: boolean): string | undefined {
  const { text, offset, names } = scanner;
  if (otherStyles.includes(text.charAt(offset))) {
    return undefined;
  }
  assertPlainStart(text, offset);
  const end = findPlainEnd(text, offset);
  scanner.offset = end;
  if (!isExplicit && text.charCodeAt(end) !== colon) {
    return undefined;
  }
  const known = findKnownName(names, text, offset, end);
  if (known !== undefined) {
    return known;
  }
  const name = sliceText(scanner, offset, trimSpaces(text, end));
  if (name === mergeKey || name === "") {
    leaveToFullReader();
  }
  if (name.length === end - offset) {
    keepName(names, name);
  }
  return name;
}

const otherStyles = "[{|>";

/** Left to the full reader, which merges maps. It also reads keys without a text. */
const mergeKey = "<<";
