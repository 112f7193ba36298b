import { isEqual } from "../values/equal.ts";
import { hasType, type JsonType } from "../values/json-types.ts";
import type { Check, Problem } from "./check.ts";
import { createCheck } from "./check.ts";

/** `type`: the value has one of these types. */
export function type(...types: readonly JsonType[]): Check {
  return createCheck(
    () => ({ type: types.length === 1 ? types[0] : types }),
    (value) =>
      hasType(value, types) ? [] : [{ code: "invalid_type", expected: types.join(" or ") }],
  );
}

/** `enum`: the value equals one of these, compared deeply. */
export function enumeration(values: readonly unknown[]): Check {
  return createCheck(
    () => ({ enum: values }),
    (value) => (values.some((allowed) => isEqual(allowed, value)) ? [] : refuseValue(values)),
  );
}

/** `const`: the value equals this one, compared deeply. */
export function constant(allowed: unknown): Check {
  return createCheck(
    () => ({ const: allowed }),
    (value) => (isEqual(allowed, value) ? [] : refuseValue([allowed])),
  );
}

function refuseValue(values: readonly unknown[]): Problem[] {
  return [{ code: "invalid_value", values }];
}
