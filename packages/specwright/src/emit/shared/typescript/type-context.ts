import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import {
  createEnvironments,
  type Environment,
  type Environments,
  emptyEnvironment,
} from "../../../document/model/facts/dynamic-scope/environment.ts";
import type { Schema } from "../../../document/model/model.ts";
import type { Render } from "../../../text/render.ts";
import type { Kept } from "../../../watch/kept-units.ts";
import { patchSchema } from "./discriminators/patch-schema.ts";
import type { TypeFacts } from "./type-facts.ts";
import { createHoisted, type Hoisted } from "./type-hoisted.ts";

/** The place at which a type is printed. */
export interface TypePlace {
  /** The indentation of the line on which the type starts. */
  readonly indent: string;
  /**
   * The place in the document, such as `#/components/schemas/Pet/name`, with unescaped names. It also shows whether the
   * type is inside a parameter or a request body, where properties with a default are not required.
   */
  readonly path: string;
}

/** A printed type or declaration, and the imports and helpers that its file needs for it. */
export interface PrintedText {
  readonly text: string;
  readonly used: ReadonlySet<string>;
}

/** The facts that units contain, and the memory of texts. */
export interface TypeUnits {
  readonly facts: TypeFacts;
  readonly source: { readonly kept?: Kept; readonly render: Render };
}

/** The state of printing types. Create one context for each file, or for each text that is printed by itself. */
export interface TypeContext extends TypeFacts {
  /** The component schema to print. */
  component: string | undefined;
  /** The schemas that are currently being written out in place, and the types that stand for them inside themselves. */
  readonly opened: Map<string, string>;
  /** How many schemas were written out in place since the outermost of them was opened. */
  writtenOut: number;
  /** The scope of what is printed: the schema of each `$dynamicAnchor`. */
  environment: Environment;
  readonly environments: Environments;
  /** True while an alias is printed. Aliases refer to other aliases. */
  printsAlias: boolean;
  /**
   * The imports and declarations that the printed types need: interfaces of the types, types of the runtime and
   * `WithRequired`. They are collected while printing. Searching the text instead would be wrong, because texts of the
   * document may contain the same words.
   */
  used: Set<string>;
  /** The source of the units of operations. Undefined in a command that runs once. */
  readonly units: TypeUnits | undefined;
  /** Printed types of operations, by their key in `operations`. */
  readonly operations: Map<string, PrintedText>;
  /** Declarations outside the interfaces that the printed types need, such as enums. */
  readonly hoisted: Hoisted;
  /** Names of the hoisted enums by their members. */
  readonly enumsByMembers: Map<string, string>;
  /** Names of the hoisted enums by their place in the document. */
  readonly enumsByPath: Map<string, string>;
}

/** Prepares for printing types with these facts. */
export function createTypeContext(facts: TypeFacts, units?: TypeUnits): TypeContext {
  return {
    ...facts,
    units,
    component: undefined,
    opened: new Map(),
    writtenOut: 0,
    environment: emptyEnvironment,
    environments: createEnvironments(),
    printsAlias: false,
    used: new Set(),
    operations: new Map(),
    // Reserves the names of the aliases of circles.
    hoisted: createHoisted(facts.circles.aliases.values()),
    enumsByMembers: new Map(),
    enumsByPath: new Map(),
  };
}

/** Prints something and returns the helpers that it uses, without adding them to those of the file. */
export function collectUses<Result>(
  context: TypeContext,
  print: () => Result,
): { readonly result: Result; readonly used: ReadonlySet<string> } {
  const outer = context.used;
  context.used = new Set();
  try {
    return { result: print(), used: context.used };
  } finally {
    context.used = outer;
  }
}

/** Adds the names that a string uses, when it is printed into the file. */
export function useAll(names: Iterable<string>, { used }: Pick<TypeContext, "used">): void {
  for (const name of names) {
    used.add(name);
  }
}

/** Returns a name such as `BinaryBody`, and records that the file has to import or declare it. */
export function use(name: string, { used }: Pick<TypeContext, "used">): string {
  used.add(name);
  return name;
}

/** Returns an index such as `components["schemas"]["Pet"]`, and records that the file has to import its interface. */
export function useIndex(index: string, context: Pick<TypeContext, "used">): string {
  // Nearly all of these schemas are components.
  const name = index.startsWith("components[")
    ? "components"
    : /^(?:NonNullable<)*(\w+)\[/.exec(index)?.[1];
  if (name !== undefined) {
    use(name, context);
  }
  return index;
}

/** The helper types that printed types may use, by name. */
const helpers: ReadonlyMap<string, string> = new Map([
  ["WithRequired", "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n"],
]);

/** The names of the helper types. */
export const helperNames: readonly string[] = [...helpers.keys()];

/** Declarations of the helper types that the printed types use. Empty when they use none. */
export function printTypeHelpers({ used }: { readonly used: ReadonlySet<string> }): string {
  return [...helpers].map(([name, text]) => (used.has(name) ? `\n${text}` : "")).join("");
}

/** The same for a file from which other files import the helpers. */
export function printExportedTypeHelpers({ used }: { readonly used: ReadonlySet<string> }): string {
  return printTypeHelpers({ used }).replaceAll(/^type /gm, "export type ");
}

/**
 * The schema at the end of its references, with the additions of discriminators. Undefined when the references form a
 * circle.
 */
export function resolveSchema(
  schema: Schema,
  context: Pick<TypeFacts, "discriminators">,
): Schema | undefined {
  const target = followSchemaReferences(schema);
  return target && patchSchema(target, context.discriminators);
}
