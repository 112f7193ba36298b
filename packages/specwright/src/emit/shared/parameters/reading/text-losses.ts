import { foldPossibility, foldSchema } from "../../../../document/model/facts/fold-schema.ts";
import { writtenValues } from "../../../../document/model/facts/written-values.ts";
import type { JsonType, Schema } from "../../../../document/model/model.ts";
import { createReadingFolder } from "./fold-reading.ts";
import { isNever, type Part } from "./part.ts";
import { isUntyped, listReadTypes, type Reading, structures } from "./reading.ts";

/**
 * A reason why a value arrives as another one:
 *
 * - `untyped`: without a type, numbers and booleans arrive as texts.
 * - `text`: a text in the notation of another type arrives as that type.
 * - `null`: it is not sent.
 * - `empty`: an empty list or object is not sent.
 * - `shape`: a list, an object and a single value have the same text.
 */
export type TextLoss = "untyped" | "text" | "null" | "empty" | "shape";

/** How a place writes values that have parts. */
export interface TextPlace {
  /**
   * `flat`: the parts are texts. `brackets`: parts of any depth have names. `deep`: those of objects have names, a list repeats
   * its own. `json`: parts that are lists or objects are JSON, and so is an object.
   */
  readonly parts: "flat" | "brackets" | "deep" | "json";
  /** The client refuses to send nothing. */
  readonly isRequired?: boolean;
}

/** Lists the reasons why values of a schema arrive as others. Values that the style cannot carry at all are not meant. */
export function listTextLosses(schema: Schema, place: TextPlace): ReadonlySet<TextLoss> {
  const { leaf, fold } = createReadingFolder();
  const search: Search = { place, fold, found: new Set(), seen: new Set() };
  let parts: readonly (Part | undefined)[] = [leaf(schema)];
  // The parts of schemas that contain each other may combine to others without end.
  for (let level = 0; level <= most.levels; level += 1) {
    parts = parts.flatMap((part) => visitPart(part, search, level === 0));
  }
  return search.found;
}

/** As deep as texts in brackets are read, and as many parts as are read there. */
const most = { levels: 12, parts: 4000 } as const;

interface Search {
  readonly place: TextPlace;
  readonly fold: (part: Part | undefined) => Reading;
  readonly found: Set<TextLoss>;
  readonly seen: Set<Part>;
}

/** Notes the losses of a part. Returns the parts of its items and members, unless it was seen before. */
function visitPart(
  part: Part | undefined,
  search: Search,
  isWhole: boolean,
): readonly (Part | undefined)[] {
  const { place, fold, found, seen } = search;
  if (part !== undefined && (seen.has(part) || seen.size >= most.parts)) {
    return [];
  }
  const reading = fold(part);
  const types = listReadTypes(reading);
  if (isUntyped(reading)) {
    found.add("untyped");
  }
  if (part === undefined || types.size === 0) {
    return [];
  }
  seen.add(part);
  const others = [...types].filter((type) => type !== "string" && type !== "null");
  if (types.has("string") && mayLookLike(part, others)) {
    found.add("text");
  }
  if (types.has("null") && !(isWhole && place.isRequired)) {
    found.add("null");
  }
  if (hasOtherShapes(types, place, isWhole)) {
    found.add("shape");
  }
  // What a place writes as JSON arrives as it is.
  const isJson =
    place.parts === "json" && (!isWhole || (types.has("object") && !types.has("array")));
  if (isJson || (place.parts === "flat" && !isWhole)) {
    return [];
  }
  if (!(isWhole && place.isRequired) && mayBeEmpty(part, types)) {
    found.add("empty");
  }
  if (mayMatchTwice(reading, fold)) {
    found.add("shape");
  }
  return listInner(part, reading, types);
}

function listInner(
  part: Part,
  { positions, items, properties, patterns, additional }: Reading,
  types: ReadonlySet<JsonType>,
): readonly (Part | undefined)[] {
  const hasOthers =
    !isNever(items) &&
    isPossible(part, ({ maxItems }) => (maxItems ?? Infinity) > positions.length);
  const isDescribed = properties.size > 0 || patterns.size > 0;
  const isOpen = !isNever(additional) && !(additional === undefined && isDescribed);
  return [
    ...(types.has("array") ? [...positions, ...(hasOthers ? [items] : [])] : []),
    ...(types.has("object")
      ? [...properties.values(), ...patterns.values(), ...(isOpen ? [additional] : [])]
      : []),
  ];
}

function hasOtherShapes(
  types: ReadonlySet<JsonType>,
  { parts }: TextPlace,
  isWhole: boolean,
): boolean {
  const scalars = [...types].filter((type) => type !== "null" && !structures.has(type));
  const isList = types.has("array");
  const isObject = types.has("object");
  if (!isWhole && parts === "json") {
    return (isList || isObject) && scalars.includes("string");
  }
  if (!isWhole && parts === "flat") {
    return false;
  }
  const isListNamed = parts === "brackets";
  const isObjectNamed = parts === "brackets" || parts === "deep";
  return (
    (isList && isObject) ||
    (isList && scalars.length > 0 && !isListNamed) ||
    (isObject && scalars.length > 0 && !isObjectNamed)
  );
}

/**
 * Returns whether a member may be a single value by one pattern, and a list or an object by another, of which neither has to
 * apply. The router reads the list or the object.
 */
function mayMatchTwice({ patterns }: Reading, fold: Search["fold"]): boolean {
  const guesses = [...patterns.values()]
    .map(fold)
    .filter(({ types, implied }) => types === undefined && implied.size > 0);
  return guesses.some(isUntyped) && !guesses.every(isUntyped);
}

function mayBeEmpty(part: Part, read: ReadonlySet<JsonType>): boolean {
  const mayBe = (type: JsonType, least: (schema: Schema) => number): boolean =>
    read.has(type) &&
    isPossible(part, (schema) => schema.types?.includes(type) !== false && least(schema) === 0);
  return (
    mayBe("array", ({ minItems = 0 }) => minItems) ||
    mayBe("object", ({ minProperties = 0, required = [] }) => minProperties + required.length)
  );
}

/** Returns whether a text may be in the notation of one of the types. */
function mayLookLike(part: Part, others: readonly JsonType[]): boolean {
  const isNumber = others.includes("number") || others.includes("integer");
  const looks = (text: string): boolean =>
    (others.includes("boolean") && /^(?:true|false)$/.test(text)) ||
    (isNumber && text.trim() !== "" && Number.isFinite(Number(text)));
  return (
    (isNumber || others.includes("boolean")) &&
    isPossible(part, (schema) => {
      const { types, format } = schema;
      const values = writtenValues(schema);
      return (
        types?.includes("string") !== false &&
        (values === undefined
          ? !formats.has(format)
          : values.some((value) => typeof value === "string" && looks(value)))
      );
    })
  );
}

/** Formats whose texts are neither numbers nor booleans. */
const formats: ReadonlySet<string | undefined> = new Set([
  ...["date", "date-time", "time", "duration", "uuid", "email", "ipv4", "ipv6", "uri"],
]);

/** Returns whether a value may have some property, when every schema that it has to fit allows it. */
function isPossible(part: Part | undefined, own: (schema: Schema) => boolean): boolean {
  if (part === undefined || "schema" in part) {
    const fold = foldPossibility((schema) => schema.boolean !== false && own(schema));
    return part === undefined || foldSchema(part.schema, fold);
  }
  return part.join === "all"
    ? part.parts.every((each) => isPossible(each, own))
    : part.parts.some((each) => isPossible(each, own));
}
