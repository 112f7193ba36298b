import { findTag } from "../../../document/model/facts/disjoint.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";
import { readDiscriminatorValues } from "../typescript/discriminators/discriminator-values.ts";

/** The property that decides about an alternative, and the values that choose it. */
export interface AlternativeTag {
  readonly property: string;
  readonly values: readonly unknown[];
}

/**
 * The tag of each alternative of `oneOf` or `anyOf`: of the discriminator, else of a required property whose listed
 * values no two alternatives share. Undefined for alternatives that are not objects, and for all when not every object
 * has one.
 */
export function findAlternativeTags(
  { discriminator }: Schema,
  alternatives: readonly Schema[],
): readonly (AlternativeTag | undefined)[] {
  const objects = alternatives.filter((each) => (findPossibleTypes(each) & typeBits.object) !== 0);
  if (objects.length < 2) {
    return alternatives.map(() => undefined);
  }
  const property = discriminator?.propertyName ?? "";
  const chosen = objects.map((each) => {
    const texts = [...(discriminator?.mapping ?? [])].filter(([, name]) => name === each.ref?.name);
    return readDiscriminatorValues(
      texts.map(([text]) => text),
      each,
      property,
    );
  });
  const tag = chosen.every((values) => values.length > 0)
    ? { name: property, values: chosen }
    : findTag(objects);
  return alternatives.map((each) => {
    const values = tag?.values[objects.indexOf(each)];
    return tag === undefined || values === undefined ? undefined : { property: tag.name, values };
  });
}
