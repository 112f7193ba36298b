import type { Location } from "../../document/model/location.ts";
import type { Direction } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import { createTestPattern, type TestPattern } from "../../text/test-pattern.ts";
import { PairMap } from "./pair-map.ts";

/** A change as it was found. Its row in the table and its operations are added later. */
export interface Found {
  readonly kind: string;
  readonly values?: Readonly<Partial<Record<"name" | "before" | "after", string>>>;
  /** The name of the changed part. Default: the name of the pair. */
  readonly place?: string | undefined;
  readonly before?: Location | undefined;
  readonly after?: Location | undefined;
}

/**
 * A pair of compared parts, such as the old and the new `Pet` in responses. It is compared once, even if several
 * operations lead to it. `parts` are the pairs inside it; several pairs can share one.
 */
export interface Part {
  readonly place: string;
  /** For a schema, the direction of its values. For an operation, the direction of its request. */
  readonly direction: Direction;
  /** The places of the two parts, for changes without a place of their own. */
  readonly before?: Location;
  readonly after?: Location;
  readonly found: Found[];
  readonly parts: Part[];
}

/** One comparison of two models. */
export interface Comparison {
  /** The compared pairs by direction, then by the old and the new object. */
  readonly known: Readonly<Record<Direction, PairMap<Part>>>;
  /** The same for pairs of which only the values are compared. Elsewhere, their texts may count. */
  readonly knownByValues: Comparison["known"];
  /** The names that `$dynamicAnchor` has in resources of their own, which may put their schema in the place of another one's. */
  readonly dynamicNames: ReadonlySet<string>;
  readonly testPattern: TestPattern;
  /** Changes that count only if a pair is never compared in the other direction. */
  readonly hidden: Hidden[];
}

/** A change of what values of a direction do not have, such as a write-only property of an answer. */
export interface Hidden {
  readonly part: Part;
  readonly found: Found;
  /** The schemas that have the property. */
  readonly before: object;
  readonly after: object;
}

/** Creates an empty comparison. */
export function createComparison(dynamicNames: ReadonlySet<string> = new Set()): Comparison {
  return {
    known: { request: new PairMap(), response: new PairMap() },
    knownByValues: { request: new PairMap(), response: new PairMap() },
    dynamicNames,
    testPattern: createTestPattern(),
    hidden: [],
  };
}

/** Adds the hidden changes of parts that no request, or no answer, shows. */
export function addHidden({ known, hidden }: Comparison): void {
  for (const { part, found, before, after } of hidden.splice(0)) {
    const other = part.direction === "request" ? "response" : "request";
    if (known[other].get(before, after) === undefined) {
      part.found.push(found);
    }
  }
}

/** A part without findings yet. */
export function createPart(place: string, direction: Direction): Part {
  return { place, direction, found: [], parts: [] };
}

/**
 * Compares two parts inside another part, unless they were already compared. Circular schemas end here, because a pair
 * is recorded before the pairs inside it are compared.
 */
export function comparePair<Value extends { readonly location: Location }>(
  pair: { readonly before: Value; readonly after: Value },
  above: Part,
  { place = above.place, direction = above.direction }: Partial<Pick<Part, "place" | "direction">>,
  comparison: Comparison,
  compare: (before: Value, after: Value, part: Part) => void,
): Part {
  const all = comparison.known[direction];
  const known = all.get(pair.before, pair.after);
  if (known !== undefined) {
    above.parts.push(known);
    return known;
  }
  const [before, after] = [pair.before.location, pair.after.location];
  const part: Part = { place, direction, before, after, found: [], parts: [] };
  all.set(pair.before, pair.after, part);
  above.parts.push(part);
  compare(pair.before, pair.after, part);
  return part;
}

/** Splits the entries of two maps: names in both, and names in only one of them. */
export function matchMaps<Value>(
  before: ReadonlyMap<string, Value> | undefined,
  after: ReadonlyMap<string, Value> | undefined,
): {
  readonly both: readonly (readonly [name: string, before: Value, after: Value])[];
  readonly removed: readonly (readonly [name: string, value: Value])[];
  readonly added: readonly (readonly [name: string, value: Value])[];
} {
  const both: [string, Value, Value][] = [];
  const removed: [string, Value][] = [];
  for (const [name, value] of before ?? []) {
    const other = after?.get(name);
    if (other === undefined) {
      removed.push([name, value]);
    } else {
      both.push([name, value, other]);
    }
  }
  const added = [...(after ?? [])].filter(([name]) => before?.has(name) !== true);
  return { both, removed, added };
}

/** Returns whether two JSON values, or maps of them, are equal. Locations and the order of members are ignored. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return false;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return isSameList(left, right);
  }
  const [from, to] = [listMembers(left), listMembers(right)];
  return (
    from.size === to.size &&
    [...from].every(
      ([key, value]) => to.has(key) && (key === "location" || isSameValue(value, to.get(key))),
    )
  );
}

function isSameList(left: unknown, right: unknown): boolean {
  return (
    Array.isArray(left) &&
    Array.isArray(right) &&
    left.length === right.length &&
    left.every((value, index) => isSameValue(value, right[index]))
  );
}

function listMembers(value: object): ReadonlyMap<unknown, unknown> {
  return value instanceof Map ? value : new Map(Object.entries(value));
}

/** A value as text for a message; an absent value is `nothing`. */
export function showValue(value: unknown): string {
  const text = writeValue(value);
  return text.length > maximumShown ? `${text.slice(0, maximumShown)}…` : text;
}

/**
 * Two values that differ, as texts for a message. Of long values, only what differs is shown: members and elements that
 * both have are left out, and then the characters that both texts begin with.
 */
export function showPair(
  before: unknown,
  after: unknown,
): { readonly before: string; readonly after: string } {
  const isLong = [before, after].some((value) => writeValue(value).length > maximumShown);
  if (!isLong || before === undefined || after === undefined) {
    return { before: showValue(before), after: showValue(after) };
  }
  const [from, to] = [
    writeValue(withoutShared(before, after)),
    writeValue(withoutShared(after, before)),
  ];
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) {
    same += 1;
  }
  const start =
    Math.max(from.length, to.length) > maximumShown ? Math.max(0, same - shownBefore) : 0;
  const cut = (text: string): string => {
    const shown = text.slice(start, start + maximumShown).toWellFormed();
    return `${start > 0 ? "…" : ""}${shown}${start + maximumShown < text.length ? "…" : ""}`;
  };
  return { before: cut(from), after: cut(to) };
}

/** How many of the characters that both texts have are shown before the first difference. */
const shownBefore = 20;

/** The members of an object and the elements of a list that another value does not have. */
function withoutShared(value: unknown, other: unknown): unknown {
  const [own, others] = [toPlain("", value), toPlain("", other)];
  if (Array.isArray(own) && Array.isArray(others)) {
    const known = new Set(others.map(writeValue));
    return own.filter((element) => !known.has(writeValue(element)));
  }
  if (!isObject(own) || !isObject(others)) {
    return own;
  }
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name, member]) => name !== "location" && !isSameValue(member, others[name]))
      .map(([name, member]) => [
        name,
        Object.hasOwn(others, name) ? withoutShared(member, others[name]) : member,
      ]),
  );
}

/** Longer values would not make a message clearer. */
const maximumShown = 120;

function writeValue(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value, toPlain);
}

function toPlain(key: string, value: unknown): unknown {
  if (key === "location") {
    return undefined;
  }
  return value instanceof Map ? Object.fromEntries(value) : value;
}
