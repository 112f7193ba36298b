import { listItemSchemas, listMembers } from "../../../document/model/facts/find-members.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import { type KnownKind, knownNames, simplifyName } from "./known-names.ts";

/** What an answer has that may lead to further pages. Places are JSON Pointers. */
export interface PagedAnswer {
  readonly items: string;
  /** True when the items have an `id`. */
  readonly hasIds: boolean;
  readonly cursor?: string;
  readonly url?: string;
  readonly totalPages?: string;
  readonly total?: string;
  readonly more?: string;
}

/** A member of an answer. */
interface Place {
  readonly pointer: string;
  /** See `knownNames`. */
  readonly name: string;
  readonly schema: Schema;
}

const known = new WeakMap<Schema, PagedAnswer | undefined>();

/** Reads the schema of an answer. Undefined when it is not clear which list it has. */
export function readPagedAnswer(schema: Schema): PagedAnswer | undefined {
  if (!known.has(schema)) {
    known.set(schema, readAnswer(schema));
  }
  return known.get(schema);
}

function readAnswer(schema: Schema): PagedAnswer | undefined {
  const list = isOnly(schema, "array") ? { pointer: "", schema } : findList(schema, "", 2);
  if (list === undefined) {
    return undefined;
  }
  const hasIds = listItemSchemas(list.schema).some((item) => listMembers(item).has("id"));
  const places = listPlaces(schema, "", 3, new Set());
  const strings = places.filter((place) => isOnly(place.schema, "string"));
  const find = (names: readonly string[], among: readonly Place[]): string | undefined =>
    among
      .filter(({ name }) => names.includes(name))
      .toSorted((left, right) => names.indexOf(left.name) - names.indexOf(right.name))[0]?.pointer;
  const numbers = places.filter((place) => isOnly(place.schema, "number"));
  const found = {
    cursor: find(
      knownNames.nextCursors,
      strings.filter((place) => !isUrl(place)),
    ),
    url: find(knownNames.nextUrls, strings.filter(isUrl)),
    totalPages: find(knownNames.totalPages, numbers),
    total: find(knownNames.totals, numbers),
    more: find(
      knownNames.more,
      places.filter((place) => isOnly(place.schema, "boolean")),
    ),
  };
  const entries = Object.entries(found).filter(([, pointer]) => pointer !== undefined);
  return { items: list.pointer, hasIds, ...Object.fromEntries(entries) };
}

/** More members around lists than any real answer has. */
const maximumAround = 5;

/** The list of an answer: its only one, or the one with a name that lists have, or the one in a member around it. */
function findList(
  schema: Schema,
  start: string,
  depth: number,
): Pick<Place, "pointer" | "schema"> | undefined {
  const members = toPlaces(schema, start);
  const lists = members.filter(
    (place) => isOnly(place.schema, "array") && !isNamed(place, "besideLists"),
  );
  const [first] = lists;
  if (lists.length === 1 || depth === 0) {
    return first;
  }
  if (first !== undefined) {
    const named = lists.filter((place) => isNamed(place, "lists"));
    return named.length === 1 ? named[0] : undefined;
  }
  const around = members.filter(
    (place) => isNamed(place, "listContainers") && isOnly(place.schema, "object"),
  );
  // Names may differ in separators only, and there may be any number of them.
  const inside = around
    .slice(0, maximumAround)
    .flatMap((place) => findList(place.schema, place.pointer, depth - 1) ?? []);
  return inside.length === 1 ? inside[0] : undefined;
}

/**
 * The members of an answer, and those of members that hold what leads to the next page. A schema that several of these
 * have is read once.
 */
function listPlaces(
  schema: Schema,
  start: string,
  depth: number,
  seen: Set<Schema>,
): readonly Place[] {
  const target = schema.ref?.target ?? schema;
  if (seen.has(target)) {
    return [];
  }
  seen.add(target);
  const places = toPlaces(schema, start);
  return depth === 0
    ? places
    : places.flatMap((place) =>
        // An alternative may leave open what is inside.
        isNamed(place, "containers") && listMembers(place.schema).size > 0
          ? listPlaces(place.schema, place.pointer, depth - 1, seen)
          : [place],
      );
}

function toPlaces(schema: Schema, start: string): readonly Place[] {
  return [...listMembers(schema)].map(([name, member]) => ({
    pointer: `${start}/${escapeSegment(name)}`,
    name: simplifyName(name),
    schema: member,
  }));
}

function isNamed({ name }: Place, kind: KnownKind): boolean {
  return knownNames[kind].some((each) => each === name);
}

/** Returns whether every value has this type, or is null. */
function isOnly(schema: Schema, type: JsonType): boolean {
  return (findPossibleTypes(schema) & ~typeBits.null) === typeBits[type];
}

/** Returns whether a text is a URL, by its name, its format or its examples. */
function isUrl({ pointer, name, schema }: Place): boolean {
  const { format = "", examples = [] } = schema.ref?.target ?? schema;
  return (
    /ur[il]$|href$|link$/.test(name) ||
    /\/_?links\//i.test(pointer) ||
    /^(?:uri|url|iri)/.test(format) ||
    examples.some((example) => typeof example === "string" && /^(?:https?:\/\/|\/)/.test(example))
  );
}
