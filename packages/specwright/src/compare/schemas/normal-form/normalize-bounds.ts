import { findStepBounds } from "../../../document/model/facts/step-bounds.ts";
import type { Schema } from "../../../document/model/model.ts";
import { omitKeywords } from "./says-nothing.ts";

/** The stronger one of two bounds; for integers, the nearest integer inside them. */
export function normalizeBounds(schema: Schema): Schema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, types, multipleOf } = schema;
  if (multipleOf === 1 && isWhole(types)) {
    return normalizeBounds(omitKeywords(schema, ["multipleOf"]));
  }
  const isOpen = exclusiveMinimum !== undefined || exclusiveMaximum !== undefined;
  if (!isOpen && (!isWhole(types) || [minimum, maximum].every(isWholeBound))) {
    return schema;
  }
  const written = [minimum, exclusiveMinimum, maximum, exclusiveMaximum];
  const {
    minimum: _,
    exclusiveMinimum: __,
    maximum: ___,
    exclusiveMaximum: ____,
    ...rest
  } = schema;
  if (
    isWhole(types) &&
    written.every((bound) => bound === undefined || Number.isSafeInteger(Math.trunc(bound)))
  ) {
    const { lowest, highest } = findStepBounds([schema], 1);
    return {
      ...rest,
      ...(Number.isFinite(lowest) && { minimum: lowest + 0 }),
      ...(Number.isFinite(highest) && { maximum: highest + 0 }),
    };
  }
  const isLowerOpen = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
  const isUpperOpen = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
  return {
    ...rest,
    ...(isLowerOpen ? { exclusiveMinimum } : minimum !== undefined && { minimum }),
    ...(isUpperOpen ? { exclusiveMaximum } : maximum !== undefined && { maximum }),
  };
}

function isWholeBound(bound: number | undefined): boolean {
  return bound === undefined || Number.isInteger(bound);
}

function isWhole(types: Schema["types"]): boolean {
  return types?.includes("integer") === true && !types.includes("number");
}
