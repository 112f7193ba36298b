import type { Unit } from "../../kept.ts";
import type { Schema } from "../../model/model.ts";
import { outlineSchema } from "../../model/outline.ts";
import { noDiscriminators } from "./discriminators/type-discriminators.ts";
import { collectComposedParts } from "./schema/composed-object.ts";
import type { TypeContext } from "./type-context.ts";

/**
 * All data from which the type of a component is printed. Undefined when the type contains the written-out types of
 * other components or of places in them.
 */
export function describeSchemaUnit(
  name: string,
  schema: Schema,
  context: TypeContext,
): Unit | undefined {
  const { circles, discriminators, names, source } = context;
  const represent = source?.contents?.represent ?? ((part: Schema) => part);
  const facts: unknown[] = [name, discriminators.effect, names?.get(name)];
  facts.push(circles.aliases.get(name), circles.endless.has(name), circles.isItself(name, name));
  for (const { schema: part } of outlineSchema(schema)) {
    const target = part.ref?.name;
    if (part.dynamicReference !== undefined || (part.ref !== undefined && target === undefined)) {
      return undefined;
    }
    if (target !== undefined) {
      facts.push(circles.isItself(name, target), names?.get(target));
    }
    for (const item of part.allOf ?? []) {
      if (item.ref?.name !== undefined && circles.leadsBack(name, item.ref.name)) {
        return undefined;
      }
      if (item.ref !== undefined) {
        // Their properties determine which of the required names belong to them. `effect` covers the properties that
        // discriminators add.
        const parts = collectComposedParts(item, { discriminators: noDiscriminators });
        facts.push(...parts.map(represent));
      }
    }
  }
  return [represent(schema), ...facts];
}
