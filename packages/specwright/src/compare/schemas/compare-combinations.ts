import { mayOverlap } from "../../document/model/facts/disjoint.ts";
import { listMappedValues } from "../../document/model/mapped-values.ts";
import type { Schema } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { matchMaps, showValue } from "../compare/comparison.ts";
import { allowAnything } from "./compare-refusals.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { forbidsNothing } from "./normal-form/says-nothing.ts";
import { isNull, viewSchema } from "./view-schema.ts";

/** Compares the keywords that combine schemas. */
export function compareCombinations(before: Schema, after: Schema, context: SchemaContext): void {
  compareAllAlternatives(before, after, context);
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
      if (keyword === "if" && isConditionOpen(from === undefined ? after : before)) {
        continue;
      }
      context.addNote(`${name}-${from === undefined ? "added" : "removed"}`);
    } else if (from !== undefined && to !== undefined && !context.isSame(from, to)) {
      // When a rule is replaced by another one, some values may become invalid and others valid.
      context.addNote(`${name}-removed`, { old: from, new: to });
      context.addNote(`${name}-added`, { old: from, new: to });
    }
  }
  for (const keyword of ["then", "else"] as const) {
    const [from, to] = [before[keyword], after[keyword]];
    // Without `if` they mean nothing.
    if (from !== to && before.if !== undefined && after.if !== undefined) {
      const place = `${context.part.place} (${keyword})`;
      context.descend(from ?? allowAnything(before), to ?? allowAnything(after), place);
    }
  }
  compareDiscriminators(before, after, context);
}

/** Returns whether a condition forbids nothing, though its parts may evaluate properties. */
function isConditionOpen({ then: yes, else: no }: Schema): boolean {
  return [yes, no].every((schema) => schema === undefined || forbidsNothing(viewSchema(schema)));
}

const conditions = [
  ["not", "not"],
  ["if", "condition"],
] as const;

/** `anyOf` and `oneOf` are compared with each other, unless a schema has both. */
function compareAllAlternatives(before: Schema, after: Schema, context: SchemaContext): void {
  const hasBoth = [before, after].some(
    ({ anyOf, oneOf }) => anyOf !== undefined && oneOf !== undefined,
  );
  if (hasBoth) {
    compareAlternatives(before.anyOf, after.anyOf, context);
    compareAlternatives(before.oneOf, after.oneOf, context);
    return;
  }
  const { removed, added } = compareAlternatives(
    before.oneOf ?? before.anyOf,
    after.oneOf ?? after.anyOf,
    context,
  );
  if (isUnion(before) || added.length > 0) {
    noteOverlaps(undefined, after, context);
  }
  if (isUnion(after) || removed.length > 0) {
    noteOverlaps(before, undefined, context);
  }
}

/** Alternatives of which a value may fit several. A discriminator turns `oneOf` into `anyOf`. */
function isUnion({ anyOf, oneOf, discriminator }: Schema): boolean {
  return anyOf !== undefined || (oneOf !== undefined && discriminator !== undefined);
}

/** Notes that values which fit several alternatives of `oneOf` are refused on one side, and were or are accepted on the other. */
export function noteOverlaps(
  before: Schema | undefined,
  after: Schema | undefined,
  { addNote }: SchemaContext,
): void {
  if (after !== undefined && mayOverlap(after)) {
    addNote("any-of-became-one-of");
  }
  if (before !== undefined && mayOverlap(before)) {
    addNote("one-of-became-any-of");
  }
}

function compareAlternatives(
  from: readonly Schema[] | undefined,
  to: readonly Schema[] | undefined,
  context: SchemaContext,
): ReturnType<typeof pairSchemas> {
  if (from === undefined || to === undefined) {
    if (from !== to) {
      context.addNote(from === undefined ? "alternatives-added" : "alternatives-removed");
    }
    return { removed: [], added: [] };
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
  return { removed, added };
}

/** Pairs schemas with the same name, then equal schemas, then the rest in order if both sides have the same number left. */
function pairSchemas(
  from: readonly Schema[],
  to: readonly Schema[],
  context: SchemaContext,
): { readonly removed: readonly Schema[]; readonly added: readonly Schema[] } {
  const place = context.part.place;
  const added = new Set(to);
  const byName = new Map(to.toReversed().map((schema) => [schema.ref?.name, schema]));
  let removed = from.filter((old) => {
    const named = old.ref?.name === undefined ? undefined : byName.get(old.ref.name);
    const changed = named !== undefined && added.has(named) ? named : undefined;
    if (changed !== undefined) {
      added.delete(changed);
      context.descend(old, changed, place);
    }
    return changed === undefined;
  });
  if (removed.length * added.size <= maximumPairs) {
    removed = removed.filter((old) => {
      const changed = [...added].find((each) => context.isSame(old, each));
      if (changed !== undefined) {
        added.delete(changed);
        context.descend(old, changed, place);
      }
      return changed === undefined;
    });
  }
  if (removed.length !== added.size) {
    return { removed, added: [...added] };
  }
  const rest = [...added];
  for (const [index, old] of removed.entries()) {
    const changed = rest[index];
    if (changed !== undefined) {
      context.descend(old, changed, place);
    }
  }
  return { removed: [], added: [] };
}

/** Looking for equal schemas in longer lists would take too long. */
const maximumPairs = 250_000;

/** An alternative in a message, such as `` `Cat` ``. */
export function nameAlternative({ ref, title, types, const: constant }: Schema): string {
  if (constant !== undefined) {
    return showValue(constant.value);
  }
  const name = ref?.name ?? title;
  return name === undefined ? `another ${types?.join(" or ") ?? "value"}` : quoteName(name);
}

function compareDiscriminators(
  before: Schema,
  after: Schema,
  { addNote, part }: SchemaContext,
): void {
  const [from, to] = [before.discriminator, after.discriminator];
  if (from === undefined || to === undefined) {
    if (from !== to) {
      addNote(from === undefined ? "discriminator-added" : "discriminator-removed", {
        before: quoteName(from?.propertyName),
        after: quoteName(to?.propertyName),
      });
    }
    return;
  }
  if (from.propertyName !== to.propertyName) {
    addNote("discriminator-changed", {
      before: quoteName(from.propertyName),
      after: quoteName(to.propertyName),
    });
  }
  const isUnion = [before, after].some(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined);
  const [names, newNames] = [before, after].map(
    ({ anyOf, oneOf }) => new Set((anyOf ?? oneOf ?? []).map(({ ref }) => ref?.name)),
  );
  // A schema that extends a base has the base's mapping, of which only its own values concern it.
  const isExtension =
    !isUnion && [from, to].some(({ mapping }) => listMappedValues(mapping, part.place).length > 0);
  // Values of alternatives that come or go are not listed: `alternative-added` and `alternative-removed` say so.
  const stays = (name: string | undefined): boolean =>
    !isUnion || names?.has(name) === newNames?.has(name);
  for (const [row, name, old, changed] of listChangedMappings(from, to)) {
    const concerns = isExtension ? (old ?? changed) === part.place : stays(old ?? changed);
    if (row === "mapping-changed" || concerns) {
      addNote(row, { name: quoteName(name), before: quoteName(old), after: quoteName(changed) });
    }
  }
}

type Discriminator = NonNullable<Schema["discriminator"]>;
type ChangedMappings = readonly (readonly [
  row: string,
  name: string,
  before: string | undefined,
  after: string | undefined,
])[];

/** All schemas that extend a base have its discriminator, so a pair is compared once. */
function listChangedMappings(from: Discriminator, to: Discriminator): ChangedMappings {
  const known = changedMappings.get(from) ?? new WeakMap<Discriminator, ChangedMappings>();
  changedMappings.set(from, known);
  const changes = known.get(to) ?? compareMappings(from.mapping, to.mapping);
  known.set(to, changes);
  return changes;
}

const changedMappings = new WeakMap<Discriminator, WeakMap<Discriminator, ChangedMappings>>();

function compareMappings(
  before: Discriminator["mapping"],
  after: Discriminator["mapping"],
): ChangedMappings {
  const { both, removed, added } = matchMaps(before, after);
  return [
    ...both
      .filter(([, old, changed]) => old !== changed)
      .map(([name, old, changed]) => ["mapping-changed", name, old, changed] as const),
    ...removed.map(([name, schema]) => ["mapping-value-removed", name, schema, undefined] as const),
    ...added.map(([name, schema]) => ["mapping-value-added", name, undefined, schema] as const),
  ];
}
