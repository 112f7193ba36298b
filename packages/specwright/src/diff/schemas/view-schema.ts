import type { JsonType, Schema } from "../../model/model.ts";

/**
 * A schema in the form in which it is compared: references are followed, and parts of `allOf` are merged where
 * possible. A property that moves into a component is then not a change. The view of a schema is stored as long as the
 * schema exists.
 */
export function viewSchema(schema: Schema): Schema {
  const known = views.get(schema);
  if (known !== undefined) {
    return known;
  }
  // A reference that leads back to itself adds nothing.
  views.set(schema, { location: schema.location });
  const view = makeView(schema);
  views.set(schema, view);
  return view;
}

const views = new WeakMap<Schema, Schema>();

function makeView(schema: Schema): Schema {
  const { ref, allOf, ...own } = schema;
  if (ref === undefined && allOf === undefined) {
    return withoutPlainAlternatives(schema);
  }
  if (allOf === undefined && ref !== undefined && Object.keys(own).length === 1) {
    return viewSchema(ref.target);
  }
  let view: Schema = withoutPlainAlternatives(own);
  const rest: Schema[] = [];
  for (const part of [...(ref === undefined ? [] : [ref.target]), ...(allOf ?? [])]) {
    const merged = merge(view, viewSchema(part));
    if (merged === undefined) {
      rest.push(part);
    } else {
      view = merged;
    }
  }
  return rest.length === 0 ? view : { ...view, allOf: [...(view.allOf ?? []), ...rest] };
}

/** Keywords that need not be merged when both parts have them. For example, the description of the outer schema is used. */
const annotations: ReadonlySet<string> = new Set([
  "location",
  "title",
  "description",
  "examples",
  "example",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "extensions",
  "xml",
  "id",
  "anchor",
  "defs",
  "dynamicAnchor",
  "dynamicAnchors",
]);

/** Merges two schemas into one. Undefined when both have a keyword that cannot be merged. */
function merge(left: Schema, right: Schema): Schema | undefined {
  const clashing = Object.keys(right).filter(
    (key) => Object.hasOwn(left, key) && !annotations.has(key) && !mergeable.has(key),
  );
  const types = mergeTypes(left.types, right.types);
  if (clashing.length > 0 || types?.length === 0) {
    return undefined;
  }
  return {
    ...right,
    ...left,
    ...(types === undefined ? {} : { types }),
    ...mergeObjects(left, right),
  };
}

const mergeable: ReadonlySet<string> = new Set(["types", "properties", "required", "allOf"]);

function mergeTypes(left: Schema["types"], right: Schema["types"]): Schema["types"] {
  return left === undefined || right === undefined
    ? (left ?? right)
    : left.filter((type) => right.includes(type));
}

function mergeObjects(
  left: Schema,
  right: Schema,
): Pick<Schema, "properties" | "required" | "allOf"> {
  const properties =
    left.properties === undefined && right.properties === undefined
      ? undefined
      : new Map([...(right.properties ?? []), ...(left.properties ?? [])]);
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
  const allOf = [...(left.allOf ?? []), ...(right.allOf ?? [])];
  return {
    ...(properties === undefined ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(allOf.length === 0 ? {} : { allOf }),
  };
}

/**
 * Converts alternatives that only state types to a list of types: `anyOf: [{type: string}, {type: integer}]`, and
 * `anyOf: [X, {type: null}]`, the form in which 3.1 writes a nullable X of 3.0.
 */
function withoutPlainAlternatives(schema: Schema): Schema {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = anyOf ?? oneOf ?? [];
  if (alternatives.length < 2 || (anyOf !== undefined && oneOf !== undefined)) {
    return schema;
  }
  const parts = alternatives.map(findPlainTypes);
  const types = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  // With `oneOf`, a value that fits two alternatives is not valid.
  if (types !== undefined && (oneOf === undefined || !overlaps(types))) {
    return merge(rest, { location: schema.location, types: [...new Set(types)] }) ?? schema;
  }
  const other = alternatives.find((part) => !isNull(part));
  const view = other === undefined ? undefined : viewSchema(other);
  if (alternatives.length > 2 || !alternatives.some(isNull) || view?.types === undefined) {
    return schema;
  }
  return merge(rest, { ...view, types: [...new Set([...view.types, "null" as const])] }) ?? schema;
}

/** The types of a schema that has no other keywords. Undefined for other schemas. */
function findPlainTypes(schema: Schema): Schema["types"] {
  const isPlain = Object.keys(schema).every((key) => key === "types" || key === "location");
  return isPlain ? schema.types : undefined;
}

function overlaps(types: readonly JsonType[]): boolean {
  const all = new Set(types);
  return all.size < types.length || (all.has("integer") && all.has("number"));
}

/** Returns whether a schema only allows null. */
export function isNull({ types }: Schema): boolean {
  return types?.length === 1 && types[0] === "null";
}
