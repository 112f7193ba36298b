import type { JsonType, Schema } from "../../model/model.ts";

/**
 * A schema as it is compared: references are followed, and the parts of `allOf` that can be are merged, so that properties
 * can move into a component without a change. The same schema has the same view as long as it lives.
 */
export function viewSchema(schema: Schema): Schema {
  const known = views.get(schema);
  if (known !== undefined) {
    return known;
  }
  // A reference that leads back to itself says nothing.
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

/** Keywords that stay what they are when another part has them too: of a description, the nearest one counts. */
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

/** Both schemas in one; undefined where both have a keyword that has to stay apart. */
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
 * Alternatives that are nothing but types are a list of types: `anyOf: [{type: string}, {type: integer}]`, and in 3.1's way to
 * write the nullable X of 3.0, `anyOf: [X, {type: null}]`.
 */
function withoutPlainAlternatives(schema: Schema): Schema {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = anyOf ?? oneOf ?? [];
  if (alternatives.length < 2 || (anyOf !== undefined && oneOf !== undefined)) {
    return schema;
  }
  const parts = alternatives.map(plainTypes);
  const types = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  // With `oneOf`, a value of two alternatives fits none.
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

/** The types of a schema that says nothing else; undefined for others. */
function plainTypes(schema: Schema): Schema["types"] {
  const isPlain = Object.keys(schema).every((key) => key === "types" || key === "location");
  return isPlain ? schema.types : undefined;
}

function overlaps(types: readonly JsonType[]): boolean {
  const all = new Set(types);
  return all.size < types.length || (all.has("integer") && all.has("number"));
}

/** Returns whether a schema allows null and nothing else. */
export function isNull({ types }: Schema): boolean {
  return types?.length === 1 && types[0] === "null";
}
