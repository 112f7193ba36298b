import type { Diagnostic } from "../../../../diagnostic.ts";
import { isObject } from "../../../../json-object.ts";
import { isSame } from "../../../../text/same-items.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import type { Schema } from "../../model.ts";
import { type BuildContext, looseReferences } from "./build-context.ts";
import { type DocumentParts, findChangedReferences, listDocumentParts } from "./document-parts.ts";

/** Finished parts of a model, from which the next model of an edited document takes what the edit does not reach. */
export interface KeptParts {
  readonly values: DocumentParts;
  /** The parts that were made, by their values. */
  readonly made: ReadonlyMap<object, MadePart | undefined>;
  readonly closed: WeakMap<object, Schema>;
}

/** A component or a path item of the model. */
export interface MadePart {
  readonly kind: string;
  readonly part: unknown;
  /** The problems that were reported while it was made. */
  readonly problems: readonly Diagnostic[];
}

/** The parts that one run takes from the last model and keeps for the next one. */
export interface PartKeeper {
  readonly values: DocumentParts;
  /** The parts of the last model that this model may use, by their values. */
  readonly unchanged: ReadonlyMap<object, MadePart | undefined>;
  /** The parts of this model. It has a key for the value of each component and path item from the beginning. */
  readonly made: Map<object, MadePart | undefined>;
  /** Schemas without references and problems, by their values. They depend on nothing else, wherever they are. */
  readonly closed: WeakMap<object, Schema>;
  /** How often a reference was followed. */
  lookups: number;
  /** False when the model has a part that the next one might not make. */
  isComplete: boolean;
}

/** Prepares to take parts of the last model. Undefined when parts depend on more than their values: see `listDocumentParts`. */
export function createPartKeeper(
  document: SourceDocument,
  settings: readonly string[],
  last: KeptParts | undefined,
): PartKeeper | undefined {
  const values = listDocumentParts(document, settings);
  const isUsable =
    values && last && isSame(values.surroundings, last.values.surroundings) ? last : undefined;
  return (
    values && {
      values,
      unchanged: isUsable ? findUnchangedParts(isUsable, values) : new Map(),
      made: new Map(
        [...values.byReference.values()].filter(isObject).map((value) => [value, undefined]),
      ),
      closed: isUsable?.closed ?? new WeakMap(),
      lookups: 0,
      isComplete: true,
    }
  );
}

type Keeping = Pick<BuildContext, "keeper" | "problems">;

/**
 * A part that was made before: for this model, or for the last one. Its problems are reported again. So when the first
 * part that uses it is removed, the others still report them; duplicates are removed later.
 */
export function takePart(
  kind: string,
  value: object,
  { keeper, problems }: Keeping,
): MadePart | undefined {
  const part = keeper?.made.get(value) ?? keeper?.unchanged.get(value);
  if (part?.kind !== kind) {
    return undefined;
  }
  keeper?.made.set(value, part);
  problems.push(...part.problems);
  return part;
}

/** Makes a part, and keeps it for the next model when its value is that of a component or a path item. */
export function keepPart<Part>(
  kind: string,
  value: object,
  { keeper, problems }: Keeping,
  build: () => Part,
): Part {
  if (keeper?.made.has(value) !== true) {
    return build();
  }
  const before = problems.length;
  const part = build();
  keeper.made.set(value, { kind, part, problems: problems.slice(before) });
  return part;
}

/** Makes a schema, or takes it from an earlier model when it has no references. */
export function keepClosed(
  value: object,
  { keeper, problems }: Keeping,
  build: () => Schema,
): Schema {
  const known = keeper?.closed.get(value);
  if (keeper === undefined || known !== undefined) {
    return known ?? build();
  }
  const before = problems.length + keeper.lookups;
  const schema = build();
  // Both numbers only grow.
  if (problems.length + keeper.lookups === before) {
    keeper.closed.set(value, schema);
  }
  return schema;
}

/**
 * The parts of the last model that are the same in the next one: neither they nor anything to which they lead was
 * edited. Reading returns the same object for a value that was not edited.
 */
function findUnchangedParts(
  { values, made }: KeptParts,
  next: DocumentParts,
): ReadonlyMap<object, MadePart> {
  const changed = findChangedReferences(values.byReference, next.byReference);
  const unchanged = new Map<object, MadePart>();
  for (const [reference, value] of next.byReference) {
    const known = isObject(value) && !changed.has(reference) ? made.get(value) : undefined;
    if (isObject(value) && known !== undefined) {
      unchanged.set(value, known);
    }
  }
  return unchanged;
}

/** The parts of a model for the next one. Undefined when parts depend on more than their own references. */
export function collectParts({ keeper, problems }: Keeping): KeptParts | undefined {
  // When several references lead to a wrong one, only the first reports it.
  const isAsWritten = problems.every(({ code }) => !looseReferences.includes(code));
  if (keeper === undefined || !keeper.isComplete || !isAsWritten) {
    return undefined;
  }
  const { values, made, closed } = keeper;
  return { values, made, closed };
}
