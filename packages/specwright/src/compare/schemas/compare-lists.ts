import type { Schema } from "../../document/model/model.ts";
import { compareUnevaluated } from "./compare-refusals.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { allowsAnything } from "./normal-form/says-nothing.ts";
import { viewSchema } from "./view-schema.ts";

/** Compares the keywords of lists whose values are schemas. */
export function compareLists(before: Schema, after: Schema, context: SchemaContext): void {
  const { addNote, part, descend } = context;
  for (const [keyword, name] of [
    ["items", "items"],
    ["contains", "contains"],
  ] as const) {
    const [from, to] = [before, after].map((schema) => omitOpen(schema[keyword], keyword));
    if (from !== undefined && to !== undefined) {
      descend(from, to, `${part.place}[]`);
    } else if (from !== undefined) {
      addNote(`${name}-removed`, { old: from });
    } else if (to !== undefined) {
      addNote(`${name}-added`, { new: to });
    }
  }
  comparePositions(before, after, context);
  if ((before.uniqueItems === true) !== (after.uniqueItems === true)) {
    addNote(after.uniqueItems === true ? "unique-items-added" : "unique-items-removed");
  }
  compareUnevaluated("unevaluatedItems", "unevaluated-items", before, after, context);
}

/** A schema of items that every item fits means the same as none, though beside `unevaluatedItems` it counts. */
function omitOpen(schema: Schema | undefined, keyword: "items" | "contains"): Schema | undefined {
  return keyword === "items" &&
    schema?.dynamicReference === undefined &&
    schema !== undefined &&
    allowsAnything(viewSchema(schema))
    ? undefined
    : schema;
}

/**
 * Compares position by position. A position that only one list has is compared with the schema for the other list's
 * remaining items.
 */
function comparePositions(
  before: Schema,
  after: Schema,
  { addNote, part, descend }: SchemaContext,
): void {
  const [from, to] = [before.prefixItems ?? [], after.prefixItems ?? []];
  const [oldRest, newRest] = [before, after].map((each) => each.items ?? each.unevaluatedItems);
  for (let index = 0; index < Math.max(from.length, to.length); index += 1) {
    const [old, changed] = [from[index] ?? oldRest, to[index] ?? newRest].map((schema) =>
      omitOpen(schema, "items"),
    );
    if (old !== undefined && changed !== undefined) {
      descend(old, changed, `${part.place}[${index}]`);
    } else if (old !== undefined) {
      addNote("items-removed", { old, new: null });
    } else if (changed !== undefined) {
      addNote("items-added", { old: null, new: changed });
    }
  }
}
