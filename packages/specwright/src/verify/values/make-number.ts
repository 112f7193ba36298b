import type { Schema } from "../../model/model.ts";
import type { Random } from "./random.ts";

/**
 * A number within the bounds of the schemas that is a multiple of the largest `multipleOf`. The bounds themselves are
 * chosen more often than other numbers.
 */
export function makeNumber(parts: readonly Schema[], isInteger: boolean, random: Random): number {
  const factors = parts.flatMap(({ multipleOf }) => multipleOf ?? []);
  const step = Math.max(0, ...factors) || (isInteger ? 1 : 0.5);
  const above = parts.flatMap(({ minimum, exclusiveMinimum }) => [
    ...(minimum === undefined ? [] : [Math.ceil(minimum / step)]),
    ...(exclusiveMinimum === undefined ? [] : [Math.floor(exclusiveMinimum / step) + 1]),
  ]);
  const below = parts.flatMap(({ maximum, exclusiveMaximum }) => [
    ...(maximum === undefined ? [] : [Math.floor(maximum / step)]),
    ...(exclusiveMaximum === undefined ? [] : [Math.ceil(exclusiveMaximum / step) - 1]),
  ]);
  const highest = below.length === 0 ? undefined : Math.min(...below);
  const lowest = above.length === 0 ? Math.min(0, highest ?? 0) : Math.max(...above);
  const most = Math.min(highest ?? Number.POSITIVE_INFINITY, lowest + 1000);
  const steps = random.drawChance(0.3)
    ? (random.pick([lowest, most]) ?? lowest)
    : random.drawInteger(lowest, most);
  // Multiplying whole numbers avoids rounding errors of binary fractions: in JavaScript, 3 × 0.1 is not 0.3.
  return step >= 1 ? steps * step : Number((steps * step).toPrecision(12));
}
