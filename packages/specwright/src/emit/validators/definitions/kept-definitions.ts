import { emptyEnvironment } from "../../../document/model/facts/dynamic-scope/environment.ts";
import { isSame } from "../../../text/same-items.ts";
import type { Kept } from "../../../watch/kept-units.ts";
import type { PrintContext, ValidatorContext } from "./context.ts";
import type { Definition } from "./definitions.ts";

// A definition is printed from its schema, from those to which it leads, and from the names of constants and functions in
// `predicates.js`. So its texts are kept while neither it nor a definition to which it leads has changed. The names
// depend on all texts before it, so a kept text asks for them again, and is used if it gets the same ones.

/** The texts of one definition, by their kind. */
export type DefinitionTexts = Map<string, KeptText>;

interface KeptText {
  readonly printed: unknown;
  /** The constants and functions that it contains, in the order in which it asked for them. */
  readonly asked: readonly Asked[];
}

/** A constant or function with the name that it got. It is data, because a closure would hold the model of its run. */
type Asked = { readonly name: string } & (
  | { readonly constant: Parameters<PrintContext["constants"]["name"]> }
  | { readonly inner: Parameters<PrintContext["inner"]["name"]> }
);

/** A definition of the last run. */
interface KnownDefinition {
  readonly definition: Definition;
  /** Facts that count as much as its schema does: its kind, its names, and those of the definitions to which it leads. */
  readonly facts: readonly unknown[];
  readonly texts: DefinitionTexts;
}

/**
 * The texts of each definition, from the last run if nothing has changed that they are printed from. Definitions in
 * dynamic scopes are left out, because what they print depends on the scope.
 *
 * @param options The settings that the texts of all definitions depend on.
 */
export function findKeptTexts(
  { definitions: { all }, names }: Pick<ValidatorContext, "definitions" | "names">,
  kept: Kept,
  options: string,
): ReadonlyMap<Definition, DefinitionTexts> {
  const memory = kept.index(`definitions of validators: ${options}`, createMemory);
  const next = new Map<string, KnownDefinition>();
  const changed = new Set<Definition>();
  for (const definition of all) {
    const { kind, isRecursive } = definition;
    const targets = listTargets(definition).map(names.findPredicate);
    const facts = [kind, isRecursive, names.findConstant(definition), ...targets];
    const name = names.findPredicate(definition);
    const known = memory.last.get(name);
    const isKept =
      known !== undefined &&
      definition.environment === emptyEnvironment &&
      isSame(known.facts, facts) &&
      kept.isSame(known.definition.schema, definition.schema);
    if (!isKept) {
      changed.add(definition);
    }
    next.set(name, { definition, facts, texts: isKept ? known.texts : new Map() });
  }
  for (const definition of findUsers(all, changed)) {
    const name = names.findPredicate(definition);
    const facts = next.get(name)?.facts ?? [];
    next.set(name, { definition, facts, texts: new Map() });
  }
  memory.last = next;
  return new Map(
    [...next.values()]
      .filter(({ definition }) => definition.environment === emptyEnvironment)
      .map(({ definition, texts }) => [definition, texts]),
  );
}

function createMemory(): { last: ReadonlyMap<string, KnownDefinition> } {
  return { last: new Map() };
}

/** The definitions that lead to one of the given ones, directly or not, and these themselves. */
function findUsers(
  all: readonly Definition[],
  given: ReadonlySet<Definition>,
): ReadonlySet<Definition> {
  const users = new Map<Definition, Definition[]>();
  for (const definition of all) {
    for (const target of listTargets(definition)) {
      const known = users.get(target);
      if (known === undefined) {
        users.set(target, [definition]);
      } else {
        known.push(definition);
      }
    }
  }
  const found = new Set(given);
  // Iterating a set also visits the items that are added during the loop.
  for (const definition of found) {
    for (const user of users.get(definition) ?? []) {
      found.add(user);
    }
  }
  return found;
}

function listTargets({ leads, bases, endless }: Definition): readonly Definition[] {
  return [...leads.map(({ target }) => target), ...[...bases].flat(), ...endless];
}

/**
 * The text of a definition: a kept one, or printed now.
 *
 * @param kind distinguishes the texts of a definition
 */
export function keepDefinition<Printed>(
  kind: string,
  definition: Definition,
  context: ValidatorContext,
  print: (definition: Definition, context: PrintContext) => Printed,
): Printed {
  const texts = context.texts?.get(definition);
  if (texts === undefined) {
    return print(definition, context);
  }
  const known = texts.get(kind);
  if (known?.asked.every((each) => askAgain(each, context) === each.name) === true) {
    // The same call printed this text, so it has the right type.
    return known.printed as Printed;
  }
  let isKept = true;
  const asked: Asked[] = [];
  const printed = print(definition, {
    ...context,
    constants: {
      name: (...constant) => {
        const name = context.constants.name(...constant);
        asked.push({ constant, name });
        return name;
      },
    },
    inner: {
      name: (...inner) => {
        const name = context.inner.name(...inner);
        asked.push({ inner, name });
        return name;
      },
    },
    refuseKeeping: () => {
      isKept = false;
    },
  });
  if (isKept) {
    texts.set(kind, { printed, asked });
  }
  return printed;
}

function askAgain(asked: Asked, { constants, inner }: ValidatorContext): string {
  return "constant" in asked ? constants.name(...asked.constant) : inner.name(...asked.inner);
}
