import type { Recipe } from "./recipe.ts";

/** A recipe and all recipes inside it. Those of components are not inside it. */
export function listSubrecipes(recipe: Recipe): readonly Recipe[] {
  return [recipe, ...listParts(recipe).flatMap(listSubrecipes)];
}

function listParts(recipe: Recipe): readonly Recipe[] {
  switch (recipe.kind) {
    case "none":
    case "plain":
    case "literal":
    case "factory":
      return [];
    case "within":
    case "nullable":
      return [recipe.of];
    case "object":
      return [...recipe.members.values()].map((member) => member.recipe);
    case "map":
      return [recipe.keys, recipe.values];
    case "list":
    case "set":
      return [recipe.item];
    case "tuple":
      return recipe.items;
    case "either":
      return recipe.alternatives.map((each) => each.recipe);
    default:
      return recipe satisfies never;
  }
}
