import type { Diagnostic } from "../../diagnostic.ts";
import { firstFree } from "../../first-free.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { createNames } from "../names.ts";
import type { Definition, Definitions } from "./definitions.ts";

/** The names that definitions have in the generated modules. */
export interface DefinitionNames {
  /** The constant of a component or a hidden definition, in `components.js`. */
  readonly constantOf: (definition: Definition) => string;
  /** The export of a component by its original name. */
  readonly exportOf: (component: string) => string;
  /** The function in `predicates.js`. */
  readonly predicateOf: (definition: Definition) => string;
  /** The definition whose function has a name. */
  readonly definitionOf: (predicate: string) => Definition | undefined;
  /** Warnings about components whose name had to change. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the modules that hold the constants declare or import themselves. */
const reserved = "z json predicates components operations paths webhooks schemas".split(" ");

/** Names every definition, in the order in which they were found. */
export function createDefinitionNames(definitions: Definitions): DefinitionNames {
  const constants = createNames({
    escape: escapeIdentifier,
    reserved,
    texts: definitions.components.keys(),
    kind: "schema",
  });
  const exportOf = (component: string): string =>
    constants.name(component, definitions.components.get(component)?.schema.location);
  for (const component of definitions.components.keys()) {
    exportOf(component);
  }

  const constantNames = new Map<Definition, string>();
  const predicates = new Map<Definition, string>();
  const owners = new Map<string, Definition>();
  const last = new Map<string, number>();
  let hidden = 0;
  for (const definition of definitions.all) {
    const { kind, text } = definition;
    if (kind === "hidden") {
      hidden += 1;
    }
    // The number keeps the names apart from those of components, which people know.
    const constant = kind === "component" ? exportOf(text) : `${text}_${hidden}`;
    const name = kind === "hidden" ? constants.name(constant) : constant;
    const wanted = `is${escapeIdentifier(kind === "operation" ? text : name, { style: "pascal" })}`;
    const predicate = firstFree(wanted, (candidate) => owners.has(candidate), {
      separator: "_",
      last,
    });
    constantNames.set(definition, name);
    predicates.set(definition, predicate);
    owners.set(predicate, definition);
  }
  return {
    // Every definition was named above.
    constantOf: (definition) => constantNames.get(definition) ?? "",
    predicateOf: (definition) => predicates.get(definition) ?? "",
    definitionOf: (predicate) => owners.get(predicate),
    exportOf,
    diagnostics: constants.diagnostics,
  };
}
