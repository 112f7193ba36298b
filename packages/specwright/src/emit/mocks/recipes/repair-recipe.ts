import type { Schema } from "../../../document/model/model.ts";
import { findMismatch, type Judge } from "../../mismatches/find-mismatch.ts";
import { keepAlternatives } from "./drop-unmade-parts.ts";
import type { EitherRecipe, ObjectRecipe, Recipe } from "./recipe.ts";
import { type Recipes, sampleRecipe } from "./run-recipe.ts";

/** `changed`: parts had to be removed, and now the values fit. */
export type RepairOutcome = "right" | "changed" | "wrong";

/** Removes optional members whose values do not fit. */
export function repairRecipe(
  recipe: Recipe,
  schema: Schema,
  recipes: Recipes,
  judge: Judge,
): RepairOutcome {
  for (let tries = 0; tries < 40; tries += 1) {
    const values = sampleRecipe(recipe, recipes);
    if (values === undefined) {
      return "wrong";
    }
    const mismatch = values
      .map((value) => findMismatch(value, schema, undefined, withSteps(judge)))
      .find((each) => each !== undefined);
    if (mismatch === undefined) {
      return tries === 0 ? "right" : "changed";
    }
    const found = findOptional(recipe, mismatch.path);
    if (found === undefined) {
      return "wrong";
    }
    found.object.members.delete(found.name);
  }
  return "wrong";
}

/** The innermost optional member on a path into a value. */
function findOptional(
  recipe: Recipe,
  path: readonly (string | number)[],
): { readonly object: ObjectRecipe; readonly name: string } | undefined {
  const [step = "", ...rest] = path;
  switch (recipe.kind) {
    case "object": {
      const member = recipe.members.get(String(step));
      const inner = member && findOptional(member.recipe, rest);
      return (
        inner ?? (member?.isOptional === true ? { object: recipe, name: String(step) } : undefined)
      );
    }
    case "nullable":
      return findOptional(recipe.of, path);
    case "list":
    case "set":
      return findOptional(recipe.item, rest);
    default:
      return undefined;
  }
}

/** Removes what does not fit from alternatives, and then those whose values still do not fit. */
export function pruneAlternatives(either: EitherRecipe, recipes: Recipes, judge: Judge): boolean {
  let isRepaired = false;
  const isPruned = keepAlternatives(either, (alternative) => {
    const outcome = repairRecipe(alternative.recipe, alternative.schema, recipes, judge);
    isRepaired ||= outcome === "changed";
    // With a tag, the value has it too.
    const alone =
      either.property === undefined
        ? alternative.recipe
        : { ...either, alternatives: [alternative] };
    const values = sampleRecipe(alone, recipes, [1, 2, 3]);
    return (
      values?.every((value) =>
        either.schemas.every((schema) => fitsSchema(value, schema, judge)),
      ) === true
    );
  });
  return isRepaired || isPruned;
}

/** Returns whether a value fits a schema. Each value has as many steps as all examples of a document. */
export function fitsSchema(value: unknown, schema: Schema, judge: Judge): boolean {
  return findMismatch(value, schema, undefined, withSteps(judge)) === undefined;
}

function withSteps(judge: Judge): Judge {
  return { ...judge, steps: { left: 100_000 } };
}
