import type { Schema } from "../../../model/model.ts";
import type { Kept } from "../../units/kept.ts";
import type { Definition, Lead } from "./definitions.ts";
import type { DefinitionNames } from "./names.ts";

/** Texts of one definition, by their kind. */
export type DefinitionTexts = Map<string, unknown>;

/** A definition of the last run, with its names and its texts. */
interface KnownDefinition {
  readonly definition: Definition;
  readonly predicate: string;
  readonly constant: string;
  readonly texts: DefinitionTexts;
}

/** The definitions of a run, by their schemas. */
type KnownDefinitions = ReadonlyMap<Schema, KnownDefinition>;

/**
 * The texts of each definition. A definition has the texts of the last run when its schema is the very same object, and
 * when it and all definitions to which it leads have the same names and lead to the same schemas. Its unit then has the
 * same content, so it need not be planned.
 *
 * @param options The settings that the texts of all definitions depend on.
 */
export function findKnownTexts(
  all: readonly Definition[],
  names: Pick<DefinitionNames, "findPredicate" | "findConstant">,
  kept: Kept,
  options: string,
): ReadonlyMap<Definition, DefinitionTexts> {
  const memory = kept.index(`definitions of validators: ${options}`, createMemory);
  const changed = findChanged(all, memory.last, names);
  const texts = new Map<Definition, DefinitionTexts>();
  const next = new Map<Schema, KnownDefinition>();
  for (const definition of all) {
    const known = changed.has(definition) ? undefined : memory.last.get(definition.schema);
    const own = known?.texts ?? new Map<string, unknown>();
    texts.set(definition, own);
    const [predicate, constant] = [names.findPredicate(definition), names.findConstant(definition)];
    // In dynamic scopes, a schema has several definitions, none of which are kept.
    next.set(definition.schema, { definition, predicate, constant, texts: own });
  }
  memory.last = next;
  return texts;
}

function createMemory(): { last: KnownDefinitions } {
  return { last: new Map() };
}

/** The definitions that differ from those of the last run, and all that lead to them. */
function findChanged(
  all: readonly Definition[],
  last: KnownDefinitions,
  names: Parameters<typeof findKnownTexts>[1],
): ReadonlySet<Definition> {
  const users = new Map<Definition, Definition[]>();
  const changed = new Set<Definition>();
  for (const definition of all) {
    if (!isSame(definition, last.get(definition.schema), names)) {
      changed.add(definition);
    }
    for (const target of listTargets(definition)) {
      const known = users.get(target);
      if (known === undefined) {
        users.set(target, [definition]);
      } else {
        known.push(definition);
      }
    }
  }
  // Iterating a set also visits the items that are added during the loop.
  for (const definition of changed) {
    for (const user of users.get(definition) ?? []) {
      changed.add(user);
    }
  }
  return changed;
}

function* listTargets({ leads, bases, endless }: Definition): Generator<Definition> {
  for (const { target } of leads) {
    yield target;
  }
  for (const [whole, base] of bases) {
    yield whole;
    yield base;
  }
  yield* endless;
}

function isSame(
  definition: Definition,
  known: KnownDefinition | undefined,
  names: Parameters<typeof findKnownTexts>[1],
): boolean {
  if (known === undefined) {
    return false;
  }
  const { kind, isRecursive, environment, leads } = definition;
  const before = known.definition;
  return (
    kind === before.kind &&
    isRecursive === before.isRecursive &&
    environment === before.environment &&
    names.findPredicate(definition) === known.predicate &&
    names.findConstant(definition) === known.constant &&
    leads.length === before.leads.length &&
    leads.every((lead, index) => isSameLead(lead, before.leads[index])) &&
    isSameList(definition.endless, before.endless) &&
    isSameList(definition.bases.keys(), before.bases.keys()) &&
    isSameList(definition.bases.values(), before.bases.values())
  );
}

function isSameLead(lead: Lead, before: Lead | undefined): boolean {
  return (
    before !== undefined &&
    lead.schema === before.schema &&
    lead.reference === before.reference &&
    lead.target.schema === before.target.schema
  );
}

/** Compares definitions by their schemas. */
function isSameList(left: Iterable<Definition>, right: Iterable<Definition>): boolean {
  const others = [...right];
  let count = 0;
  for (const { schema } of left) {
    if (schema !== others[count]?.schema) {
      return false;
    }
    count += 1;
  }
  return count === others.length;
}
