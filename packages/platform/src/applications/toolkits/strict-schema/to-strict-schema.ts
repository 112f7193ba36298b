import { hasType, toJsonType } from "@specwright/runtime/v1/values";
import { type JsonType, type Schema, writtenValues } from "specwright";
import { type FlatSchema, flattenSchema } from "./flat-schema.ts";
import { mergeFlat } from "./merge-flat.ts";

/** A JSON Schema as data. */
export type StrictSchema = Record<string, unknown>;

/**
 * `input` describes arguments and leaves out read-only members; `output` describes results and leaves out write-only
 * ones.
 */
export type Direction = "input" | "output";

/** Levels that language-model vendors accept (docs/decisions.md §7). */
const maximumDepth = 10;

/** The schemas that one schema may expand to. Ten levels of ten references each would be ten thousand million. */
const maximumSchemas = 20_000;

/** Unions that must all hold are multiplied out up to this many alternatives. */
const maximumAlternatives = 16;

/** Names of members that language-model vendors accept (docs/decisions.md §7). */
export const memberName: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Converts a schema to the subset that language-model vendors accept: no `$ref`, `oneOf`, `allOf` or `not`, null
 * through `anyOf`, at most ten levels, recursion cut off. The result accepts every value that the schema accepts,
 * with one exception: a schema with members or items but without a type is treated as one of objects or arrays. Rules
 * that the subset cannot express become sentences in the descriptions.
 *
 * @param depth the level of the schema, from 1
 */
export function toStrictSchema(schema: Schema, direction: Direction, depth = 1): StrictSchema {
  const left = { schemas: maximumSchemas };
  return makeStrict(flattenSchema(schema), { direction, depth, open: new Set(), left });
}

interface Place {
  readonly direction: Direction;
  readonly depth: number;
  /** Targets of the references that lead to this place. */
  readonly open: ReadonlySet<Schema>;
  /** The number of schemas that may still be expanded, in the whole result. */
  readonly left: { schemas: number };
}

function makeStrict(flat: FlatSchema, place: Place): StrictSchema {
  const isCircle = [...flat.targets].some((target) => place.open.has(target));
  place.left.schemas -= 1;
  if (isCircle || place.depth > maximumDepth || place.left.schemas < 0) {
    return cut(flat, isCircle);
  }
  const inside = { ...place, open: new Set([...place.open, ...flat.targets]) };
  const { alternatives, notes } = listAlternatives(flat);
  const described = describe({ ...flat, notes: [...flat.notes, ...notes] });
  const [only, ...others] = alternatives;
  if (only !== undefined && others.length === 0) {
    return { ...convertTyped(only, inside), ...described };
  }
  const options = alternatives.map((alternative) => {
    const words = describe(alternative);
    return {
      ...convertTyped(alternative, { ...inside, depth: inside.depth + 1 }),
      ...(words.description === described.description ? {} : words),
    };
  });
  const distinct = new Map(options.map((option) => [JSON.stringify(option), option]));
  const [first, second] = distinct.values();
  return first !== undefined && second === undefined
    ? { ...first, ...described }
    : { anyOf: [...distinct.values()], ...described };
}

/** Ends recursion or depth. The result states the type, and that it continues. */
function cut(flat: FlatSchema, isCircle: boolean): StrictSchema {
  const [type, ...others] = flat.types ?? (flat.properties === undefined ? [] : ["object"]);
  const note = isCircle
    ? "Has the same form as the object that it is part of, which is not repeated here"
    : "Is nested deeper than can be described here";
  return {
    ...(type === undefined || others.length > 0 ? {} : { type }),
    ...(type === "array" ? { items: {} } : {}),
    ...describe({ ...flat, notes: [...flat.notes, note] }),
  };
}

/** The alternatives of a schema, each of one type: its unions are multiplied out, then its types. */
function listAlternatives(flat: FlatSchema): {
  readonly alternatives: readonly FlatSchema[];
  readonly notes: readonly string[];
} {
  const notes: string[] = [];
  const { unions, ...rest } = flat;
  const base: FlatSchema = { ...rest, unions: [] };
  let alternatives: FlatSchema[] = [base];
  for (const union of unions) {
    const members = union.map((member) => flattenSchema(member));
    const names = members.map(describeRequiredOnly);
    if (names.every((name) => name !== undefined)) {
      notes.push(`At least one of these has to be given: ${names.join("; ")}`);
    } else if (alternatives.length * members.length > maximumAlternatives && unions.length > 1) {
      notes.push("Further rules hold between its parts");
    } else {
      alternatives = alternatives.flatMap((known) =>
        members
          .map((member) => mergeFlat({ ...member, unions: [] }, known))
          .map((merged, index) => ({
            ...merged,
            unions: members[index]?.unions ?? [],
          })),
      );
    }
  }
  const nested = alternatives.flatMap((alternative) =>
    alternative.unions.length === 0 ? [alternative] : listAlternatives(alternative).alternatives,
  );
  return { alternatives: nested.flatMap(splitTypes), notes };
}

/** The required members of an alternative that has no other rules. */
export function describeRequiredOnly(flat: FlatSchema): string | undefined {
  const { location: _location, unions, notes, targets, required, types: _types, ...others } = flat;
  const saysMore = Object.keys(others).length > 0 || unions.length > 0 || notes.length > 0;
  return saysMore || targets.size > 0 ? undefined : required?.join(" and ");
}

/** The types of a schema without `type`, inferred from keywords that belong to certain types only. */
function inferTypes(flat: FlatSchema): readonly JsonType[] | undefined {
  const values = writtenValues(flat);
  if (values !== undefined) {
    return [...new Set(values.map(toJsonType))];
  }
  if (flat.properties !== undefined || flat.additionalProperties !== undefined) {
    return ["object"];
  }
  return flat.items === undefined ? undefined : ["array"];
}

function splitTypes(flat: FlatSchema): FlatSchema[] {
  const types = flat.types ?? inferTypes(flat);
  return types === undefined || types.length === 0
    ? [flat]
    : [...new Set(types)].map((type) => ({ ...flat, types: [type] }));
}

type Keyword =
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "minimum"
  | "exclusiveMinimum"
  | "maximum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minItems"
  | "maxItems";

const keywordsOf: Readonly<Record<JsonType, readonly Keyword[]>> = {
  null: [],
  boolean: [],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  array: ["minItems", "maxItems"],
  object: [],
};

/** Converts a schema of one type, or of any type when it has none. */
function convertTyped(flat: FlatSchema, place: Place): StrictSchema {
  const [type] = flat.types ?? [];
  if (type === undefined) {
    return {};
  }
  const values = writtenValues(flat);
  const fitting = values?.filter((value) => hasType(value, [type]));
  const written = keywordsOf[type]
    .map((keyword) => [keyword, flat[keyword]] as const)
    .filter(([, value]) => value !== undefined);
  return {
    type,
    ...Object.fromEntries(written),
    ...(fitting === undefined || type === "null" ? {} : { enum: fitting }),
    // The subset has no keyword for single positions. If there are any, leave out `items`: it would apply to them
    // too.
    ...(type === "array"
      ? { items: convertInner(flat.prefixItems === undefined ? flat.items : undefined, place) }
      : {}),
    ...(type === "object" ? convertMembers(flat, place) : {}),
  };
}

function convertInner(schema: Schema | undefined, place: Place): StrictSchema {
  return schema === undefined
    ? {}
    : makeStrict(flattenSchema(schema), { ...place, depth: place.depth + 1 });
}

function convertMembers(flat: FlatSchema, place: Place): StrictSchema {
  const hidden = place.direction === "input" ? "readOnly" : "writeOnly";
  const properties = new Map<string, StrictSchema>();
  for (const [name, schema] of flat.properties ?? []) {
    const member = flattenSchema(schema);
    if (memberName.test(name) && member[hidden] !== true && member.boolean !== false) {
      properties.set(name, makeStrict(member, { ...place, depth: place.depth + 1 }));
    }
  }
  const required = (flat.required ?? []).filter((name) => properties.has(name));
  // The subset has no keyword for name patterns. If there are any, leave out `additionalProperties`: it would apply
  // to them too.
  const others = flat.patternProperties === undefined ? flat.additionalProperties : undefined;
  return {
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined || others.boolean === true
      ? {}
      : { additionalProperties: others.boolean === false ? false : convertInner(others, place) }),
  };
}

/** The description of a schema, with further sentences for rules that the subset cannot express. */
function describe(flat: FlatSchema): { description?: string; default?: unknown } {
  const unnamed = [...(flat.properties?.keys() ?? [])].filter((name) => !memberName.test(name));
  const more = unnamed.map((name) => `Also has a member ${JSON.stringify(name)}`);
  const own = (flat.description ?? flat.title)?.trim();
  const sentences = [...(own ? [own] : []), ...[...flat.notes, ...more].map((note) => `${note}.`)];
  return {
    ...(sentences.length === 0 ? {} : { description: sentences.join(" ") }),
    ...(flat.default === undefined ? {} : { default: flat.default.value }),
  };
}
