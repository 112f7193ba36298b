import * as runtime from "@specwright/runtime/v1/mocks";
import type { LiteralMaker, PlainMaker, Recipe } from "./recipe.ts";

type Maker = runtime.Maker;

/** The functions that printed code imports, by the names that recipes have. */
const plainMakers: Readonly<Record<PlainMaker, Maker>> = runtime;
const literalMakers: Readonly<Record<LiteralMaker, unknown>> = runtime;

/** The recipes of components, by name. */
export type Recipes = ReadonlyMap<string, Recipe>;

/** More values than this are not made while a document is generated. */
const mostSteps = 50_000;

/** A recipe cannot be carried out. */
export class CannotMake extends Error {}

/** Counts the objects and lists that are made for one value. */
export interface MakingSteps {
  left: number;
}

/** Returns the maker that the printed code of a recipe is. It throws CannotMake where a value cannot be made. */
export function recipeToMaker(recipe: Recipe, recipes: Recipes, steps: MakingSteps): Maker {
  const toMaker = (part: Recipe): Maker => recipeToMaker(part, recipes, steps);
  const counted =
    (make: () => Maker): Maker =>
    (given, data) => {
      steps.left -= 1;
      if (steps.left < 0) {
        throw new CannotMake("too many values");
      }
      return make()(given, data);
    };
  switch (recipe.kind) {
    case "none":
      return () => {
        throw new CannotMake("no value");
      };
    case "plain":
      return plainMakers[recipe.name];
    case "literal":
      return callLiteralMaker(recipe.name, recipe.values);
    case "within":
      return runtime.fakeWithin(toText(toMaker(recipe.of)), recipe.least, recipe.most);
    case "object":
      return counted(() => makeMembers(recipe, toMaker));
    case "map":
      return counted(() =>
        runtime.fakeMap(
          toText(toMaker(recipe.keys)),
          toMaker(recipe.values),
          recipe.least,
          recipe.most,
        ),
      );
    case "list":
      return counted(() => runtime.fakeList(toMaker(recipe.item), recipe.least, recipe.most));
    case "set":
      return counted(() => runtime.fakeSet(toMaker(recipe.item), recipe.least, recipe.most));
    case "tuple":
      return counted(() => runtime.fakeTuple(...recipe.items.map(toMaker)));
    case "either":
      return counted(() => makeEither(recipe, toMaker));
    case "nullable":
      return runtime.fakeNullable(toMaker(recipe.of));
    case "factory":
      return counted(() => toMaker(recipes.get(recipe.component) ?? { kind: "none" }));
    default:
      return recipe satisfies never;
  }
}

/** Five values of a recipe. Undefined when one of them cannot be made. */
export function sampleRecipe(
  recipe: Recipe,
  recipes: Recipes,
  seeds: readonly number[] = [1, 2, 3, 4, 5],
): readonly unknown[] | undefined {
  try {
    return seeds.map((seed) =>
      recipeToMaker(recipe, recipes, { left: mostSteps })(
        undefined,
        runtime.createMockData({ seed }),
      ),
    );
  } catch (error) {
    if (error instanceof CannotMake || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

function callLiteralMaker(name: LiteralMaker, values: readonly unknown[]): Maker {
  // Recipes have the arguments that these functions take.
  return (literalMakers[name] as (...values: readonly unknown[]) => Maker)(...values);
}

/** Recipes have texts where texts are needed. */
function toText(make: Maker): runtime.Maker<string> {
  return make as runtime.Maker<string>;
}

function makeMembers(
  { members }: Extract<Recipe, { kind: "object" }>,
  toMaker: (part: Recipe) => Maker,
): Maker {
  const entries = [...members];
  const optional = entries.filter(([, { isOptional }]) => isOptional).map(([name]) => name);
  return (given, data) =>
    runtime.fakeObject(
      given,
      data,
      Object.fromEntries(entries.map(([name, { recipe }]) => [name, toMaker(recipe)])),
      { optional },
    );
}

function makeEither(
  { property, alternatives }: Extract<Recipe, { kind: "either" }>,
  toMaker: (part: Recipe) => Maker,
): Maker {
  const [first = toMaker({ kind: "none" }), ...rest] = alternatives.map(({ recipe }) =>
    toMaker(recipe),
  );
  return property === undefined
    ? runtime.fakeEither(first, ...rest)
    : runtime.fakeTagged(
        property,
        Object.fromEntries(alternatives.map(({ tag, recipe }) => [tag, toMaker(recipe)])),
      );
}
