import type { Pair } from "yaml";
import type { Members } from "./mend.ts";
import { printFlow, printPair, type Style } from "./print-flow.ts";
import { findPair, readPairRange, readRange, type WrittenMap } from "./written-map.ts";

/** A text between two offsets that is replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The edits that give a map its new members, which take the places of those that are removed. One without such a place
 * becomes the first. Undefined when they cannot be written.
 */
export function editMap(
  text: string,
  map: WrittenMap,
  before: Members,
  after: Members,
): Edit[] | undefined {
  const style = readStyle(text, map);
  const names = Object.keys(after);
  const added = names.filter((name) => before[name] === undefined && after[name] !== undefined);
  const removed = names.filter((name) => before[name] !== undefined && after[name] === undefined);
  const replaced = added.slice(0, removed.length);
  if (removed.length === map.items.length && added.length === 0) {
    const range = readRange(map);
    return map.flow === true && range
      ? [{ start: range[0], end: range[1], text: "{}" }]
      : undefined;
  }
  const edits: (Edit | undefined)[] = [
    ...names
      .filter((name) => before[name] !== undefined && after[name] !== undefined)
      .map((name) => replaceValue(text, findPair(map, name), after[name], style)),
    ...replaced.map((name, index) =>
      replacePair(text, findPair(map, removed[index] ?? ""), name, after[name], style),
    ),
    ...removed.slice(replaced.length).map((name) => removePair(text, map, name, style)),
    ...added
      .slice(removed.length)
      .map((name) => insertPair(text, map, printPair(name, after[name], style), style)),
  ];
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

function readStyle(text: string, map: WrittenMap): Style {
  const [first] = map.items;
  return { isFlow: map.flow === true, isQuoted: text[readRange(first?.key)?.[0] ?? 0] === '"' };
}

function replaceValue(
  text: string,
  pair: Pair<unknown, unknown> | undefined,
  value: unknown,
  { isQuoted }: Style,
): Edit | undefined {
  const range = readPairRange(text, pair);
  return range && { start: range[1], end: range[2], text: ` ${printFlow(value, isQuoted)}` };
}

function replacePair(
  text: string,
  pair: Pair<unknown, unknown> | undefined,
  name: string,
  value: unknown,
  style: Style,
): Edit | undefined {
  const range = readPairRange(text, pair);
  return range && { start: range[0], end: range[2], text: printPair(name, value, style) };
}

function removePair(
  text: string,
  map: WrittenMap,
  name: string,
  { isFlow }: Style,
): Edit | undefined {
  const pair = findPair(map, name);
  const at = pair === undefined ? -1 : map.items.indexOf(pair);
  const range = readPairRange(text, pair);
  const before = readPairRange(text, map.items[at - 1]);
  const next = readRange(map.items[at + 1]?.key);
  if (range === undefined) {
    return undefined;
  }
  if (before !== undefined && isFlow) {
    return { start: before[2], end: range[2], text: "" };
  }
  if (before !== undefined) {
    // A comment behind it goes with it, and all lines before it stay.
    const end = text.indexOf("\n", range[2]);
    return {
      start: text.lastIndexOf("\n", range[0]),
      end: end < 0 ? text.length : end,
      text: "",
    };
  }
  return next && { start: range[0], end: next[0], text: "" };
}

/** A file of one long line is not searched for the beginning of that line again and again. */
const maximumIndent = 1000;

function insertPair(
  text: string,
  map: WrittenMap,
  member: string,
  { isFlow }: Style,
): Edit | undefined {
  const start = readRange(map.items[0]?.key)?.[0];
  if (start === undefined) {
    return undefined;
  }
  const near = text.slice(Math.max(0, start - maximumIndent), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  const separator =
    isFlow && line.trim() !== "" ? ", " : `${isFlow ? "," : ""}\n${line.replaceAll(/\S/g, " ")}`;
  return { start, end: start, text: `${member}${separator}` };
}
