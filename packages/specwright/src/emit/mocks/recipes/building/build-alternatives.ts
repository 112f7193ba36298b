import type { Schema } from "../../../../document/model/model.ts";
import type { Recipe } from "../recipe.ts";
import { findComponent, listConstraints } from "./component-of.ts";
import { type Alternatives, flattenParts } from "./flat-parts.ts";
import { type Building, mostAlternatives, type Place } from "./place.ts";

/** More alternatives are not tried where there are several lists of them. */
const mostOfSeveral = 6;

/** The recipe of a value that is one of several alternatives. */
export function buildAlternatives(
  schemas: readonly Schema[],
  [{ list, discriminator }, ...others]: readonly [Alternatives, ...Alternatives[]],
  place: Place,
  context: Building,
): Recipe {
  const { parts } = flattenParts(schemas);
  const rest = parts.filter((part) => listConstraints(part).length > 0);
  const remaining = others.map(
    (each): Schema => ({
      location: { file: "", pointer: "" },
      anyOf: each.list,
      ...(each.discriminator && { discriminator: each.discriminator }),
    }),
  );
  const isPlain =
    remaining.length === 0 &&
    place.fixed === undefined &&
    rest.every(
      (part) => listConstraints(part).join() === "types" && part.types?.includes("object") === true,
    );
  const known = list.filter((part) => !isNull(part));
  const limit = others.length > 0 ? mostOfSeveral : mostAlternatives;
  const found = known.slice(0, limit).flatMap((part) => {
    const name = findComponent(part, context.components) ?? "";
    const tags = discriminator === undefined ? [""] : listTags(discriminator, name);
    return tags.map((tag) => {
      const fixed =
        discriminator === undefined || tag === ""
          ? place.fixed
          : new Map([...(place.fixed ?? []), [discriminator.propertyName, tag]]);
      const recipe =
        isPlain && (name !== "" || fixed === undefined)
          ? context.build([part], { ...place, examples: place.examples })
          : context.build([...rest, ...remaining, part], { ...place, ...(fixed && { fixed }) });
      return { tag, recipe, schema: part };
    });
  });
  const tags = found.map(({ tag }) => tag);
  const isTagged = tags.every((tag) => tag !== "") && new Set(tags).size === tags.length;
  const either: Recipe = {
    kind: "either",
    ...(isTagged && discriminator && { property: discriminator.propertyName }),
    alternatives: found,
    schemas,
  };
  const [only] = found;
  const made = found.length === 1 && only !== undefined ? only.recipe : either;
  const allowsNull =
    known.length < list.length && rest.every(({ types }) => types?.includes("null") !== false);
  return allowsNull
    ? found.length === 0
      ? { kind: "literal", name: "fakeOneOf", values: [null] }
      : { kind: "nullable", of: made }
    : made;
}

function isNull(schema: Schema): boolean {
  return (
    (schema.types?.length === 1 && schema.types[0] === "null") ||
    schema.const?.value === null ||
    (schema.enum?.length === 1 && schema.enum[0] === null)
  );
}

/** The values of a discriminator that mean a component (OpenAPI 3.1, section 4.8.25.4). */
function listTags(
  { mapping }: NonNullable<Schema["discriminator"]>,
  name: string,
): readonly string[] {
  const mapped = [...mapping].filter(([, target]) => target === name).map(([tag]) => tag);
  return mapped.length > 0 ? mapped : [name];
}
