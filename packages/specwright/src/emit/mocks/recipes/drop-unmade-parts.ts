import { measureHeight } from "./measure-heights.ts";
import type { AlternativeRecipe, EitherRecipe, Recipe } from "./recipe.ts";

/** Removes the optional members and the alternatives of a recipe that cannot be made. Returns whether there were some. */
export function dropUnmadeParts(recipe: Recipe, heights: ReadonlyMap<string, number>): boolean {
  const isUnmade = (part: Recipe): boolean => !Number.isFinite(measureHeight(part, heights));
  if (recipe.kind === "object") {
    const dropped = [...recipe.members].filter(
      ([, member]) => member.isOptional && isNeverFull(member.recipe, isUnmade),
    );
    for (const [name] of dropped) {
      recipe.members.delete(name);
    }
    return dropped.length > 0;
  }
  if (recipe.kind === "either") {
    return keepAlternatives(recipe, (alternative) => !isUnmade(alternative.recipe));
  }
  return false;
}

/** Returns whether a recipe cannot make a value that is not deep: lists then have items, and nothing is null. */
function isNeverFull(recipe: Recipe, isUnmade: (part: Recipe) => boolean): boolean {
  switch (recipe.kind) {
    case "nullable":
      return isNeverFull(recipe.of, isUnmade);
    case "list":
    case "set":
      return recipe.most > 0 && isNeverFull(recipe.item, isUnmade);
    case "map":
      return isUnmade(recipe.keys) || isNeverFull(recipe.values, isUnmade);
    default:
      return isUnmade(recipe);
  }
}

/** Removes the other alternatives. Returns whether there were some. */
export function keepAlternatives(
  { alternatives }: EitherRecipe,
  isKept: (alternative: AlternativeRecipe) => boolean,
): boolean {
  const kept = alternatives.filter(isKept);
  const hasChanged = kept.length < alternatives.length;
  alternatives.splice(0, alternatives.length, ...kept);
  return hasChanged;
}
