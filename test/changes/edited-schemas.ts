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

const schemas = createSchemas(undefined, "few");

/** Keywords beside which a described member or item makes a difference. */
const closings: readonly Json[] = [
  {},
  {},
  { additionalProperties: false },
  { unevaluatedProperties: false },
  { unevaluatedItems: false },
  { items: false },
  { maxContains: 1 },
];

const close =
  (closing: Json): Edit =>
  (schema) =>
    isJson(schema) ? { ...schema, ...closing } : schema;

const edit = fc.record({
  donor: schemas,
  place: fc.nat({ max: 30 }),
  choice: fc.nat({ max: 30 }),
  kind: fc.constantFrom("add", "remove", "replace", "swap", "name", "member"),
});

/**
 * Random schemas of which one part was changed: a keyword that is added, removed or replaced, or a whole schema. Each two of
 * them are a pair.
 */
export const editedSchemas: fc.Arbitrary<EditedSchemas> = fc
  .record({
    before: fc
      .record({
        schema: schemas,
        place: fc.nat({ max: 30 }),
        closing: fc.constantFrom(...closings),
      })
      .map(({ schema, place, closing }) => editAt(schema, place, close(closing))),
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
  /** Adds, replaces or takes away one of the schemas that a keyword has. */
  member:
    (donor: unknown, choice: number): Edit =>
    (schema) => {
      const keys = Object.keys(isJson(schema) ? schema : {}).filter(
        (key) => maps.has(key) || lists.has(key),
      );
      const key = pick(keys, choice);
      if (key === undefined || !isJson(schema)) {
        return schema;
      }
      const members = Object.entries(schema[key] as Json);
      const at = choice % (members.length + 1);
      const name = maps.has(key) ? (pick(["a", "b", "x-1"], choice) ?? "a") : "0";
      const edited =
        choice % 2 === 0
          ? members.toSpliced(at, 1)
          : members.toSpliced(at, choice % 3 === 0 ? 1 : 0, [members[at]?.[0] ?? name, donor]);
      if (maps.has(key)) {
        return { ...schema, [key]: Object.fromEntries(edited) };
      }
      const list = edited.map(([, member]) => member);
      return list.length === 0 ? omit(schema, key) : { ...schema, [key]: list };
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
