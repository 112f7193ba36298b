import type { JsonObject } from "../../../json-object.ts";
import type { Schema } from "../../model.ts";

import type { SchemaDraft } from "../../schema-values.ts";

/** `exclusiveMaximum` and `exclusiveMinimum` as booleans. */
export function liftBounds(draft: SchemaDraft, raw: JsonObject): void {
  liftBound(draft, raw, "exclusiveMaximum", "maximum");
  liftBound(draft, raw, "exclusiveMinimum", "minimum");
}

/** 3.0 has a boolean that makes the other bound exclusive. */
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
 * `nullable`: beside `type` it is one type more. A composed schema allows null as a whole: read to the letter (3.0.3,
 * section 4.7.24.1) it would not, but every document that writes `nullable` beside `allOf` or `oneOf` means it.
 */
export function liftNullable(draft: SchemaDraft, raw: JsonObject): Schema {
  if (raw.nullable !== true || draft.ref !== undefined) {
    return draft;
  }
  if (draft.allOf === undefined && draft.anyOf === undefined && draft.oneOf === undefined) {
    return draft.types === undefined ? liftUntyped(draft) : liftTyped(draft, draft.types);
  }
  return orNull(draft);
}

/**
 * Beside a list of values that lacks null, `nullable` would change nothing by the letter (3.0.3, section 4.7.24.1). Documents
 * that write it there mean that null is allowed.
 */
function liftTyped(draft: SchemaDraft, types: NonNullable<Schema["types"]>): Schema {
  if (draft.const !== undefined && draft.const.value !== null) {
    return orNull(draft);
  }
  const lifted = { ...draft, types: withNull(types) };
  return lacksNull(draft)
    ? { ...lifted, enum: [...(draft.enum ?? []), null], isNullAdded: true }
    : lifted;
}

/** Returns whether a nullable schema of OpenAPI 3.0 lists values without null, and has to allow null all the same. */
export function lacksNull({ enum: values, const: constant }: SchemaDraft): boolean {
  return values?.includes(null) === false || (constant !== undefined && constant.value !== null);
}

function liftUntyped(draft: SchemaDraft): Schema {
  return asserts(draft) ? orNull(draft) : draft;
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

/** `anyOf` of the schema and null; what annotates stays outside, where readers look for it. */
function orNull(draft: SchemaDraft): Schema {
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
