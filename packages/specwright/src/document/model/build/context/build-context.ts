import type { Diagnostic } from "../../../../diagnostic.ts";
import type { LossCode } from "../../../../loss.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import type { Resource } from "../../../read/references/resource.ts";
import type { Schema, SchemaReference } from "../../model.ts";
import type { ComponentNames } from "../components/component-names.ts";
import type { FaultyFiles } from "./faulty-files.ts";
import type { PartKeeper } from "./kept-parts.ts";
import type { Raw } from "./raw.ts";

/** The context in which one model is built. */
export interface BuildContext {
  readonly document: SourceDocument;
  /** True for OpenAPI 3.0. Its schemas are converted to JSON Schema 2020-12. */
  readonly isLegacy: boolean;
  readonly problems: Diagnostic[];
  /** Codes of errors that are only warnings here, because the output does not depend on the faulty part. */
  readonly tolerated: ReadonlySet<string>;
  readonly faulty: FaultyFiles;
  /** Schemas by the object that they are made from, so that each is made once and circular references end. */
  readonly schemas: Pick<WeakMap<object, Schema>, "get" | "set" | "has">;
  /** Schemas whose making has begun but not ended. A reference to one of them must not make it again. */
  readonly open: Set<object>;
  /** The end of each chain of references, by every link of the chain, so that a long chain is followed once. */
  readonly ends: Map<object, Raw | undefined>;
  /** The same for chains of schemas. Such a chain ends at the first reference that has other keywords beside it. */
  readonly schemaEnds: Map<object, Raw>;
  /** References of schemas by their target, because documents repeat most of them. */
  readonly references: Map<Raw, SchemaReference>;
  /** The targets of references that have not been built yet. */
  readonly pending: Raw[];
  /** For each resource with dynamic anchors, its schemas by `$dynamicAnchor`. The value is undefined until it is needed. */
  readonly dynamicAnchors: Map<Resource, ReadonlyMap<string, Schema> | undefined>;
  /** For each dialect (`$schema`), the keywords that it ignores. */
  readonly dialects: Map<string, ReadonlySet<string>>;
  readonly names: ComponentNames;
  /** Parts that references lead to, by kind and object, so that each is made once. */
  readonly parts: Map<
    string,
    WeakMap<object, { readonly pointer: string; readonly part: unknown }>
  >;
  /** Undefined in a command that runs once. */
  readonly keeper: PartKeeper | undefined;
}

/**
 * The same context with one difference: a reference that leads nowhere is only a warning. For examples, links and other
 * parts that generated code does not depend on.
 */
export function withLooseReferences(context: BuildContext): BuildContext {
  return { ...context, tolerated: new Set([...context.tolerated, ...looseReferences]) };
}

/** The codes of problems of references. */
export const looseReferences: readonly string[] = [
  "unresolved-reference",
  "reference-outside",
  "reference-circle",
];

/** Records a problem of the document at a place. */
export function reportProblem(
  context: BuildContext,
  raw: Raw,
  problem: Pick<Diagnostic, "message" | "fix" | "allow" | "related" | "suggest" | "detail"> &
    (
      | { readonly severity?: "warning"; readonly code: string }
      | { readonly severity: "loss"; readonly code: LossCode }
    ),
): void {
  context.problems.push({
    severity: context.tolerated.has(problem.code) ? "warning" : "error",
    ...problem,
    file: raw.file.name,
    pointer: raw.pointer,
  });
}

/**
 * Reports a value that should be an object. An empty value (`get:` with nothing after it) is only a warning: its author
 * has not written it yet.
 */
export function reportNoObject(raw: Raw, context: BuildContext, what: string): void {
  const isEmpty = raw.value === null;
  reportProblem(context, raw, {
    ...(isEmpty ? { severity: "warning" } : {}),
    code: "invalid-structure",
    message: `${what} must be an object${isEmpty ? ", and this one is empty" : ""}.`,
    fix: "Write an object here.",
  });
}
