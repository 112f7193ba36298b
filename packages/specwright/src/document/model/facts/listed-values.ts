import { hasType } from "@specwright/runtime/v1/values";
import { isArrayOrObject } from "../../../json-object.ts";
import type { Schema } from "../model.ts";
import { listAllowedValues } from "./allowed-values.ts";
import { hasKeywords, keywordTypes } from "./keywords.ts";
import { getTypeBit, typeBits } from "./possible-types.ts";

/**
 * The values that a schema accepts when it only lists them: with `enum`, with `const`, or with alternatives that are
 * such lists (`oneOf: [{ const: a, description: … }, …]`). Undefined for all other schemas, and for lists that contain
 * arrays or objects.
 */
export function findListedValues(schema: Schema): readonly unknown[] | undefined {
  const { boolean, ref, dynamicReference, allOf, anyOf, oneOf, types } = schema;
  const others = [boolean, ref, dynamicReference, allOf, schema.not, schema.if];
  if (others.some((keyword) => keyword !== undefined)) {
    return undefined;
  }
  const lists = [
    ...listAllowedValues(schema),
    ...(anyOf === undefined ? [] : [findAlternativeValues("anyOf", anyOf)]),
    ...(oneOf === undefined ? [] : [findAlternativeValues("oneOf", oneOf)]),
  ];
  const [values] = lists;
  return lists.length !== 1 || values === undefined || values.some(isArrayOrObject)
    ? undefined
    : keepUnjudged(
        schema,
        values.filter((value) => types === undefined || hasType(value, types)),
      );
}

/** The values. Undefined when another keyword constrains one of them, as `minLength` constrains texts. */
function keepUnjudged(schema: Schema, values: readonly unknown[]): readonly unknown[] | undefined {
  const isJudged = keywordTypes.some(
    (type) =>
      hasKeywords(schema, type) && values.some((value) => getTypeBit(value) === typeBits[type]),
  );
  return isJudged ? undefined : values;
}

/** The values that alternatives accept together, if each is only a list of values and no two share one. */
export function findAlternativeValues(
  keyword: "anyOf" | "oneOf",
  schemas: readonly Schema[],
): readonly unknown[] | undefined {
  const all = new Set<unknown>();
  for (const schema of schemas) {
    const values = findListedValues(schema);
    if (values === undefined || (keyword === "oneOf" && values.some((value) => all.has(value)))) {
      return undefined;
    }
    for (const value of values) {
      all.add(value);
    }
  }
  return [...all];
}
