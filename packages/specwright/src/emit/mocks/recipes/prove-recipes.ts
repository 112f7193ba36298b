import type { Schema } from "../../../document/model/model.ts";
import type { Judge } from "../../mismatches/find-mismatch.ts";
import { dropUnmadeParts } from "./drop-unmade-parts.ts";
import { listSubrecipes } from "./list-subrecipes.ts";
import { measureHeight, measureHeights, sortAlternatives } from "./measure-heights.ts";
import type { Recipe } from "./recipe.ts";
import {
  fitsSchema,
  pruneAlternatives,
  type RepairOutcome,
  repairRecipe,
} from "./repair-recipe.ts";
import type { Recipes } from "./run-recipe.ts";

/** The recipes of components by name, without those of components of which no value can be made. */
export type ProvenRecipes = Map<string, Recipe>;

/** How often recipes are pruned, until nothing changes. */
const mostRounds = 12;

/**
 * Carries out the recipes of all components, and removes whatever does not fit: alternatives, optional members, and at last
 * whole components, for which an example of the document is taken if it fits.
 */
export function proveRecipes(
  recipes: ReadonlyMap<string, Recipe>,
  components: ReadonlyMap<string, Schema>,
  judge: Judge,
): ProvenRecipes {
  const proven: ProvenRecipes = new Map(recipes);
  let asked: ReadonlySet<string> = new Set(recipes.keys());
  for (let round = 0; round < mostRounds && asked.size > 0; round += 1) {
    const changed = dropUnmade(proven, components, judge, measureHeights(proven));
    for (const name of asked) {
      const recipe = proven.get(name);
      const schema = components.get(name);
      const outcome = recipe && schema && prove(recipe, schema, proven, judge);
      if (outcome === "wrong" && schema !== undefined) {
        replaceByExample(name, schema, proven, judge);
      }
      if (outcome !== undefined && outcome !== "right") {
        changed.add(name);
      }
    }
    // The values of other components have not changed.
    asked = listDependents(changed, proven);
  }
  const heights = measureHeights(proven);
  for (const recipe of proven.values()) {
    sortAlternatives(recipe, heights);
  }
  return proven;
}

function prove(recipe: Recipe, schema: Schema, recipes: Recipes, judge: Judge): RepairOutcome {
  let isPruned = false;
  for (const each of listSubrecipes(recipe)) {
    isPruned = (each.kind === "either" && pruneAlternatives(each, recipes, judge)) || isPruned;
  }
  const outcome = repairRecipe(recipe, schema, recipes, judge);
  return outcome === "right" && isPruned ? "changed" : outcome;
}

/** Components whose values contain values of the given ones, and these themselves. */
function listDependents(changed: ReadonlySet<string>, recipes: Recipes): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [name, recipe] of recipes) {
    for (const each of listSubrecipes(recipe)) {
      if (each.kind === "factory") {
        users.set(each.component, [...(users.get(each.component) ?? []), name]);
      }
    }
  }
  const found = new Set(changed);
  for (const name of found) {
    for (const user of users.get(name) ?? []) {
      found.add(user);
    }
  }
  return found;
}

/** Proves the recipe of a place outside components. Undefined when its values do not fit. */
export function proveRecipe(
  recipe: Recipe,
  schema: Schema,
  proven: ProvenRecipes,
  judge: Judge,
): Recipe | undefined {
  const heights = measureHeights(proven);
  for (const each of listSubrecipes(recipe)) {
    dropUnmadeParts(each, heights);
    if (each.kind === "either") {
      pruneAlternatives(each, proven, judge);
    }
  }
  sortAlternatives(recipe, heights);
  return Number.isFinite(measureHeight(recipe, heights)) &&
    repairRecipe(recipe, schema, proven, judge) !== "wrong"
    ? recipe
    : undefined;
}

/** Removes what cannot be made. Returns the components in which something was removed. */
function dropUnmade(
  proven: ProvenRecipes,
  components: ReadonlyMap<string, Schema>,
  judge: Judge,
  heights: ReadonlyMap<string, number>,
): Set<string> {
  const changed = new Set<string>();
  for (const [name, recipe] of [...proven]) {
    const schema = components.get(name);
    if (!Number.isFinite(measureHeight(recipe, heights)) && schema !== undefined) {
      replaceByExample(name, schema, proven, judge);
      changed.add(name);
    } else if (listSubrecipes(recipe).filter((each) => dropUnmadeParts(each, heights)).length > 0) {
      changed.add(name);
    }
  }
  return changed;
}

/** Takes an example of the document instead of a recipe whose values do not fit. Without one, the recipe is removed. */
function replaceByExample(name: string, schema: Schema, proven: ProvenRecipes, judge: Judge): void {
  const values = (schema.examples ?? []).filter((value) => fitsSchema(value, schema, judge));
  if (values.length > 0 && proven.get(name)?.kind !== "literal") {
    proven.set(name, { kind: "literal", name: "fakeOneOf", values });
  } else {
    proven.delete(name);
  }
}
