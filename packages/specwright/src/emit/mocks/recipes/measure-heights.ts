import { listSubrecipes } from "./list-subrecipes.ts";
import type { Recipe } from "./recipe.ts";

/** How many objects and lists the smallest value of each component has inside each other. Infinite when it has none. */
export function measureHeights(recipes: ReadonlyMap<string, Recipe>): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [name, recipe] of recipes) {
      const height = measureHeight(recipe, heights);
      if (height < (heights.get(name) ?? Number.POSITIVE_INFINITY)) {
        heights.set(name, height);
        hasChanged = true;
      }
    }
  }
  return heights;
}

/** The height of one recipe, from those of components. Infinite when no value of it can be made. */
export function measureHeight(recipe: Recipe, heights: ReadonlyMap<string, number>): number {
  const measure = (part: Recipe): number => measureHeight(part, heights);
  switch (recipe.kind) {
    case "none":
      return Number.POSITIVE_INFINITY;
    case "plain":
    case "literal":
    case "nullable":
      return 0;
    case "within":
      return measure(recipe.of);
    case "object": {
      const needed = [...recipe.members.values()].filter(({ isOptional }) => !isOptional);
      return 1 + Math.max(0, ...needed.map((member) => measure(member.recipe)));
    }
    case "map":
      return recipe.least === 0 ? 1 : 1 + Math.max(measure(recipe.keys), measure(recipe.values));
    case "list":
    case "set":
      return recipe.least === 0 ? 1 : 1 + measure(recipe.item);
    case "tuple":
      return 1 + Math.max(0, ...recipe.items.map(measure));
    case "either":
      return Math.min(
        Number.POSITIVE_INFINITY,
        ...recipe.alternatives.map((each) => measure(each.recipe)),
      );
    case "factory":
      return heights.get(recipe.component) ?? Number.POSITIVE_INFINITY;
    default:
      return recipe satisfies never;
  }
}

/** Puts the alternatives with the smallest values first, because deep values take the first one. */
export function sortAlternatives(recipe: Recipe, heights: ReadonlyMap<string, number>): void {
  for (const each of listSubrecipes(recipe)) {
    if (each.kind === "either") {
      each.alternatives.sort(
        (left, right) => measureHeight(left.recipe, heights) - measureHeight(right.recipe, heights),
      );
    }
  }
}
