import type { Schema } from "../../document/model/model.ts";
import { isSameValue, showPair } from "../compare/comparison.ts";
import { limits } from "../kinds/limit-rows.ts";
import { compareFormats } from "./compare-formats.ts";
import type { SchemaContext } from "./compare-schema.ts";

/** Compares the keywords that constrain numbers, texts, lists and objects with a number or a rule. */
export function compareLimits(before: Schema, after: Schema, { addNote }: SchemaContext): void {
  for (const [keyword, name] of limits) {
    const [from, to] = readLimits(keyword, before, after);
    if (from === undefined || to === undefined) {
      noteEnd(name, from, to, addNote);
    } else if (from !== to) {
      const row = `${name}-${to > from ? "raised" : "lowered"}`;
      addNote(row, showPair(from, to));
    }
  }
  compareFormats(before, after, addNote);
  for (const [keyword, name] of rules) {
    const [from, to] = [before[keyword], after[keyword]];
    if (from === undefined || to === undefined) {
      noteEnd(name, from, to, addNote);
    } else if (from !== to) {
      addNote(`${name}-changed`, showPair(from, to));
    }
  }
  for (const [keyword, name] of encodings) {
    if (!isSameValue(before[keyword], after[keyword])) {
      addNote(name, showPair(before[keyword], after[keyword]));
    }
  }
}

/** The limits of two schemas. Where `minContains` is 0 it is lower than without it, when one item has to fit. */
function readLimits(
  keyword: (typeof limits)[number][0],
  before: Schema,
  after: Schema,
): readonly (number | undefined)[] {
  const both = [before, after];
  const isLower = keyword === "minContains" && both.some((each) => each.minContains === 0);
  return both.map((each) => each[keyword] ?? (isLower && each.contains ? 1 : undefined));
}

function noteEnd(name: string, from: unknown, to: unknown, note: SchemaContext["addNote"]): void {
  if (from !== to) {
    note(`${name}-${from === undefined ? "added" : "removed"}`, showPair(from, to));
  }
}

const rules = [
  ["pattern", "pattern"],
  ["multipleOf", "multiple-of"],
] as const;

const encodings = [
  ["contentMediaType", "content-media-type-changed"],
  ["contentEncoding", "content-encoding-changed"],
] as const;
