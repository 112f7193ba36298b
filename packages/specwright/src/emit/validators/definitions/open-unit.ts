import { assumePossibleTypes } from "../../../model/facts/possible-types.ts";
import { assumeUnknownKeys } from "../../../model/facts/unknown-keys.ts";
import type { Schema, SchemaReference } from "../../../model/model.ts";
import { type ContentNames, createContentNames } from "../../bodies/content-names.ts";
import { createInnerFunctions, type InnerFunctions, type PrintContext } from "./context.ts";
import { createDefinition, type Definition } from "./definitions.ts";
import { emptyEnvironment } from "./environment.ts";
import type { DefinitionFacts, DefinitionUnit } from "./unit.ts";

/** The constants and functions that a text needs in `predicates.js`, in order, with the names that the text has for them. */
export interface Asked {
  readonly constants: { readonly words: Parameters<ContentNames["name"]>; readonly name: string }[];
  readonly inner: { readonly words: Parameters<InnerFunctions["name"]>; readonly name: string }[];
}

/** The names of constants and functions in `predicates.js`, by their content. */
export interface GivenNames {
  readonly constants: ReadonlyMap<string, string>;
  readonly inner: ReadonlyMap<string, string>;
}

/** A unit in the form in which it is printed. */
export interface OpenUnit {
  readonly definition: Definition;
  readonly context: PrintContext;
  /** Complete after printing. */
  readonly asked: Asked;
  /** Returns whether printing needed more than the unit has. The text is not valid then. */
  readonly isLeft: () => boolean;
}

/**
 * Prepares for printing from a unit. Constants and functions without a given name get one as if the text were the only
 * one in the module.
 */
export function openUnit(unit: DefinitionUnit, given: GivenNames): OpenUnit {
  let isLeft = false;
  const leaveUnit = (): void => {
    isLeft = true;
  };
  for (const [schema, types, refusesKeys] of unit.known) {
    assumePossibleTypes(schema, types);
    assumeUnknownKeys(schema, refusesKeys);
  }
  const definitions = createDefinitions(unit, leaveUnit);
  const facts = new Map(definitions.map((each, index) => [each, unit.definitions[index]]));
  const asked: Asked = { constants: [], inner: [] };
  const context: PrintContext = {
    definitions: findTargets(unit, definitions, leaveUnit),
    names: {
      findConstant: (definition) => facts.get(definition)?.constant ?? "",
      findPredicate: (definition) => facts.get(definition)?.predicate ?? "",
    },
    assertsFormats: unit.assertsFormats,
    ...createNames(given, asked),
    evaluators: "outside",
    leaveUnit,
  };
  // A unit always has the definition itself.
  return { definition: definitions[0] as Definition, context, asked, isLeft: () => isLeft };
}

/** Makes definitions again. A unit may have only the names of a definition; reading more than these leaves the unit. */
function createDefinitions(
  { definitions: all }: DefinitionUnit,
  leaveUnit: () => void,
): readonly Definition[] {
  const made = all.map((facts) => createOne(facts, leaveUnit));
  for (const [index, { content }] of all.entries()) {
    const { endless, bases } = made[index] as Definition;
    for (const number of content?.endless ?? []) {
      endless.add(made[number] as Definition);
    }
    for (const [whole, base] of content?.bases ?? []) {
      bases.set(made[whole] as Definition, made[base] as Definition);
    }
  }
  return made;
}

function createOne(
  { kind, predicate: text, cycle, isRecursive, content }: DefinitionFacts,
  leaveUnit: () => void,
): Definition {
  const environment = emptyEnvironment;
  const unread: Schema = { location: { file: "", pointer: "" } };
  const schema = content?.schema ?? unread;
  const definition = createDefinition({ kind, text, user: text, schema, environment });
  Object.assign(definition, { cycle, isRecursive });
  if (content === undefined) {
    const get = (): Schema => {
      leaveUnit();
      return unread;
    };
    Object.defineProperty(definition, "schema", { get });
  }
  return definition;
}

/** Finds the targets of references and of repeated parts among those of the unit. */
function findTargets(
  { definitions: all }: DefinitionUnit,
  made: readonly Definition[],
  leaveUnit: () => void,
): PrintContext["definitions"] {
  const references = new Map<SchemaReference, Definition>();
  const shared = new Map<Schema, Definition>();
  for (const { schema, ref, target } of all.flatMap(({ content }) => content?.leads ?? [])) {
    const definition = made[target] as Definition;
    if (ref === undefined) {
      shared.set(schema, definition);
    } else {
      references.set(ref, definition);
    }
  }
  return {
    enter: (environment) => environment,
    share: (schema) => shared.get(schema),
    resolve: (reference) => {
      const target = references.get(reference);
      if (target === undefined) {
        leaveUnit();
      }
      return target ?? (made[0] as Definition);
    },
  };
}

function createNames(given: GivenNames, asked: Asked): Pick<PrintContext, "constants" | "inner"> {
  const constants = createContentNames();
  const inner = createInnerFunctions();
  return {
    constants: {
      name: (...words) => {
        const name = given.constants.get(words[0]) ?? constants.name(...words);
        asked.constants.push({ words, name });
        return name;
      },
    },
    inner: {
      name: (...words) => {
        const name = given.inner.get(words[1]) ?? inner.name(...words);
        asked.inner.push({ words, name });
        return name;
      },
    },
  };
}
