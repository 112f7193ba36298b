import type { Kept } from "../../kept.ts";
import { followSchemaReferences } from "../../model/behind-references.ts";
import type { Model, Schema } from "../../model/model.ts";
import type { KeptSource } from "../units/kept-operations.ts";
import { findTypeCircles, type TypeCircles } from "./circles/type-circles.ts";
import type { Discriminators } from "./discriminators/type-discriminators.ts";
import { collectDiscriminators } from "./discriminators/type-discriminators.ts";
import { createTypedPlaces, type TypedPlaces } from "./places/place-reference.ts";
import { createStaticTargets, type StaticTargets } from "./schema/type-dynamic.ts";
import { createHoisted, type Hoisted } from "./type-hoisted.ts";
import type { TypeOptions } from "./type-options.ts";

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

/** The printed type of an operation, and the helpers that it uses. */
export interface PrintedOperation {
  readonly text: string;
  readonly used: ReadonlySet<string>;
}

/** Facts about the whole document that are needed for printing types. Create one context for each file. */
export interface TypeContext {
  readonly options: TypeOptions;
  readonly discriminators: Discriminators;
  readonly staticTargets: StaticTargets;
  readonly circles: TypeCircles;
  /** The component schema to print. */
  component: string | undefined;
  /** Component schemas that are currently being written out in place. */
  readonly opened: Set<string>;
  /** True while an alias is printed. Aliases refer to other aliases. */
  printsAlias: boolean;
  /** The components. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The schemas outside the components that have a type. */
  readonly findPlaces: () => TypedPlaces;
  /**
   * The imports and declarations that the printed types need: interfaces of the types, types of the runtime and
   * `WithRequired`. They are collected while printing. Searching the text instead would be wrong, because texts of the
   * document may contain the same words.
   */
  used: Set<string>;
  /** The text printed by earlier runs. Undefined in a command that runs once, and when everything has to be printed. */
  readonly kept: Kept | undefined;
  /** The same for the types of operations. */
  readonly source: KeptSource | undefined;
  /** Printed types of operations, by their key in `operations`. */
  readonly operations: Map<string, PrintedOperation>;
  /** Declarations outside the interfaces that the printed types need, such as enums. */
  readonly hoisted: Hoisted;
  /**
   * The names of the types of component schemas, if each has its own declaration. Otherwise types refer to them as
   * indexes into `components`.
   */
  readonly names: ReadonlyMap<string, string> | undefined;
  /** Names of the hoisted enums by their members. */
  readonly enumsByMembers: Map<string, string>;
  /** Names of the hoisted enums by their place in the document. */
  readonly enumsByPath: Map<string, string>;
}

/** Prepares for printing types of this document. */
export function createTypeContext(
  model: Model,
  options: TypeOptions = {},
  source?: KeptSource,
  names?: ReadonlyMap<string, string>,
): TypeContext {
  const kept = source?.kept;
  const hoists = options.enum === true || options.enumValues === true;
  const context: TypeContext = {
    options,
    discriminators: getDiscriminators(model, kept),
    staticTargets: createStaticTargets(model),
    circles: getTypeCircles(model),
    component: undefined,
    opened: new Set(),
    printsAlias: false,
    schemas: model.components.schemas,
    findPlaces: createTypedPlaces(model, () => context),
    used: new Set(),
    // The names of hoisted declarations depend on the order of printing, so every type has to be printed again.
    kept: hoists ? undefined : kept,
    source: hoists ? undefined : source,
    operations: new Map(),
    names,
    // Reserves the names of the aliases of circles.
    hoisted: createHoisted(getTypeCircles(model).aliases.values()),
    enumsByMembers: new Map(),
    enumsByPath: new Map(),
  };
  return context;
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

/** Targets share these, because finding them visits every schema and a model never changes. */
const found = new WeakMap<Model, Discriminators>();

function getDiscriminators(model: Model, kept: Kept | undefined): Discriminators {
  const discriminators = found.get(model) ?? collectDiscriminators(model, kept);
  found.set(model, discriminators);
  return discriminators;
}

/** Shared by targets, as the discriminators are. */
const circles = new WeakMap<Model, TypeCircles>();

function getTypeCircles(model: Model): TypeCircles {
  const known = circles.get(model) ?? findTypeCircles(model);
  circles.set(model, known);
  return known;
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
  context: Pick<TypeContext, "discriminators">,
): Schema | undefined {
  const target = followSchemaReferences(schema);
  return target && context.discriminators.patch(target);
}
