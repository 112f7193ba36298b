import { createSchemas, values } from "../conformance/support/random-schemas.ts";
import { fc } from "../support/fast-check.ts";

/** A schema, the same after each of several edits, and values for all of them. */
export interface EditedSchemas {
  readonly schemas: readonly unknown[];
  readonly values: readonly unknown[];
}

type Json = Record<string, unknown>;

/** A change of one schema inside another one. */
type Edit = (schema: unknown) => unknown;

const schemas = createSchemas();

const edit = fc.record({
  donor: schemas,
  place: fc.nat({ max: 30 }),
  choice: fc.nat({ max: 30 }),
  kind: fc.constantFrom("add", "remove", "replace", "swap", "name"),
});

/**
 * Random schemas of which one part was changed: a keyword that is added, removed or replaced, or a whole schema. Each two of
 * them are a pair.
 */
export const editedSchemas: fc.Arbitrary<EditedSchemas> = fc
  .record({
    before: schemas,
    changes: fc.array(edit, { minLength: 1, maxLength: 9, size: "max" }),
    values: fc.array(values, { minLength: 20, maxLength: 20 }),
  })
  .map(({ before, changes, values: random }) => ({
    schemas: [
      before,
      ...changes.map(({ donor, place, choice, kind }) =>
        editAt(before, place, edits[kind](donor, choice)),
      ),
    ],
    values: random,
  }));

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const edits = {
  /** Takes a keyword of another schema. */
  add:
    (donor: unknown, choice: number): Edit =>
    (schema) => {
      const [key, value] = pick(Object.entries(isJson(donor) ? donor : {}), choice) ?? [];
      return key === undefined || !isJson(schema) ? donor : { ...schema, [key]: value };
    },
  remove:
    (_: unknown, choice: number): Edit =>
    (schema) => {
      const key = pick(Object.keys(isJson(schema) ? schema : {}), choice);
      return key === undefined ? true : omit(schema as Json, key);
    },
  replace:
    (donor: unknown): Edit =>
    () =>
      donor,
  /** Moves a keyword to another one of the same form. */
  swap:
    (_: unknown, choice: number): Edit =>
    (schema) => {
      if (!isJson(schema)) {
        return schema;
      }
      const [from, to] =
        pick(
          likes.filter(([key]) => Object.hasOwn(schema, key)),
          choice,
        ) ?? [];
      return from === undefined || to === undefined
        ? schema
        : { ...omit(schema, from), [to]: schema[from] };
    },
  /** Changes an element of a list of names or values. */
  name:
    (donor: unknown, choice: number): Edit =>
    (schema) => {
      if (!isJson(schema)) {
        return schema;
      }
      const key = pick(
        ["required", "enum", "type"].filter((each) => Array.isArray(schema[each])),
        choice,
      );
      if (key === undefined) {
        return { ...schema, required: [pick(["a", "b", "x-1"], choice)] };
      }
      const list = schema[key] as unknown[];
      const other =
        key === "required"
          ? pick(["a", "b", "c", "x-1"], choice)
          : key === "enum"
            ? donor
            : "string";
      const rest = list.slice(1);
      const next =
        choice % 2 === 0 && rest.length > 0
          ? rest
          : [...list, ...(list.includes(other) ? [] : [other])];
      return { ...schema, [key]: next };
    },
};

const likes: readonly (readonly [string, string])[] = [
  ["anyOf", "oneOf"],
  ["oneOf", "anyOf"],
  ["allOf", "anyOf"],
  ["then", "else"],
  ["items", "contains"],
  ["properties", "dependentSchemas"],
  ["additionalProperties", "unevaluatedProperties"],
  ["minItems", "maxItems"],
  ["items", "unevaluatedItems"],
];

function pick<T>(list: readonly T[], choice: number): T | undefined {
  return list[choice % Math.max(list.length, 1)];
}

function omit(schema: Json, key: string): Json {
  return Object.fromEntries(Object.entries(schema).filter(([each]) => each !== key));
}

const single = new Set(
  "items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else".split(
    " ",
  ),
);
const lists = new Set("prefixItems allOf anyOf oneOf".split(" "));
const maps = new Set("properties patternProperties dependentSchemas".split(" "));

/** Applies an edit to the schema with this number, in the order of the text. */
function editAt(root: unknown, place: number, edit: Edit): unknown {
  const wanted = place % Math.max(countSchemas(root), 1);
  let index = -1;
  const visit = (schema: unknown): unknown => {
    index += 1;
    if (index === wanted) {
      return edit(schema);
    }
    return mapSubschemas(schema, visit);
  };
  return visit(root);
}

function countSchemas(schema: unknown): number {
  let count = 1;
  mapSubschemas(schema, (part) => {
    count += countSchemas(part);
    return part;
  });
  return count;
}

function mapSubschemas(schema: unknown, map: (part: unknown) => unknown): unknown {
  if (!isJson(schema)) {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (single.has(key)) {
        return [key, map(value)];
      }
      if (lists.has(key) && Array.isArray(value)) {
        return [key, value.map(map)];
      }
      return maps.has(key) && isJson(value)
        ? [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part)]))]
        : [key, value];
    }),
  );
}
