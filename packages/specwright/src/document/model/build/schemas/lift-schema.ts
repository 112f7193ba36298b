import type { JsonObject } from "../../../../json-object.ts";
import type { Schema } from "../../model.ts";

import type { SchemaDraft } from "../../schema-values.ts";

/** `exclusiveMaximum` and `exclusiveMinimum` as booleans. */
export function liftBounds(draft: SchemaDraft, raw: JsonObject): void {
  liftBound(draft, raw, "exclusiveMaximum", "maximum");
  liftBound(draft, raw, "exclusiveMinimum", "minimum");
}

/** In OpenAPI 3.0, a boolean makes the other bound exclusive: `minimum: 1, exclusiveMinimum: true`. */
function liftBound(
  draft: SchemaDraft,
  raw: JsonObject,
  exclusive: "exclusiveMaximum" | "exclusiveMinimum",
  inclusive: "maximum" | "minimum",
): void {
  if (raw[exclusive] === true && draft[inclusive] !== undefined) {
    draft[exclusive] = draft[inclusive];
    delete draft[inclusive];
  }
}

/**
 * Converts `nullable`. Beside `type`, it adds the type `null`. A composed schema then allows null as a whole. By the
 * letter of 3.0.3 (section 4.7.24.1) it would not, but every document that writes `nullable` beside `allOf` or `oneOf`
 * means it.
 */
export function liftNullable(draft: SchemaDraft, raw: JsonObject): Schema {
  if (raw.nullable !== true || draft.ref !== undefined) {
    return draft;
  }
  if (draft.allOf === undefined && draft.anyOf === undefined && draft.oneOf === undefined) {
    return draft.types === undefined ? liftUntyped(draft) : liftTyped(draft, draft.types);
  }
  return addNull(draft);
}

/**
 * By the letter of 3.0.3 (section 4.7.24.1), `nullable` has no effect beside an `enum` without null. Documents that
 * write it there mean that null is allowed, so null is added to the list.
 */
function liftTyped(draft: SchemaDraft, types: NonNullable<Schema["types"]>): Schema {
  if (draft.const !== undefined && draft.const.value !== null) {
    return addNull(draft);
  }
  const lifted = { ...draft, types: withNull(types) };
  return lacksNull(draft)
    ? { ...lifted, enum: [...(draft.enum ?? []), null], isNullAdded: true }
    : lifted;
}

/** Returns whether a nullable schema of OpenAPI 3.0 lists its values without null. Null has to be added to them. */
export function lacksNull({ enum: values, const: constant }: SchemaDraft): boolean {
  return values?.includes(null) === false || (constant !== undefined && constant.value !== null);
}

function liftUntyped(draft: SchemaDraft): Schema {
  return asserts(draft) ? addNull(draft) : draft;
}

function asserts({
  enum: values,
  const: constant,
  properties,
  additionalProperties,
}: SchemaDraft): boolean {
  return [values, constant, properties, additionalProperties].some(
    (keyword) => keyword !== undefined,
  );
}

function withNull(types: NonNullable<Schema["types"]>): NonNullable<Schema["types"]> {
  return types.includes("null") ? types : [...types, "null"];
}

/**
 * Makes `anyOf` of the schema and null. Annotations such as `description` stay on the outer schema, where readers look
 * for them.
 */
function addNull(draft: SchemaDraft): Schema {
  const { title, description, deprecated, readOnly, writeOnly, examples, extensions, ...inner } =
    draft;
  const { default: defaultValue, ...asserting } = inner;
  const annotations = {
    title,
    description,
    deprecated,
    readOnly,
    writeOnly,
    examples,
    extensions,
    default: defaultValue,
  };
  const lifted: SchemaDraft = { location: draft.location };
  Object.assign(
    lifted,
    Object.fromEntries(Object.entries(annotations).filter(([, value]) => value !== undefined)),
  );
  lifted.anyOf = [asserting, { location: draft.location, types: ["null"] }];
  return lifted;
}
