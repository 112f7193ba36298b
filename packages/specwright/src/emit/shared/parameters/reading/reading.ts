import { commonTypes } from "../../../../document/model/facts/common-types.ts";
import { allTypes } from "../../../../document/model/facts/covered-types.ts";
import type { JsonType } from "../../../../document/model/model.ts";
import { fitAll, fitAny, type Part } from "./part.ts";

/** What decides how the text of a value is read: its types, and the parts that say the same of its items and members. */
export interface Reading {
  /** The types that the schema names. Undefined: any type. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** The types that are meant where none is named: a schema with `properties` describes an object. */
  readonly implied: ReadonlySet<JsonType>;
  /** The types that `not` excludes. */
  readonly excluded: ReadonlySet<JsonType>;
  /** The first items, by their position. */
  readonly positions: readonly (Part | undefined)[];
  /** All other items. */
  readonly items: Part | undefined;
  readonly properties: ReadonlyMap<string, Part | undefined>;
  readonly patterns: ReadonlyMap<string, Part | undefined>;
  /** All other members. */
  readonly additional: Part | undefined;
}

const noTypes: ReadonlySet<JsonType> = new Set();

/** The reading of a schema that says nothing. */
export const anything: Reading = {
  types: undefined,
  implied: noTypes,
  excluded: noTypes,
  positions: [],
  items: undefined,
  properties: new Map(),
  patterns: new Map(),
  additional: undefined,
};

/** The reading of the schema `false`. */
export const never: Reading = { ...anything, types: noTypes };

/** Returns whether a name matches a pattern of the document. */
export type MatchesPattern = (pattern: string, name: string) => boolean;

/** The reading of a value that fits both. */
export function intersect(left: Reading, right: Reading, matches: MatchesPattern): Reading {
  if (left === anything || right === anything) {
    return left === anything ? right : left;
  }
  const both = [left, right];
  const common = commonTypes(left.implied, right.implied) ?? noTypes;
  return {
    types: commonTypes(left.types, right.types),
    implied: common.size > 0 ? common : new Set([...left.implied, ...right.implied]),
    excluded: new Set([...left.excluded, ...right.excluded]),
    ...joinItems(both, fitAll),
    ...joinMembers(both, fitAll, matches),
  };
}

/** The reading of a value that fits one of these. Undefined stands for an alternative about which nothing is said. */
export function unite(
  alternatives: readonly (Reading | undefined)[],
  matches: MatchesPattern,
): Reading {
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) {
    return only;
  }
  const stated = alternatives.filter((each) => each !== undefined);
  const isTyped = stated.length === alternatives.length && stated.every(({ types }) => types);
  const isAny = stated.some(({ types, implied }) => types === undefined && implied.size === 0);
  const meant = stated.map(({ types, implied }) =>
    isTyped || isAny ? implied : (types ?? implied),
  );
  const lists = alternatives.filter((each) => each?.types?.has("array") !== false);
  const objects = alternatives.filter((each) => each?.types?.has("object") !== false);
  return {
    types: isTyped ? new Set(stated.flatMap(({ types = noTypes }) => [...types])) : undefined,
    implied: new Set(meant.flatMap((types) => [...types])),
    excluded: new Set(
      allTypes.filter((type) => alternatives.every((each) => each && excludes(each, type))),
    ),
    ...joinItems(lists, fitAny),
    ...joinMembers(objects, fitAny, matches),
  };
}

function excludes({ types, excluded }: Reading, type: JsonType): boolean {
  const isNamed = types?.has(type) || (type === "number" && types?.has("integer"));
  return excluded.has(type) || (types !== undefined && !isNamed);
}

type Join = typeof fitAll;

function joinItems(
  readings: readonly (Reading | undefined)[],
  join: Join,
): Pick<Reading, "positions" | "items"> {
  const length = Math.max(0, ...readings.map((each) => each?.positions.length ?? 0));
  return {
    positions: Array.from({ length }, (_, at) =>
      join(readings.map((each) => each && findItem(each, at))),
    ),
    items: join(readings.map((each) => each?.items)),
  };
}

function findItem({ positions, items }: Reading, at: number): Part | undefined {
  return at < positions.length ? positions[at] : items;
}

function joinMembers(
  readings: readonly (Reading | undefined)[],
  join: Join,
  matches: MatchesPattern,
): Pick<Reading, "properties" | "patterns" | "additional"> {
  const names = new Set(readings.flatMap((each) => [...(each?.properties.keys() ?? [])]));
  const patterns = new Set(readings.flatMap((each) => [...(each?.patterns.keys() ?? [])]));
  const joinEach = (find: (reading: Reading) => Part | undefined): Part | undefined =>
    join(readings.map((each) => each && find(each)));
  return {
    properties: new Map(
      [...names].map((name) => [name, joinEach((each) => findMemberPart(each, name, matches))]),
    ),
    patterns: new Map(
      [...patterns].map((pattern) => [pattern, joinEach((each) => findMatching(each, pattern))]),
    ),
    additional: joinEach(({ additional }) => additional),
  };
}

/** What a reading says about the member of a name. */
export function findMemberPart(
  { properties, patterns, additional }: Reading,
  name: string,
  matches: MatchesPattern,
): Part | undefined {
  if (properties.has(name)) {
    return properties.get(name);
  }
  const matching = [...patterns].filter(([pattern]) => matches(pattern, name));
  return matching.length > 0 ? fitAll(matching.map(([, part]) => part)) : additional;
}

/** What a reading says about members that match a pattern. One without it may have others that match as well. */
function findMatching({ patterns, additional }: Reading, pattern: string): Part | undefined {
  return patterns.has(pattern)
    ? patterns.get(pattern)
    : patterns.size === 0
      ? additional
      : fitAny([additional, undefined]);
}

/** The types as which a text is read. Undefined: it stays text. */
export function listReadTypes({ types, implied, excluded }: Reading): ReadonlySet<JsonType> {
  const named =
    types ?? (implied.size > 0 || !excluded.has("string") ? implied : new Set(allTypes));
  const left = [...named].filter(
    (type) => !excluded.has(type) && !(type === "integer" && excluded.has("number")),
  );
  return left.length === 0 ? named : new Set(left);
}

/** The types of values with parts. */
export const structures: ReadonlySet<JsonType> = new Set(["array", "object"]);

/** Returns whether a schema does not say which type a value has. A list or an object may be meant without `type`, but not a number. */
export function isUntyped(reading: Reading): boolean {
  const { types, implied } = reading;
  return (
    listReadTypes(reading).size === 0 ||
    (types === undefined && [...implied].some((type) => !structures.has(type)))
  );
}
