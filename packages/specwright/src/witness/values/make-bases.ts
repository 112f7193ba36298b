import type { Direction, Schema } from "../../document/model/model.ts";
import { makeValue } from "../../verify/values/make-value.ts";
import { createRandom, type Random } from "../../verify/values/random.ts";

/** Values that are made for one schema. */
const variants = 6;

/**
 * Values that probably fit a schema, the smallest first: only required members, and the simplest texts and numbers. Later
 * ones take examples of the document, other alternatives and random values.
 *
 * @param choices the alternative that is taken, by the list of alternatives
 */
export function makeBases(
  schema: Schema,
  direction: Direction,
  choices: ReadonlyMap<unknown, unknown> = new Map(),
): readonly unknown[] {
  const made = Array.from({ length: variants }, (_, variant) =>
    makeValue(schema, { random: createChooser(variant, choices), fullness: "least", direction }),
  );
  const filled = makeValue(schema, {
    ...{ random: createChooser(0, choices), fullness: "most", direction },
  });
  const unique = new Map([...made, filled].map((value) => [JSON.stringify(value), value]));
  return [...unique.values()].filter((value) => value !== undefined);
}

/** Choices that are random for the later variants only, and never between alternatives that are given. */
function createChooser(variant: number, choices: ReadonlyMap<unknown, unknown>): Random {
  const random = createRandom(variant, "witness");
  const isRandom = variant >= 4;
  return {
    draw: random.draw,
    drawInteger: (least, greatest) => (isRandom ? random.drawInteger(least, greatest) : least),
    pick: <T>(list: readonly T[]): T | undefined => {
      // The choices lead from lists to their own items.
      const chosen = choices.get(list) as T | undefined;
      return chosen ?? (isRandom ? random.pick(list) : list[variant % list.length]);
    },
    // Examples of the document are taken with a probability of one half, and other types than null with a higher one.
    drawChance: (probability) =>
      isRandom ? random.drawChance(probability) : probability > (variant === 1 ? 0.4 : 0.5),
  };
}
