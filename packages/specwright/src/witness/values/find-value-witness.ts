import type { Change } from "../../compare/change.ts";
import type { ValueWitness } from "../../compare/witness.ts";
import { splitDirections } from "../../document/model/directions/split-directions.ts";
import type { Schema } from "../../document/model/model.ts";
import type { FindWitness, Models } from "../finder.ts";
import { findWays, type Step } from "./find-ways.ts";
import { type Candidate, listCandidates } from "./list-candidates.ts";
import { listEdits } from "./list-edits.ts";
import { listRoots, type ValueRoot } from "./list-roots.ts";
import { makeBases } from "./make-bases.ts";
import { replacePart, selectPart, writePointer } from "./parts.ts";
import { createReader } from "./read-sent.ts";
import { type Predicate, runPredicates } from "./run-predicates.ts";
import { listSchemasAt } from "./schemas-at.ts";
import { shrinkValue } from "./shrink-value.ts";

/** Values that are tried for one change. */
const mostTries = 4000;

/** What all changes of a comparison share, and the work that is left for them. */
interface Search {
  readonly judge: (schema: Schema) => Predicate;
  readonly makeValues: (candidate: Candidate) => readonly unknown[];
  readonly makeParts: (schema: Schema, candidate: Candidate) => readonly unknown[];
  readonly left: { work: number };
}

/**
 * The work for all changes of a comparison. One unit is about a microsecond: a value that is tried, and more for schemas with
 * thousands of parts.
 */
const mostWork = 1_000_000;

/** A finder of values for the changes of one comparison. */
export interface ValueFinder {
  readonly find: FindWitness;
  /** Returns false after the work that is allowed for one comparison. Nothing is found from then on. */
  readonly hasWork: () => boolean;
}

/** Finds values for the changes of a comparison. What several changes need is made once. */
export function createValueFinder(changes: readonly Change[], models: Models): ValueFinder {
  const before = split(models.before);
  const after = split(models.after);
  const roots = listRoots(before, after);
  const waysOf = remember(findWays);
  const candidates = new Map(
    changes.map((change) => [change, listCandidates(change, roots, waysOf)] as const),
  );
  const search = createSearch([...candidates.values()].flat());
  const find: FindWitness = (change) => {
    for (const candidate of candidates.get(change) ?? []) {
      const found = tryCandidate(candidate, search);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  return { find, hasWork: () => search.left.work > 0 };
}

function split(model: Models["before"]): Models["before"] {
  return splitDirections(model, { for: "validation", readOnly: "accept" });
}

function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
}

function createSearch(candidates: readonly Candidate[]): Search {
  const schemas = new Set(
    candidates.flatMap(({ allowing, refusing }) => [allowing.schema, refusing.schema]),
  );
  const names = new Map([...schemas].map((schema, index) => [schema, `Root${index}`]));
  let predicates: ReadonlyMap<string, Predicate> | undefined;
  const values = new Map<string, readonly unknown[]>();
  const parts = new Map<Schema, readonly unknown[]>();
  return {
    judge: (schema) => {
      // Those of all roots are printed together, because they share most of their parts.
      predicates ??= runPredicates(new Map([...names].map(([each, name]) => [name, each])));
      return predicates.get(names.get(schema) ?? "") ?? (() => undefined);
    },
    makeValues: (candidate) => {
      const { allowing, refusing, ways } = candidate;
      const key = [names.get(allowing.schema), names.get(refusing.schema), ways[0]?.key].join(" ");
      const known = values.get(key) ?? makeWholes(candidate);
      values.set(key, known);
      return known;
    },
    makeParts: (schema, { allowing: { direction } }) => {
      const known = parts.get(schema) ?? makeBases(schema, direction);
      parts.set(schema, known);
      return known;
    },
    left: { work: mostWork },
  };
}

/** Whole values that have the changed part, for both documents if that is possible. */
function makeWholes({ allowing, refusing, ways }: Candidate): readonly unknown[] {
  const choices = new Map(ways.flatMap((way) => [...way.choices]));
  const { location } = allowing.schema;
  const [way] = ways;
  const guides = way === undefined ? [] : [way.guide];
  const make = (allOf: readonly Schema[]): readonly unknown[] =>
    makeBases({ location, allOf }, allowing.direction, choices);
  return [
    ...make([allowing.schema, refusing.schema, ...guides]),
    ...make([allowing.schema, ...guides]),
    ...make([allowing.schema, refusing.schema]),
    ...make([allowing.schema]),
  ];
}

function tryCandidate(candidate: Candidate, search: Search): ValueWitness | undefined {
  const { allowing, refusing, names, weight } = candidate;
  const { judge, left } = search;
  const isAllowed = judge(allowing.schema);
  const arrives = judgeSent(allowing, allowing, judge);
  const accepts = judgeSent(allowing, refusing, judge);
  if (left.work <= 0) {
    return undefined;
  }
  const cost = 1 + weight / 20;
  let tries = mostTries;
  const allows = (value: unknown): boolean => {
    tries -= 1;
    left.work -= cost;
    return tries > 0 && left.work > 0 && isAllowed(value) === true && arrives(value) === true;
  };
  const isWitness = (value: unknown): boolean => allows(value) && accepts(value) === false;
  const isCommon = (value: unknown): boolean => allows(value) && accepts(value) === true;
  // Values that both sides allow show that nothing else than the edit is refused.
  const bases = search
    .makeValues(candidate)
    .map((base) => ({ base, isShared: isCommon(base) }))
    .toSorted((one, other) => Number(other.isShared) - Number(one.isShared));
  for (const steps of new Set(candidate.ways.map((way) => way.steps))) {
    const schemas = [
      ...listSchemasAt(allowing.schema, steps),
      ...listSchemasAt(refusing.schema, steps),
    ];
    for (const { base, isShared } of bases) {
      if (tries <= 0 || left.work <= 0) {
        return undefined;
      }
      // Making the edits takes longer than trying one.
      left.work -= 100 * cost;
      const part = selectPart(base, steps);
      const make = (schema: Schema): readonly unknown[] => search.makeParts(schema, candidate);
      const edited = listEdits({ part, schemas, names, make }).map((edit) =>
        replacePart(base, steps, edit),
      );
      const found = [base, ...edited]
        .map((value) => ({ value, size: measure(value) }))
        .toSorted((one, other) => one.size - other.size)
        .find(({ value }) => isWitness(value));
      if (found !== undefined) {
        const isRepaired = (value: unknown): boolean =>
          !isShared || isCommon(replacePart(value, steps, part?.value));
        tries = mostTries;
        const value = shrinkValue(found.value, (each) => isWitness(each) && isRepaired(each));
        return describeWitness(candidate, steps, value);
      }
    }
  }
  return undefined;
}

/** What the reader makes of a value that was sent. Undefined for one that cannot be sent. */
function judgeSent(
  sender: ValueRoot,
  reader: ValueRoot,
  judge: (schema: Schema) => Predicate,
): Predicate {
  const [read, test] = [createReader(sender, reader), judge(reader.schema)];
  return (value) => {
    const arrived = read(value);
    return arrived && test(arrived.value);
  };
}

function measure(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function describeWitness(
  { operation, allowing }: Candidate,
  steps: readonly Step[],
  value: unknown,
): ValueWitness {
  const { direction, place, mediaType } = allowing;
  return {
    kind: "value",
    operation,
    in: direction === "request" ? "request" : "answer",
    place,
    ...(mediaType === undefined ? {} : { mediaType: mediaType.mediaType }),
    value,
    pointer: writePointer(steps),
  };
}
