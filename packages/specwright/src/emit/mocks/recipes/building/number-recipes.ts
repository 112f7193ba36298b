import { findStepBounds } from "../../../../document/model/facts/step-bounds.ts";
import type { Schema } from "../../../../document/model/model.ts";
import type { Recipe } from "../recipe.ts";
import { isIdentifier } from "./text-recipes.ts";

/** Recipes for numbers, the most realistic first. */
export function* listNumberRecipes(
  parts: readonly Schema[],
  name: string,
  examples: readonly unknown[],
  isWhole: boolean,
): Generator<Recipe, void, undefined> {
  if (examples.length > 0 && !isIdentifier(name)) {
    yield { kind: "literal", name: "fakeOneOf", values: examples };
  }
  const factors = parts.flatMap(({ multipleOf }) => multipleOf ?? []);
  const step = Math.max(0, ...factors) || (isWhole ? 1 : 0.01);
  const { lowest, highest } = findStepBounds(parts, step);
  const [least, most] = usualRange(name, step);
  const from = Math.max(lowest, Math.min(least, highest));
  const to = Math.min(highest, Math.max(most, from));
  yield makeRange(from, to, step);
  yield makeRange(Math.max(lowest, 0), Math.min(highest, Math.max(lowest, 0) + 9), step);
  if (Number.isFinite(lowest)) {
    yield makeRange(lowest, lowest, step);
  }
  if (Number.isFinite(highest)) {
    yield makeRange(highest, highest, step);
  }
  // A narrow range between two steps.
  const edges = parts.flatMap(({ minimum, maximum }) => [minimum, maximum]);
  yield { kind: "literal", name: "fakeOneOf", values: edges.filter((edge) => edge !== undefined) };
}

function makeRange(from: number, to: number, step: number): Recipe {
  return step === 1
    ? { kind: "literal", name: "fakeInteger", values: [from, to] }
    : { kind: "literal", name: "fakeNumber", values: [from, to, step] };
}

/** The range of a property without bounds, in steps. */
function usualRange(name: string, step: number): readonly [number, number] {
  const word = name.replace(/[^a-z\d]/gi, "").toLowerCase();
  const [least, most] =
    word.endsWith("latitude") || word === "lat"
      ? [-90, 90]
      : word.endsWith("longitude") || /^(?:lng|lon)$/.test(word)
        ? [-180, 180]
        : word.endsWith("year")
          ? [2020, 2030]
          : /(?:createdat|updatedat|created|updated|timestamp)$/.test(word) && step === 1
            ? [1_700_000_000, 1_790_000_000]
            : isIdentifier(name)
              ? [1, 99_999]
              : [1, 100];
  return [Math.ceil(least / step), Math.floor(most / step)];
}
