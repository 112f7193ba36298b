import { findFirstFree } from "../../../first-free.ts";
import { escapeIdentifier } from "../../../text/identifier.ts";
import type { Renaming } from "../../shared/names/describe-renamings.ts";
import { createNames } from "../../shared/names/names.ts";
import type { Definition, Definitions } from "./definitions.ts";

/** The names of definitions in the generated modules. */
export interface DefinitionNames {
  /** The constant of a component or a hidden definition, in `components.js`. */
  readonly findConstant: (definition: Definition) => string;
  /** The export of a component, by its original name. */
  readonly findExport: (component: string) => string;
  /** The function in `predicates.js`. */
  readonly findPredicate: (definition: Definition) => string;
  /** The names of components that had to be changed. */
  readonly renamings: readonly Renaming[];
}

/** Names that the modules with the constants themselves declare or import. */
const reserved = "z json predicates components operations paths webhooks schemas".split(" ");

/** Names every definition, in the order in which the definitions were found. */
export function createDefinitionNames(definitions: Definitions): DefinitionNames {
  const things = [...definitions.components].map(([name, { schema }]) => ({
    ...{ kind: "schema", name },
    location: schema.location,
  }));
  const constants = createNames({
    escape: escapeIdentifier,
    reserved,
    things,
  });
  const exported = things.map((thing) => constants.name(thing.name, thing));

  const hidden = nameHidden(definitions, new Set([...reserved, ...exported]));
  const constantNames = new Map<Definition, string>();
  const predicates = new Map<Definition, string>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  for (const definition of definitions.all) {
    const { kind, text } = definition;
    const name = kind === "component" ? constants.name(text) : (hidden.get(definition) ?? text);
    const wanted = `is${escapeIdentifier(kind === "operation" ? text : name, { style: "pascal" })}`;
    const predicate = findFirstFree(wanted, (candidate) => taken.has(candidate), {
      separator: "_",
      last,
    });
    constantNames.set(definition, name);
    predicates.set(definition, predicate);
    taken.add(predicate);
  }
  return {
    // Every definition was named above.
    findConstant: (definition) => constantNames.get(definition) ?? "",
    findPredicate: (definition) => predicates.get(definition) ?? "",
    findExport: (component) => constants.name(component),
    renamings: constants.renamings,
  };
}

/**
 * The constants of schemas without a name in the document. A string that belongs to one schema is its name. When several
 * schemas have the same text, the names also contain their first users. An addition to the document therefore rarely
 * changes existing names.
 *
 * @param taken the names of components, which people know. The names given here are added.
 */
function nameHidden(definitions: Definitions, taken: Set<string>): Map<Definition, string> {
  const hidden = definitions.all.filter(({ kind }) => kind === "hidden");
  const counts = new Map<string, number>();
  for (const { text } of hidden) {
    const name = escapeIdentifier(text);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const last = new Map<string, number>();
  return new Map(
    hidden.map((definition) => {
      const { text, user } = definition;
      const short = escapeIdentifier(text);
      const isOnly = counts.get(short) === 1 && !taken.has(short);
      const isLong = isOnly || text.endsWith(`_${user}`);
      const wanted = isLong ? short : escapeIdentifier(`${text}_${user}`);
      const name = findFirstFree(wanted, (each) => taken.has(each), { separator: "_", last });
      taken.add(name);
      return [definition, name];
    }),
  );
}
