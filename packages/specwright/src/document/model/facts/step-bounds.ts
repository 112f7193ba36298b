import type { Schema } from "../model.ts";

/**
 * The lowest and the highest multiple of a step that all the schemas allow, in steps: with a step of 5, `minimum: 12` has the
 * lowest 3. Infinite where no schema has a bound.
 */
export function findStepBounds(
  parts: readonly Schema[],
  step: number,
): { readonly lowest: number; readonly highest: number } {
  const above = parts.flatMap(({ minimum, exclusiveMinimum }) => [
    ...(minimum === undefined ? [] : [Math.ceil(minimum / step)]),
    ...(exclusiveMinimum === undefined ? [] : [Math.floor(exclusiveMinimum / step) + 1]),
  ]);
  const below = parts.flatMap(({ maximum, exclusiveMaximum }) => [
    ...(maximum === undefined ? [] : [Math.floor(maximum / step)]),
    ...(exclusiveMaximum === undefined ? [] : [Math.ceil(exclusiveMaximum / step) - 1]),
  ]);
  return {
    lowest: Math.max(Number.NEGATIVE_INFINITY, ...above),
    highest: Math.min(Number.POSITIVE_INFINITY, ...below),
  };
}
