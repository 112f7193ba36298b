import type { Schema } from "../../model/model.ts";
import { matchMaps, showValue } from "../compare/comparison.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { isNull } from "./view-schema.ts";

/** Compares the keywords that combine schemas. */
export function compareCombinations(before: Schema, after: Schema, context: SchemaContext): void {
  compareAlternatives(before.oneOf ?? before.anyOf, after.oneOf ?? after.anyOf, context);
  const { removed, added } = pairSchemas(before.allOf ?? [], after.allOf ?? [], context);
  for (const schema of removed) {
    context.addNote("all-of-removed", { old: schema, new: null });
  }
  for (const schema of added) {
    context.addNote("all-of-added", { old: null, new: schema });
  }
  for (const [keyword, name] of conditions) {
    const [from, to] = [before[keyword], after[keyword]];
    if ((from === undefined) !== (to === undefined)) {
      context.addNote(`${name}-${from === undefined ? "added" : "removed"}`);
    } else if (from !== undefined && to !== undefined && !context.isSame(from, to)) {
      // When a rule is replaced by another one, some values may become invalid and others valid.
      context.addNote(`${name}-removed`, { old: from, new: to });
      context.addNote(`${name}-added`, { old: from, new: to });
    }
  }
  for (const keyword of ["then", "else"] as const) {
    const [from, to] = [before[keyword], after[keyword]];
    if (from !== undefined && to !== undefined) {
      context.descend(from, to, `${context.part.place} (${keyword})`);
    }
  }
  compareDiscriminators(before, after, context.addNote);
}

const conditions = [
  ["not", "not"],
  ["if", "condition"],
] as const;

function compareAlternatives(
  from: readonly Schema[] | undefined,
  to: readonly Schema[] | undefined,
  context: SchemaContext,
): void {
  if (from === undefined || to === undefined) {
    if (from !== to) {
      context.addNote(from === undefined ? "alternatives-added" : "alternatives-removed");
    }
    return;
  }
  // Null as an alternative is the same as null in `type`.
  const hadNull = from.some(isNull);
  if (hadNull !== to.some(isNull)) {
    context.addNote(hadNull ? "null-forbidden" : "null-allowed");
  }
  const isOther = (schema: Schema): boolean => !isNull(schema);
  const { removed, added } = pairSchemas(from.filter(isOther), to.filter(isOther), context);
  for (const schema of removed) {
    context.addNote("alternative-removed", {
      name: nameAlternative(schema),
      old: schema,
      new: null,
    });
  }
  for (const schema of added) {
    context.addNote("alternative-added", { name: nameAlternative(schema), old: null, new: schema });
  }
}

/** Pairs schemas with the same name, then equal schemas, then the rest in order if both sides have the same number left. */
function pairSchemas(
  from: readonly Schema[],
  to: readonly Schema[],
  context: SchemaContext,
): { readonly removed: readonly Schema[]; readonly added: readonly Schema[] } {
  const removed = [...from];
  const added = [...to];
  const pairBy = (fits: (old: Schema, changed: Schema) => boolean): void => {
    for (const old of [...removed]) {
      const index = added.findIndex((changed) => fits(old, changed));
      const changed = added[index];
      if (changed !== undefined) {
        removed.splice(removed.indexOf(old), 1);
        added.splice(index, 1);
        context.descend(old, changed, context.part.place);
      }
    }
  };
  pairBy((old, changed) => old.ref?.name !== undefined && old.ref.name === changed.ref?.name);
  pairBy((old, changed) => context.isSame(old, changed));
  if (removed.length === added.length) {
    pairBy(() => true);
  }
  return { removed, added };
}

/** An alternative in a message, such as `` `Cat` ``. */
export function nameAlternative({ ref, title, types, const: constant }: Schema): string {
  if (constant !== undefined) {
    return showValue(constant.value);
  }
  const name = ref?.name ?? title;
  return name === undefined ? `another ${types?.join(" or ") ?? "value"}` : `\`${name}\``;
}

function compareDiscriminators(
  before: Schema,
  after: Schema,
  note: SchemaContext["addNote"],
): void {
  const [from, to] = [before.discriminator, after.discriminator];
  if (from === undefined || to === undefined) {
    if (from !== to) {
      note(from === undefined ? "discriminator-added" : "discriminator-removed", {
        before: `\`${from?.propertyName}\``,
        after: `\`${to?.propertyName}\``,
      });
    }
    return;
  }
  if (from.propertyName !== to.propertyName) {
    note("discriminator-changed", {
      before: `\`${from.propertyName}\``,
      after: `\`${to.propertyName}\``,
    });
  }
  for (const [name, old, changed] of matchMaps(from.mapping, to.mapping).both) {
    if (old !== changed) {
      note("mapping-changed", {
        name: `\`${name}\``,
        before: `\`${old}\``,
        after: `\`${changed}\``,
      });
    }
  }
}
