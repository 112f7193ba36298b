import type { Check, Problem } from "./check.ts";
import { createCheck } from "./check.ts";
import { isEqual } from "./equal.ts";
import { isObject } from "./scalars.ts";

/** The types of JSON Schema (2020-12 Validation, section 6.1.1). */
export type JsonType = "null" | "boolean" | "object" | "array" | "number" | "string" | "integer";

/** `type`: the value has one of these types. */
export function type(...types: readonly JsonType[]): Check {
  return createCheck(
    () => ({ type: types.length === 1 ? types[0] : types }),
    (value) =>
      types.some((name) => isType(value, name))
        ? []
        : [{ code: "invalid_type", expected: types.join(" or ") }],
  );
}

function isType(value: unknown, name: JsonType): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "number":
      return Number.isFinite(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}

/** `enum`: the value equals one of these, compared deeply. */
export function enumeration(values: readonly unknown[]): Check {
  return createCheck(
    () => ({ enum: values }),
    (value) => (values.some((allowed) => isEqual(allowed, value)) ? [] : notOneOf(values)),
  );
}

/** `const`: the value equals this one, compared deeply. */
export function constant(allowed: unknown): Check {
  return createCheck(
    () => ({ const: allowed }),
    (value) => (isEqual(allowed, value) ? [] : notOneOf([allowed])),
  );
}

function notOneOf(values: readonly unknown[]): Problem[] {
  return [{ code: "invalid_value", values }];
}
