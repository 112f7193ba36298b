import { collectAppliedInPlace } from "../../../model/applied-parts.ts";
import { hasCombinations } from "../../../model/facts/keywords.ts";
import { findPossibleTypes, typeBits } from "../../../model/facts/possible-types.ts";
import { refusesUnknownKeys } from "../../../model/facts/unknown-keys.ts";
import type { Schema, SchemaReference } from "../../../model/model.ts";
import { outlineSchema } from "../../../model/outline.ts";
import type { Unit } from "../../units/kept.ts";
import type { ValidatorContext } from "./context.ts";
import type { Definition } from "./definitions.ts";
import { isNamedPart } from "./named-parts.ts";

/** Everything from which a definition is printed, except the names of constants. */
export interface DefinitionUnit extends Unit {
  readonly assertsFormats: boolean;
  /** First the definition itself, then those to which it leads. */
  readonly definitions: readonly DefinitionFacts[];
  /** The schemas behind references that printing follows. */
  readonly followed: readonly Schema[];
  /** Facts about schemas whose references printing does not follow: the possible types, and `refusesUnknownKeys`. */
  readonly known: readonly (readonly [schema: Schema, types: number, refusesKeys: boolean])[];
}

/** A definition in a unit. Other definitions are numbers in the unit's list. */
export interface DefinitionFacts {
  readonly predicate: string;
  readonly constant: string;
  readonly kind: Definition["kind"];
  readonly isRecursive: boolean;
  /** The first definition of the same circle in the unit. */
  readonly cycle: number;
  /** Undefined when printing uses only the names. */
  readonly content: DefinitionContent | undefined;
}

/** The content of a definition, as far as printing reads it. */
export interface DefinitionContent {
  readonly schema: Schema;
  readonly leads: readonly {
    readonly schema: Schema;
    /** The reference. Undefined for a part that has a name because the document repeats it. */
    readonly ref: SchemaReference | undefined;
    readonly target: number;
  }[];
  readonly endless: readonly number[];
  readonly bases: readonly (readonly [number, number])[];
}

/**
 * The unit of a definition outside dynamic scopes. A property that is a plain `$ref` is printed as a name, so only the
 * name of its target belongs to the unit. Of a target in `allOf`, `anyOf` or `oneOf`, the content belongs to it, too.
 */
export function planDefinitionUnit(
  definition: Definition,
  { names, assertsFormats }: Pick<ValidatorContext, "names" | "assertsFormats">,
): DefinitionUnit {
  const numbers = new Map<Definition, number>([[definition, 0]]);
  const toNumber = (target: Definition): number => {
    const number = numbers.get(target) ?? numbers.size;
    numbers.set(target, number);
    return number;
  };
  const contents = new Map<Definition, DefinitionContent>();
  const followed = new Set<Schema>();
  const open = new Set([definition]);
  // Iterating a set also visits the items that are added during the loop.
  for (const each of open) {
    contents.set(each, describeContent(each, toNumber));
    for (const target of listFollowed(each, definition)) {
      open.add(target);
    }
    for (const part of collectAppliedInPlace(each.schema, true)) {
      followed.add(part);
    }
  }
  const known = new Map<Schema, KnownFacts>();
  for (const { schema } of outlineSchema(definition.schema)) {
    if (schema.ref !== undefined) {
      known.set(schema, listKnownFacts(schema));
    }
  }
  addProperties(definition, followed, known);
  const circles = new Map<number, number>();
  const definitions = [...numbers].map(([each, number]): DefinitionFacts => {
    const { kind, isRecursive } = each;
    const cycle = circles.get(each.cycle) ?? number;
    circles.set(each.cycle, cycle);
    const [predicate, constant] = [names.findPredicate(each), names.findConstant(each)];
    return { predicate, constant, kind, isRecursive, cycle, content: contents.get(each) };
  });
  return { assertsFormats, definitions, followed: [...followed], known: [...known.values()] };
}

function describeContent(
  { schema, leads, endless, bases }: Definition,
  toNumber: (target: Definition) => number,
): DefinitionContent {
  return {
    schema,
    leads: leads.map((lead) => ({
      schema: lead.schema,
      ref: lead.reference,
      target: toNumber(lead.target),
    })),
    endless: [...endless].map(toNumber),
    bases: [...bases].map(([whole, base]) => [toNumber(whole), toNumber(base)]),
  };
}

/** When `printed` is printed and the content of `each` is read, the contents of these definitions are read as well. */
function listFollowed(each: Definition, printed: Definition): readonly Definition[] {
  const { leads, bases, schema, usesInPlace } = each;
  const targets = leads.filter((lead) =>
    each === printed ? !isNamedPart(lead.schema, schema) : usesInPlace.has(lead.target),
  );
  return [...targets.map(({ target }) => target), ...bases.values()];
}

type KnownFacts = DefinitionUnit["known"][number];

function listKnownFacts(schema: Schema): KnownFacts {
  return [schema, findPossibleTypes(schema), refusesUnknownKeys(schema)];
}

/**
 * Adds the kinds of properties that are defined elsewhere. Alternatives may be distinguished by the texts and numbers
 * that a property lists, so the schemas that list these are followed.
 */
function addProperties(
  { schema: printed }: Definition,
  followed: Set<Schema>,
  known: Map<Schema, KnownFacts>,
): void {
  for (const { properties } of [...followed]) {
    for (const property of properties?.values() ?? []) {
      for (let kind: Schema | undefined = property; kind !== undefined; kind = kind.items) {
        if (kind.ref !== undefined || hasCombinations(kind)) {
          const facts = listKnownFacts(kind);
          known.set(kind, facts);
          if (mayList(facts[1]) && !isNamedPart(kind, printed)) {
            for (const part of collectAppliedInPlace(kind, true)) {
              followed.add(part);
            }
          }
        }
      }
    }
  }
}

/** Returns whether values of these types may distinguish alternatives. */
function mayList(types: number): boolean {
  return (types & (typeBits.string | typeBits.number)) !== 0;
}
