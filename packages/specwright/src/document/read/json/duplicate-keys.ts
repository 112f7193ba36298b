import { maximumDepth } from "../text/limits.ts";
import type { TextProblem } from "../text/text-problem.ts";
import { backslash, isSpace, quote } from "./json-bytes.ts";
import { findStringEnd } from "./json-scanner.ts";

/**
 * Finds the keys that occur twice in an object of a JSON text, at any depth. JSON.parse silently takes the last one.
 * The function first counts the keys of the text and of the value, which takes about a third of the time of parsing.
 * Only when the text has more keys than its value, it reads the text key by key.
 *
 * @param text JSON that JSON.parse has accepted.
 * @param value The value that JSON.parse made of it.
 * @returns Undefined when values are nested deeper than `maximumDepth`, which the counting finds too.
 */
export function findDuplicateKeysOfJson(text: string, value: unknown): TextProblem[] | undefined {
  const count = countInValue(value, 0);
  if (count === Number.POSITIVE_INFINITY) {
    return undefined;
  }
  return countInText(text) === count ? [] : findTwice(text);
}

/** The problem of a duplicate key, for JSON and for YAML. */
export function describeDuplicateKey(name: string, offset: number): TextProblem {
  const shown = name.length <= maximumShown ? name : `${name.slice(0, maximumShown)}…`;
  return {
    code: "duplicate-key",
    message: `The key \`${shown}\` occurs twice.`,
    fix: "Remove one of them.",
    offset,
  };
}

/** Longer names are cut in messages. */
const maximumShown = 200;

/** The number of keys in a value without shared parts. Infinite when some part is nested too deeply. */
function countInValue(value: unknown, depth: number): number {
  let count = 0;
  if (depth >= maximumDepth) {
    return hasMembers(value) ? Number.POSITIVE_INFINITY : 0;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      count += typeof item === "object" ? countInValue(item, depth + 1) : 0;
    }
  } else if (typeof value === "object" && value !== null) {
    // Objects from JSON.parse inherit no enumerable members. A list of keys would take twice as long.
    for (const key in value) {
      const child = (value as Readonly<Record<string, unknown>>)[key];
      count += 1 + (typeof child === "object" ? countInValue(child, depth + 1) : 0);
    }
  }
  return count;
}

function hasMembers(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Counts the colons of a string that may follow a key. The count is never too low. It is too high for strings such as
 * `":true"`; reading key by key then gives the exact result.
 */
function countInText(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    let before = at - 1;
    while (isSpace(text.charCodeAt(before))) {
      before -= 1;
    }
    if (text.charCodeAt(before) === quote && beginsValue(text.charCodeAt(at + 1))) {
      count += isEscaped(text, before) ? 0 : 1;
    }
  }
  return count;
}

function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(offset - 1 - backslashes) === backslash) {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}

const valueStarts: ReadonlySet<number> = new Set(
  [...' \n\r\t"{[-0123456789tfn'].map((character) => character.charCodeAt(0)),
);

function beginsValue(code: number): boolean {
  return valueStarts.has(code);
}

/** Reads the text string by string, and keeps the names of every object that is not closed yet. */
function findTwice(text: string): TextProblem[] {
  const problems: TextProblem[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (const token = /["{}[\]]/g; ; ) {
    const found = token.exec(text);
    if (found === null) {
      return problems;
    }
    const { index } = found;
    if (found[0] === "{" || found[0] === "[") {
      open.push(found[0] === "{" ? new Set() : undefined);
    } else if (found[0] !== '"') {
      open.pop();
    } else {
      const end = findStringEnd(text, index);
      token.lastIndex = end;
      const keys = open.at(-1);
      if (keys !== undefined && isFollowedByColon(text, end)) {
        noteKey(String(JSON.parse(text.slice(index, end))), index, keys, problems);
      }
    }
  }
}

function noteKey(key: string, offset: number, keys: Set<string>, problems: TextProblem[]): void {
  if (keys.has(key)) {
    problems.push(describeDuplicateKey(key, offset));
  }
  keys.add(key);
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) {
    at += 1;
  }
  return text[at] === ":";
}
