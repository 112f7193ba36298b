import { commonTypes } from "../../../../document/model/facts/common-types.ts";
import type { JsonType, Schema } from "../../../../document/model/model.ts";
import { findMismatch } from "../../../mismatches/find-mismatch.ts";
import { noRecipe, type Recipe } from "../recipe.ts";
import { sampleRecipe } from "../run-recipe.ts";
import { buildAlternatives } from "./build-alternatives.ts";
import { buildArray } from "./build-array.ts";
import { buildObject } from "./build-object.ts";
import { findComponent } from "./component-of.ts";
import { flattenParts } from "./flat-parts.ts";
import { listNumberRecipes } from "./number-recipes.ts";
import {
  type Building,
  listPlaceExamples,
  mostAlternatives,
  type Place,
  type RecipeContext,
} from "./place.ts";
import { listTextRecipes } from "./text-recipes.ts";

/** The recipe of a component, which may refer to other components and to itself. */
export function buildComponentRecipe(name: string, schema: Schema, context: RecipeContext): Recipe {
  return build([schema], { name: "", component: name, examples: [], around: [] }, context);
}

/** The recipe of a schema of a request or a response. */
export function buildRecipe(schema: Schema, context: RecipeContext): Recipe {
  return build([schema], { name: "", examples: [], around: [] }, context);
}

function build(schemas: readonly Schema[], place: Place, given: RecipeContext): Recipe {
  const context: Building = {
    ...given,
    build: (inner, at) => build(inner, at, given),
  };
  const [first] = schemas;
  const component =
    schemas.length === 1 && first !== undefined && place.fixed === undefined
      ? findComponent(first, context.components)
      : undefined;
  if (component !== undefined) {
    return { kind: "factory", component };
  }
  if (schemas.some((schema) => place.around.includes(schema))) {
    return noRecipe;
  }
  const inside = { ...place, around: [...place.around, ...schemas] };
  const { parts, alternatives } = flattenParts(schemas);
  const [group, ...others] = alternatives;
  return group === undefined
    ? buildMerged(parts, inside, context)
    : buildAlternatives(schemas, [group, ...others], inside, context);
}

function buildMerged(parts: readonly Schema[], place: Place, context: Building): Recipe {
  if (parts.some(({ boolean }) => boolean === false)) {
    return noRecipe;
  }
  const fits = (value: unknown): boolean =>
    parts.every((part) => findMismatch(value, part, undefined, context.judge) === undefined);
  const written = findWritten(parts, fits);
  if (written !== undefined) {
    return written;
  }
  const types = parts.reduce<ReadonlySet<JsonType> | undefined>(
    (all, part) => commonTypes(all, part.types),
    undefined,
  );
  const [type] =
    types === undefined ? [guessType(parts)] : [...types].filter((each) => each !== "null");
  if (types?.size === 0) {
    return noRecipe;
  }
  if (type === undefined) {
    return { kind: "literal", name: "fakeOneOf", values: [null] };
  }
  const recipe = buildType(type, parts, place, context, fits);
  return types?.has("null") === true ? { kind: "nullable", of: recipe } : recipe;
}

/** The values that the document lists, without null if there are others. */
function findWritten(
  parts: readonly Schema[],
  fits: (value: unknown) => boolean,
): Recipe | undefined {
  const lists = parts.flatMap((part) => [
    ...(part.const === undefined ? [] : [[part.const.value]]),
    ...(part.enum === undefined ? [] : [part.enum]),
  ]);
  const [first] = lists;
  if (first === undefined) {
    return undefined;
  }
  const allowed = first.filter(fits);
  const values = allowed.length > 1 ? allowed.filter((value) => value !== null) : allowed;
  return values.length === 0
    ? noRecipe
    : { kind: "literal", name: "fakeOneOf", values: values.slice(0, mostAlternatives) };
}

function guessType(parts: readonly Schema[]): JsonType {
  const has = (...keywords: readonly (keyof Schema)[]): boolean =>
    parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
  if (
    has("properties", "additionalProperties", "required", "patternProperties", "minProperties") ||
    has("maxProperties", "propertyNames")
  ) {
    return "object";
  }
  if (has("items", "prefixItems", "minItems", "contains")) {
    return "array";
  }
  return has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
    ? "number"
    : "string";
}

function buildType(
  type: Exclude<JsonType, "null"> | JsonType,
  parts: readonly Schema[],
  place: Place,
  context: Building,
  fits: (value: unknown) => boolean,
): Recipe {
  switch (type) {
    case "null":
      return { kind: "literal", name: "fakeOneOf", values: [null] };
    case "boolean":
      return { kind: "plain", name: "fakeBoolean" };
    case "object":
      return buildObject(parts, place, context);
    case "array":
      return buildArray(parts, place, context);
    case "integer":
    case "number":
    case "string": {
      const examples = listPlaceExamples(parts, place).filter(
        (value) =>
          (type === "string" ? typeof value === "string" : typeof value === "number") &&
          fits(value),
      );
      const recipes =
        type === "string"
          ? listTextRecipes(parts, place.name, examples)
          : listNumberRecipes(parts, place.name, examples, type === "integer");
      return [...recipes].find((recipe) => isRight(recipe, fits)) ?? noRecipe;
    }
    default:
      return type satisfies never;
  }
}

/** Returns whether twelve values of a recipe fit. */
function isRight(recipe: Recipe, fits: (value: unknown) => boolean): boolean {
  if (recipe.kind === "literal" && !isRunnable(recipe.values)) {
    return false;
  }
  const seeds = Array.from({ length: 12 }, (_, index) => index * 7 + 1);
  return sampleRecipe(recipe, new Map(), seeds)?.every(fits) === true;
}

/** Bounds may be infinite or crossed, and there may be no values at all. */
function isRunnable(values: readonly unknown[]): boolean {
  const numbers = values.filter((value) => typeof value === "number");
  return values.length > 0 && numbers.every(Number.isFinite);
}
