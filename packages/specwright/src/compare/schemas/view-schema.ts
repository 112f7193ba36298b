import { listConjuncts } from "../../document/model/conjuncts.ts";
import { commonTypes } from "../../document/model/facts/common-types.ts";
import { keywordsOf, keywordTypes } from "../../document/model/facts/keywords.ts";
import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { JsonType, Schema } from "../../document/model/model.ts";
import { foldListedValues } from "./normal-form/fold-listed-values.ts";
import { normalizeSchema } from "./normal-form/normalize-schema.ts";
import { allowsAnything, annotations } from "./normal-form/says-nothing.ts";
import { unwrapSingle } from "./normal-form/unwrap-single.ts";

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
  const leads = leadsToOthers(schema);
  if (leads) {
    // A reference that leads back to itself adds nothing.
    views.set(schema, { location: schema.location });
  }
  const view = leads ? makeView(schema) : normalizeSchema(unwrapSingle(schema));
  views.set(schema, view);
  return view;
}

const views = new WeakMap<Schema, Schema>();

/** Returns whether the view may depend on that of another schema. Most schemas of a large document combine none. */
function leadsToOthers(schema: Schema): boolean {
  const { ref, dynamicReference, allOf, anyOf, oneOf } = schema;
  return (
    (ref ?? dynamicReference ?? allOf ?? anyOf ?? oneOf) !== undefined || schema.if !== undefined
  );
}

function makeView(written: Schema): Schema {
  const schema = unwrapSingle(withoutDynamicReference(written));
  if (schema.ref === undefined && schema.allOf === undefined) {
    return foldAlternatives(normalizeSchema(schema));
  }
  const { ref, allOf, ...own } = schema;
  const saysMore = Object.keys(own).some((key) => key !== "location" && key !== "dynamicAnchors");
  if (allOf === undefined && ref !== undefined && !saysMore) {
    return viewSchema(ref.target);
  }
  let view: Schema = foldAlternatives(normalizeSchema(own));
  const rest: Schema[] = [];
  const parts = listConjuncts(schema);
  for (const part of parts) {
    const merged =
      parts.length > 1 && isReaching(viewSchema(part)) ? undefined : merge(view, viewSchema(part));
    if (merged === undefined) {
      rest.push(part);
    } else {
      view = merged;
    }
  }
  // Parts may say together that a keyword has no effect.
  return normalizeSchema(
    rest.length === 0 ? view : { ...view, allOf: [...(view.allOf ?? []), ...rest] },
  );
}

/** Alternatives that are only types or values as a list of these. */
function foldAlternatives(schema: Schema): Schema {
  if (schema.anyOf === undefined && schema.oneOf === undefined) {
    return schema;
  }
  const view = withoutPlainAlternatives(schema);
  const listed = foldListedValues(view, viewSchema);
  return listed === undefined ? view : normalizeSchema(merge(listed.rest, listed.values) ?? view);
}

/** `$dynamicRef` as a reference to its first target. `compareDynamicAnchors` compares what can be in the place of it. */
function withoutDynamicReference(schema: Schema): Schema {
  if (schema.dynamicReference === undefined) {
    return schema;
  }
  const { dynamicReference, ...rest } = schema;
  return rest.ref === undefined
    ? { ...rest, ref: dynamicReference }
    : { ...rest, allOf: [...(rest.allOf ?? []), dynamicReference.target] };
}

/** Merges two schemas into one that allows the same values as both together. Undefined when that is not possible. */
function merge(left: Schema, right: Schema): Schema | undefined {
  const clashing = Object.keys(right).filter(
    (key) => Object.hasOwn(left, key) && !annotations.has(key) && !mergeable.has(key),
  );
  const types = commonTypes(left.types, right.types);
  if (clashing.length > 0 || types?.size === 0 || depends(left, right)) {
    return undefined;
  }
  return {
    ...right,
    ...left,
    ...(types === undefined ? {} : { types: [...types] }),
    ...mergeObjects(left, right),
  };
}

const mergeable: ReadonlySet<string> = new Set(["types", "properties", "required", "allOf"]);

/** Returns whether a keyword of one schema would get another meaning beside the keywords of the other. */
function depends(left: Schema, right: Schema): boolean {
  const has = (schema: Schema, keywords: readonly (keyof Schema)[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  const isSplit = siblings.some((group) => has(left, group) && has(right, group));
  const [own = [], others = []] = [left, right].map(({ properties, patternProperties }) => [
    ...(properties ?? []),
    ...(patternProperties ?? []),
  ]);
  return (
    isSplit ||
    // The outer schema's keyword sees the inner ones, but not the other way round.
    (isReaching(right) &&
      Object.keys(left).some((keyword) => !annotations.has(keyword) && !plain.has(keyword))) ||
    (left.additionalProperties !== undefined && others.length > 0) ||
    (right.additionalProperties !== undefined && own.length > 0) ||
    [...(left.properties ?? [])].some(
      ([name, schema]) =>
        right.properties?.has(name) === true && !isAlike(schema, right.properties.get(name)),
    )
  );
}

/** Returns whether a schema has a keyword about what the other ones leave. */
function isReaching({ unevaluatedProperties, unevaluatedItems }: Schema): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

/** Keywords that mean something together. */
const siblings: readonly (readonly (keyof Schema)[])[] = [
  ["items", "prefixItems"],
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
];

/** Keywords that evaluate no properties or items. */
const plain: ReadonlySet<string> = new Set(["types", "required"]);

/** Returns whether two properties of one name are the same schema, or one of them says nothing about values. */
function isAlike(left: Schema, right: Schema | undefined): boolean {
  const resolve = (schema: Schema): Schema =>
    schema.ref === undefined ? schema : viewSchema(schema);
  return right === undefined || resolve(left) === resolve(right) || allowsAnything(right);
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
  const isNullable = alternatives.length === 2 && alternatives.some(isNull);
  if (!isNullable || view?.types === undefined || !isAboutTypes(view)) {
    return schema;
  }
  if (oneOf !== undefined && view.types.includes("null")) {
    return schema;
  }
  const values = writtenValues(view);
  const { const: _, enum: __, ...others } = view;
  const nullable: Schema = {
    ...others,
    types: [...new Set([...view.types, "null" as const])],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
  return merge(rest, nullable) ?? schema;
}

/** Returns whether null passes all keywords apart from `type`, `enum` and `const`. */
function isAboutTypes(schema: Schema): boolean {
  return (
    Object.keys(schema).every((key) => annotations.has(key) || ofTypes.has(key)) &&
    (schema.enum === undefined || schema.const === undefined)
  );
}

const ofTypes: ReadonlySet<string> = new Set([
  "types",
  "enum",
  "const",
  ...keywordTypes.flatMap((type) => keywordsOf[type]),
  "minContains",
  "maxContains",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

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
