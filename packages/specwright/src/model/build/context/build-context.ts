import type { Diagnostic } from "../../../diagnostic.ts";
import type { LossCode } from "../../../loss.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import type { Resource } from "../../../read/references/resource.ts";
import type { Schema, SchemaReference } from "../../model.ts";
import type { ComponentNames } from "../components/component-names.ts";
import type { FaultyFiles } from "./faulty-files.ts";
import type { ModelSession } from "./model-session.ts";
import type { Raw } from "./raw.ts";

/** The context in which one model is built. */
export interface BuildContext {
  readonly document: SourceDocument;
  /** True for OpenAPI 3.0, whose schemas are lifted to JSON Schema 2020-12. */
  readonly isLegacy: boolean;
  readonly problems: Diagnostic[];
  /** Codes of errors that are only warnings, because what is made of the model can do without. */
  readonly tolerated: ReadonlySet<string>;
  readonly faulty: FaultyFiles;
  /** Schemas by the object that they are made from, so that each is made once and circles close. */
  readonly schemas: Pick<WeakMap<object, Schema>, "get" | "set" | "has">;
  /** Schemas that are being made, which a reference must not make again. */
  readonly open: Set<object>;
  /** Where chains of references end, by each of their links, so that long chains are followed once. */
  readonly ends: Map<object, Raw | undefined>;
  /** The same for chains of schemas, which end where something stands beside a reference. */
  readonly schemaEnds: Map<object, Raw>;
  /** References of schemas by their target: most are written many times. Empty with `--watch`. */
  readonly references: Map<Raw, SchemaReference>;
  /** The targets of references that have not been built yet. */
  readonly pending: Raw[];
  /** The schemas by `$dynamicAnchor` of each resource that has some; undefined until they are asked for. */
  readonly dynamicAnchors: Map<Resource, ReadonlyMap<string, Schema> | undefined>;
  /** The keywords that a dialect takes no notice of, by its `$schema`. */
  readonly dialects: Map<string, ReadonlySet<string>>;
  readonly names: ComponentNames;
  /** Parts that references lead to, by kind and object, so that each is made once. */
  readonly parts: Map<
    string,
    WeakMap<object, { readonly pointer: string; readonly part: unknown }>
  >;
  /** The session that runs share; undefined in a command that runs once. */
  readonly session: ModelSession | undefined;
}

/**
 * The same context, in which references that lead nowhere are only warnings: for examples, links and the like, of which
 * no generated code depends.
 */
export function withLooseReferences(context: BuildContext): BuildContext {
  return { ...context, tolerated: new Set([...context.tolerated, ...looseReferences]) };
}

const looseReferences = ["unresolved-reference", "reference-outside", "reference-circle"];

/** Notes a problem of the document at a place. */
export function report(
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

/** Reports a value that should be an object. An empty value (`get:` with nothing behind it) was not written yet. */
export function reportNoObject(raw: Raw, context: BuildContext, what: string): void {
  const isEmpty = raw.value === null;
  report(context, raw, {
    ...(isEmpty ? { severity: "warning" } : {}),
    code: "invalid-structure",
    message: `${what} must be an object${isEmpty ? ", and this one is empty" : ""}.`,
    fix: "Write an object here.",
  });
}
