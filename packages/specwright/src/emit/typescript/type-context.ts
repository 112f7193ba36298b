import type { Kept } from "../../kept.ts";
import { behindReferences } from "../../model/behind-references.ts";
import type { Model, Schema } from "../../model/model.ts";
import { findTypeCircles, type TypeCircles } from "./circles/type-circles.ts";
import type { Discriminators } from "./discriminators/type-discriminators.ts";
import { collectDiscriminators } from "./discriminators/type-discriminators.ts";
import { createTypedPlaces, type TypedPlaces } from "./places/place-reference.ts";
import { createStaticTargets, type StaticTargets } from "./schema/type-dynamic.ts";
import { createHoisted, type Hoisted } from "./type-hoisted.ts";
import type { TypeOptions } from "./type-options.ts";

/** The place at which a type is printed. */
export interface TypePlace {
  /** The indentation of the line that the type starts on. */
  readonly indent: string;
  /**
   * The place in the document, as `#/components/schemas/Pet/name`, with names as they are. Defaults make properties
   * required only outside parameters and request bodies, which is distinguished from it.
   */
  readonly path: string;
}

/** The printed type of an operation, and the helpers that it uses. */
export interface PrintedOperation {
  readonly text: string;
  readonly used: ReadonlySet<string>;
}

/** The facts about the whole document that printing types needs. Create one a file. */
export interface TypeContext {
  readonly options: TypeOptions;
  readonly discriminators: Discriminators;
  readonly staticTargets: StaticTargets;
  readonly circles: TypeCircles;
  /** The component schema that is being printed. */
  component: string | undefined;
  /** Component schemas that are being printed in place. */
  readonly opened: Set<string>;
  /** Set while an alias is printed, which refers to aliases. */
  printsAlias: boolean;
  /** The components. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The schemas outside of the components that have a type. */
  readonly places: () => TypedPlaces;
  /**
   * The imports and declarations that the printed types need: interfaces of the types, types of the runtime and
   * `WithRequired`. Collected during printing; searching the text would be wrong, because a document may have the same
   * words.
   */
  used: Set<string>;
  /** The printed text of earlier runs; undefined in a command that runs once, and when everything has to be printed. */
  readonly kept: Kept | undefined;
  /** Printed types of operations, by their key in `operations`. */
  readonly operations: Map<string, PrintedOperation>;
  /** The declarations that the printed types need beside the interfaces, such as enums. */
  readonly hoisted: Hoisted;
  /** The names of the types of component schemas, where each has a declaration of its own; else they are indexes into `components`. */
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
  kept?: Kept,
  names?: ReadonlyMap<string, string>,
): TypeContext {
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
    places: createTypedPlaces(model, () => context),
    used: new Set(),
    // Hoisted declarations are named in the order of printing, so everything has to be printed.
    kept: hoists ? undefined : kept,
    operations: new Map(),
    names,
    // Names that the aliases of circles will have are taken.
    hoisted: createHoisted(getTypeCircles(model).aliases.values()),
    enumsByMembers: new Map(),
    enumsByPath: new Map(),
  };
  return context;
}

/** The printed result, and the helpers that it uses, without adding them to the file's. */
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

/** Notes what something uses that is printed into the file. */
export function useAll(names: Iterable<string>, { used }: Pick<TypeContext, "used">): void {
  for (const name of names) {
    used.add(name);
  }
}

/** A name that the file has to import or declare, such as `BinaryBody`. */
export function use(name: string, { used }: Pick<TypeContext, "used">): string {
  used.add(name);
  return name;
}

/** An index into an interface of the types, such as `components["schemas"]["Pet"]`, which the file has to import. */
export function useIndex(index: string, context: Pick<TypeContext, "used">): string {
  // Nearly all of them are components.
  const name = index.startsWith("components[")
    ? "components"
    : /^(?:NonNullable<)*(\w+)\[/.exec(index)?.[1];
  if (name !== undefined) {
    use(name, context);
  }
  return index;
}

/** Finding them visits every schema, so that targets share what was found in a model, which never changes. */
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

/** The helper types that printed types use, by their names. */
const helpers: ReadonlyMap<string, string> = new Map([
  ["WithRequired", "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n"],
]);

/** The names of the helper types. */
export const helperNames: readonly string[] = [...helpers.keys()];

/** The helper types that the printed types use, as declarations; empty when they use none. */
export function typeHelpers({ used }: { readonly used: ReadonlySet<string> }): string {
  return [...helpers].map(([name, text]) => (used.has(name) ? `\n${text}` : "")).join("");
}

/** The same for a file from which other files import them. */
export function exportedTypeHelpers({ used }: { readonly used: ReadonlySet<string> }): string {
  return typeHelpers({ used }).replaceAll(/^type /gm, "export type ");
}

/** The schema behind references, with the additions of discriminators; undefined when references only lead in a circle. */
export function resolveSchema(schema: Schema, context: TypeContext): Schema | undefined {
  const target = behindReferences(schema);
  return target && context.discriminators.patched(target);
}
