import { type Memo, noMemo } from "../memo.ts";
import { behindReferences } from "../model/behind-references.ts";
import type { Model, Schema } from "../model/model.ts";
import { createTypedPlaces, type TypedPlaces } from "./place-reference.ts";
import { findTypeCircles, type TypeCircles } from "./type-circles.ts";
import type { Discriminators } from "./type-discriminators.ts";
import { collectDiscriminators } from "./type-discriminators.ts";
import { createStaticTargets, type StaticTargets } from "./type-dynamic.ts";
import { createHoisted, type Hoisted } from "./type-hoisted.ts";
import type { TypeOptions } from "./type-options.ts";

/** Where a type is printed. */
export interface TypePlace {
  /** The indentation of the line that the type starts on. */
  readonly indent: string;
  /**
   * The place in the document, as `#/components/schemas/Pet/name`, with names as they are. Defaults make properties
   * required only outside parameters and request bodies, which is told from it.
   */
  readonly path: string;
}

/** What printing types needs to know of the whole document. Create one a file. */
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
  /** What stands elsewhere and has a type. */
  readonly places: () => TypedPlaces;
  /** Set once a printed type uses `WithRequired`, which the file then has to declare: see `typeHelpers`. */
  usesWithRequired: boolean;
  readonly memo: Memo;
  /** Printed types of operations, by their key in `operations`. */
  readonly operations: Map<string, string>;
  /** What the printed types need beside the interfaces, such as enums. */
  readonly hoisted: Hoisted;
  /** Names of the hoisted enums by what they consist of. */
  readonly enumsByMembers: Map<string, string>;
  /** Names of the hoisted enums by their place in the document. */
  readonly enumsByPath: Map<string, string>;
}

/** Prepares for printing types of this document. */
export function createTypeContext(
  model: Model,
  options: TypeOptions = {},
  memo: Memo = noMemo,
): TypeContext {
  const hoists = options.enum === true || options.enumValues === true;
  const context: TypeContext = {
    options,
    discriminators: discriminatorsOf(model, memo),
    staticTargets: createStaticTargets(model),
    circles: circlesOf(model),
    component: undefined,
    opened: new Set(),
    printsAlias: false,
    schemas: model.components.schemas,
    places: createTypedPlaces(model, () => context),
    usesWithRequired: false,
    // What stands beside the interfaces is named in the order of printing, so that all has to be printed.
    memo: hoists ? noMemo : memo,
    operations: new Map(),
    // Names that the aliases of circles will have are taken.
    hoisted: createHoisted(circlesOf(model).aliases.values()),
    enumsByMembers: new Map(),
    enumsByPath: new Map(),
  };
  return context;
}

/** What is printed of one part of the model with its types, now or by an earlier run: see `Memo`. */
export function keptPrint<Printed>(
  kind: string,
  key: object,
  inputs: readonly unknown[],
  context: TypeContext,
  print: () => Printed,
): Printed {
  const { memo, discriminators } = context;
  const before = context.usesWithRequired;
  const kept = memo.of(kind, key, [discriminators, ...inputs], () => {
    context.usesWithRequired = false;
    return { printed: print(), usesWithRequired: context.usesWithRequired };
  });
  context.usesWithRequired = before || kept.usesWithRequired;
  return kept.printed;
}

/**
 * A text that is made of many parts. Texts of megabytes are joined, and compared with what was printed before, in a time
 * that is felt; when the parts are the same, it is the same text.
 */
export function keptJoin(
  kind: string,
  parts: readonly string[],
  { memo }: Pick<TypeContext, "memo">,
  join: () => string,
): string {
  return memo.of(`join: ${kind}`, memo, parts, join);
}

/** Finding them visits every schema, so that targets share what was found in a model, which never changes. */
const found = new WeakMap<Model, Discriminators>();

function discriminatorsOf(model: Model, memo: Memo): Discriminators {
  const discriminators = found.get(model) ?? collectDiscriminators(model, memo);
  found.set(model, discriminators);
  return discriminators;
}

/** Shared by targets, as the discriminators are. */
const circles = new WeakMap<Model, TypeCircles>();

function circlesOf(model: Model): TypeCircles {
  const known = circles.get(model) ?? findTypeCircles(model);
  circles.set(model, known);
  return known;
}

/** The helper types that the printed types use, as declarations; empty when there are none. */
export function typeHelpers(context: TypeContext): string {
  return context.usesWithRequired
    ? "\ntype WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n"
    : "";
}

/** The schema behind references, with what discriminators add to it; undefined when references only lead in a circle. */
export function resolveSchema(schema: Schema, context: TypeContext): Schema | undefined {
  const target = behindReferences(schema);
  return target && context.discriminators.patched(target);
}
