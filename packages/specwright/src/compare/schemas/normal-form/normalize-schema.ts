import type { Schema } from "../../../document/model/model.ts";
import { dropDefaults } from "./drop-defaults.ts";
import { dropOtherTypes } from "./drop-other-types.ts";
import { normalizeBounds } from "./normalize-bounds.ts";
import { normalizeValues } from "./normalize-values.ts";
import { omitKeywords } from "./says-nothing.ts";

/**
 * A schema in the one form in which its own keywords are compared: without defaults that are written out and without what
 * has no effect. `{minLength: 0}` and `{}` have the same form, and so have `{type: string, const: a}` and `{const: a}`.
 * Returns the schema itself when it has this form already, as nearly every schema does.
 */
export function normalizeSchema(schema: Schema): Schema {
  return normalizeContent(
    dropOtherTypes(normalizeBounds(normalizeValues(normalizeTypes(dropDefaults(schema))))),
  );
}

/** An integer is a number, and all types together are no limit. */
function normalizeTypes(schema: Schema): Schema {
  const { types } = schema;
  if (types === undefined || types.length === 1) {
    return types?.[0] === "number" && schema.multipleOf === 1
      ? { ...schema, types: ["integer"] }
      : schema;
  }
  const all = new Set(types);
  if (all.has("number")) {
    all.delete("integer");
  }
  if (all.size === 6) {
    return omitKeywords(schema, ["types"]);
  }
  return all.size === types.length ? schema : { ...schema, types: [...all] };
}

/**
 * Media types and encodings have no upper and lower case (RFC 6838, section 4.2; RFC 2045, section 6.1). The format `byte` of
 * OpenAPI 3.0 is an encoding of 3.1.
 */
function normalizeContent(schema: Schema): Schema {
  const isByte = schema.format === "byte" && schema.contentEncoding === undefined;
  if (schema.contentMediaType === undefined && schema.contentEncoding === undefined && !isByte) {
    return schema;
  }
  const { contentMediaType, contentEncoding, format, ...rest } = schema;
  const encoding = isByte ? "base64" : contentEncoding?.toLowerCase();
  return {
    ...rest,
    ...(format !== undefined && !isByte && { format }),
    ...(contentMediaType !== undefined && { contentMediaType: contentMediaType.toLowerCase() }),
    ...(encoding !== undefined && { contentEncoding: encoding }),
  };
}
