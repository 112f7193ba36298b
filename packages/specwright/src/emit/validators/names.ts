import type { Diagnostic } from "../../diagnostic.ts";
import { firstFree } from "../../text/first-free.ts";
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
  /** Warnings about components whose name had to change. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the modules that hold the constants declare or import themselves. */
const reserved = "z json predicates components operations paths webhooks schemas".split(" ");

/** Names every definition. */
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

  const hidden = new Map<Definition, string>();
  const constantOf = (definition: Definition): string => {
    if (definition.kind === "component") {
      return exportOf(definition.text);
    }
    // The number keeps the names apart from those of components, which people know.
    const name = hidden.get(definition) ?? constants.name(`${definition.text}_${hidden.size + 1}`);
    hidden.set(definition, name);
    return name;
  };

  const predicates = new Map<Definition, string>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  const predicateOf = (definition: Definition): string => {
    const known = predicates.get(definition);
    if (known !== undefined) {
      return known;
    }
    const text = definition.kind === "operation" ? definition.text : constantOf(definition);
    const wanted = `is${escapeIdentifier(text, { style: "pascal" })}`;
    const name = firstFree(wanted, (candidate) => taken.has(candidate), {
      separator: "_",
      last,
    });
    taken.add(name);
    predicates.set(definition, name);
    return name;
  };
  return { constantOf, exportOf, predicateOf, diagnostics: constants.diagnostics };
}
