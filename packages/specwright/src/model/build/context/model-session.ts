import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject } from "../../../json-object.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import type { Target } from "../../../read/references/references.ts";
import type { Schema } from "../../model.ts";
import type { BuildContext } from "./build-context.ts";
import type { Raw } from "./raw.ts";

/**
 * The parts that are kept between successive models of one document while it is edited. The session serves documents of
 * one file whose schema references name components, as large documents do. For all other documents every model is made
 * from scratch.
 *
 * A schema is kept as long as the value that it was made from: parsing returns the same object for unchanged text. The
 * references of a kept schema are looked up again in each run, so a change in one schema does not make the others
 * again. Larger parts, such as operations, are made in each run.
 */
export interface ModelSession {
  /** Schemas of all runs, by the object that they were made from. */
  schemas: WeakMap<object, Schema>;
  /** The targets of references in schemas: from the text of a reference to the pointer of a component. */
  resolved: Map<string, string>;
  /** False once the document had something that kept schemas do not support. */
  isUsable: boolean;
  /** The context of the current run. */
  run: BuildContext | undefined;
  /** The targets of references in this run. */
  targets: Map<string, Schema>;
  /**
   * The problems reported while a schema was made, by the object that it was made from. Schemas without problems have
   * no entry.
   */
  problems: WeakMap<object, readonly Diagnostic[]>;
  /** The version of OpenAPI and the dialect of schemas that the document declares, and the errors that are tolerated. */
  version: string;
}

/** Creates an empty memory. */
export function createModelSession(): ModelSession {
  return {
    schemas: new WeakMap(),
    resolved: new Map(),
    isUsable: true,
    run: undefined,
    targets: new Map(),
    problems: new WeakMap(),
    version: "",
  };
}

/** A model in the making that reuses kept parts. */
export interface BegunModel {
  /** Restores the earlier state of the session. Called when the document turns out to be wrong. */
  readonly goBack: () => void;
  /**
   * Returns true when kept schemas were already used and the document then turned out to have something that they do
   * not support.
   */
  readonly isSpoilt: () => boolean;
}

/** Begins the next model. Forgets all kept schemas when they could have another meaning now. */
export function beginModel(
  session: ModelSession,
  document: SourceDocument,
  openapi: string,
  tolerated: readonly string[],
): BegunModel {
  const before = { ...session };
  const isSame = [...session.resolved].every(([text, pointer]) => {
    const target = document.resolve(text, getRoot(document));
    return target !== undefined && !("code" in target) && target.pointer === pointer;
  });
  const { value, mayIdentify } = document.root;
  const dialect = isObject(value) ? value.jsonSchemaDialect : undefined;
  const version = `${openapi} ${String(dialect)} ${tolerated.join(" ")}`;
  if (!session.isUsable || !isSame || session.version !== version || mayIdentify) {
    // In a document with `$id`s, the meaning of a reference depends on its place.
    Object.assign(session, createModelSession(), { version, isUsable: !mayIdentify });
  }
  session.run = undefined;
  session.targets = new Map();
  return {
    goBack: () => {
      Object.assign(session, before);
    },
    isSpoilt: () => session.schemas === before.schemas && !session.isUsable,
  };
}

function getRoot({ root }: SourceDocument): Target {
  return { file: root, pointer: "", value: root.value };
}

/** Records what a reference resolved to, for kept schemas. */
export function rememberReference(
  text: string,
  target: Target | undefined,
  { session, document, open }: Pick<BuildContext, "session" | "document" | "open">,
): void {
  if (session === undefined) {
    return;
  }
  if (target === undefined || target.file !== document.root) {
    session.isUsable = false;
  } else if (open.size > 0) {
    session.isUsable &&= isComponentReference(text, target, { document });
    session.resolved.set(text, target.pointer);
  }
}

/**
 * Reports the problems that a kept schema had when it was made. They are reported again for each use: if one part that
 * uses the schema is removed, the others still report them. Duplicates are removed later.
 */
export function reportKept(value: object, { session, problems }: BuildContext): void {
  problems.push(...(session?.problems.get(value) ?? []));
}

/** Keeps the problems reported since the making of a schema began. */
export function keepProblems(
  value: object,
  before: number,
  { session, problems }: BuildContext,
): void {
  if (session !== undefined && problems.length > before) {
    session.problems.set(value, problems.slice(before));
  }
}

/**
 * Returns whether a reference is the usual one to a schema of the root file, such as `#/components/schemas/Pet`. It has
 * the same meaning in every place.
 */
export function isComponentReference(
  text: string,
  { file, pointer }: Target,
  { document }: Pick<BuildContext, "document">,
): boolean {
  const isComponent = /^\/components\/schemas\/[^/]+$/.test(pointer);
  return isComponent && file === document.root && text === `#${pointer}`;
}

/** Records that the document has something that kept schemas do not support. */
export function keepNothing({ session }: Pick<BuildContext, "session">): void {
  if (session !== undefined) {
    session.isUsable = false;
  }
}

/** The target of a kept schema's reference in this run. */
export function findCurrentTarget(
  session: ModelSession,
  text: string,
  build: (raw: Raw, context: BuildContext) => Schema,
): Schema {
  const { run, targets } = session;
  let schema = targets.get(text);
  if (schema === undefined) {
    const raw = run?.document.resolve(text, getRoot(run.document));
    if (run === undefined || raw === undefined || "code" in raw) {
      // `beginModel` has already checked every reference.
      throw new Error(`The reference ${text} of a kept schema leads nowhere.`);
    }
    schema = build(raw, run);
    targets.set(text, schema);
  }
  return schema;
}
