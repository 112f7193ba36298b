import { isEqual } from "@specwright/runtime/v1/values";
import type { Schema } from "../../../../document/model/model.ts";
import type { Judge } from "../../../mismatches/find-mismatch.ts";
import type { Recipe } from "../recipe.ts";

/** What building recipes needs of the document. */
export interface RecipeContext {
  readonly components: ReadonlyMap<string, Schema>;
  readonly judge: Judge;
}

/** What the rooms of building need: they build what is inside their values with `build`. */
export interface Building extends RecipeContext {
  readonly build: (schemas: readonly Schema[], place: Place) => Recipe;
}

/** The place of a value. */
export interface Place {
  /** The name of the property; empty for others. */
  readonly name: string;
  /** The component that is built. */
  readonly component?: string | undefined;
  /** Examples of this value, found in examples of the values around it. */
  readonly examples: readonly unknown[];
  /** Members whose values are known, such as a discriminator. */
  readonly fixed?: ReadonlyMap<string, unknown>;
  /** The schemas that are being built around this place. */
  readonly around: readonly Schema[];
}

/** More alternatives are not tried. */
export const mostAlternatives = 40;

/** The examples of a value: of its schemas, and those found in the values around it. */
export function listPlaceExamples(
  parts: readonly Schema[],
  { examples }: Place,
): readonly unknown[] {
  const found = [...parts.flatMap((part) => part.examples ?? []), ...examples];
  return found.filter(
    (value, index) => found.findIndex((other) => isEqual(other, value)) === index,
  );
}
