import type { Schema } from "../../../../document/model/model.ts";
import type { Recipe } from "../recipe.ts";
import { type Building, listPlaceExamples, type Place } from "./place.ts";

/** The recipe of a list. */
export function buildArray(parts: readonly Schema[], place: Place, context: Building): Recipe {
  const contained = parts.filter(
    ({ contains, minContains = 1 }) => contains !== undefined && minContains > 0,
  );
  const least = Math.max(
    0,
    ...parts.map(({ minItems = 0 }) => minItems),
    ...contained.map(({ minContains = 1 }) => minContains),
  );
  const most = Math.min(...parts.map(({ maxItems }) => maxItems ?? Math.max(least, 3)));
  const prefix = parts.find(({ prefixItems }) => prefixItems !== undefined)?.prefixItems;
  const items = parts.flatMap((part) => [
    ...(part.items === undefined ? [] : [part.items]),
    ...(part.contains === undefined || !contained.includes(part) ? [] : [part.contains]),
  ]);
  const examples = listPlaceExamples(parts, place).filter(Array.isArray).flat();
  const { name, around } = place;
  const buildItem = (schemas: readonly Schema[]): Recipe =>
    context.build(schemas, { name: name.replace(/s$/, ""), examples, around });
  if (prefix !== undefined) {
    const length = Math.min(Math.max(prefix.length, least), Math.max(most, least));
    const all = Array.from({ length }, (_, index) => prefix[index]);
    return {
      kind: "tuple",
      items: all.map((own) => buildItem(own === undefined ? items : [own])),
    };
  }
  const isSet = parts.some(({ uniqueItems }) => uniqueItems === true);
  return {
    kind: isSet ? "set" : "list",
    item: buildItem(items),
    least,
    most: Math.max(least, Math.min(most, Math.max(least, 3))),
  };
}
