import type { Schema } from "../model.ts";
import { listAllowedValues } from "./allowed-values.ts";
import { hasCombinations, hasKeywords, isPlainReference } from "./keywords.ts";
import { findListedValues } from "./listed-values.ts";
import { findPossibleTypes, typeBits } from "./possible-types.ts";

/**
 * Returns whether every value that `schema` accepts is accepted by `general`, judging by types, listed values and the
 * items of lists. A property with `schema` then also fits `general`. Returns false when this is not certain.
 */
export function refines(schema: Schema, general: Schema): boolean {
  if (general.boolean === true || schema === general) {
    return true;
  }
  if (isPlainReference(general)) {
    return (
      isPlainReference(schema) &&
      schema.ref?.text === general.ref?.text &&
      schema.ref?.target === general.ref?.target
    );
  }
  if (general.boolean === false || general.ref !== undefined || hasCombinations(general)) {
    return false;
  }
  if (listAllowedValues(general).length > 0) {
    const allowed = findListedValues(general);
    const values = findListedValues(schema);
    return values?.every((value) => allowed?.includes(value) === true) === true;
  }
  return refinesTypes(schema, general) && refinesItems(schema, general);
}

function refinesTypes(schema: Schema, { types }: Schema): boolean {
  if (types === undefined) {
    return true;
  }
  const isWhole =
    schema.types?.every((type) => types.includes(type)) === true ||
    findListedValues(schema)?.every(Number.isInteger) === true;
  const allowed = types.reduce((all, type) => all | typeBits[type], 0);
  const isWithin = (findPossibleTypes(schema) & ~allowed) === 0;
  return types.includes("integer") && !types.includes("number") ? isWhole : isWithin;
}

/** Returns whether the items are refined too. The general schema must not have further keywords. */
function refinesItems({ items }: Schema, general: Schema): boolean {
  const { items: generalItems, ...rest } = general;
  const saysMore = (["string", "number", "array", "object"] as const).some((type) =>
    hasKeywords(rest, type),
  );
  return (
    !saysMore &&
    (generalItems === undefined || (items !== undefined && refines(items, generalItems)))
  );
}
