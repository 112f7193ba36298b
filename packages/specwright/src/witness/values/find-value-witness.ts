import type { Change } from "../../compare/change.ts";
import type { ValueWitness } from "../../compare/witness.ts";
import { splitDirections } from "../../document/model/directions/split-directions.ts";
import type { Schema } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import type { FindWitness, Models } from "../finder.ts";
import { findWays, type Step } from "./find-ways.ts";
import { type Candidate, isOfValues, listCandidates } from "./list-candidates.ts";
import { listEdits } from "./list-edits.ts";
import { listRoots } from "./list-roots.ts";
import { makeBases } from "./make-bases.ts";
import { replacePart, selectPart, writePointer } from "./parts.ts";
import { excludesWitness } from "./prove-same.ts";
import { createReader } from "./read-sent.ts";
import { type Predicate, runPredicates } from "./run-predicates.ts";
import { listSchemasAt } from "./schemas-at.ts";
import { shrinkValue } from "./shrink-value.ts";

/** Values that are tried for one change. */
const mostTries = 1500;

/** What all changes of a comparison share, and the work that is left for them. */
interface Search {
  /** Prints and runs the predicates of parts. */
  readonly print: (candidates: readonly Candidate[]) => void;
  readonly judge: (schema: Schema) => Predicate;
  readonly makeValues: (candidate: Candidate) => readonly unknown[];
  readonly makeParts: (schema: Schema, candidate: Candidate) => readonly unknown[];
  readonly left: { work: number };
}

/**
 * The work for all changes of a comparison. One unit is about half a microsecond. A value that is tried takes two, and more where an
 * object has hundreds of properties.
 */
const mostWork = 1_000_000;

/** Operations in which a change is looked for, and parts of them in which its values are tried. */
const mostOperations = 8;
const mostCandidates = 3;

/** A finder of values for the changes of one comparison. */
export interface ValueFinder {
  readonly find: FindWitness;
  /** Returns true if reasoning shows that there is no value to find. */
  readonly isExcluded: (change: Change) => boolean;
  /** Returns false after the work that is allowed for one comparison. Nothing is found from then on. */
  readonly hasWork: () => boolean;
}

/** Changes whose predicates are printed together, because they share most of their parts. */
const chunkSize = 50;

/** Finds values for the changes of a comparison. What several changes need is made once. */
export function createValueFinder(changes: readonly Change[], models: Models): ValueFinder {
  const roots = listRoots(split(models.before), split(models.after));
  const waysOf = remember(findWays);
  const search = createSearch();
  const concerned = changes.filter(isOfValues);
  const candidates = new Map<Change, readonly Candidate[]>();
  const prepare = (change: Change): readonly Candidate[] => {
    const start = concerned.indexOf(change);
    for (const each of start < 0 ? [] : concerned.slice(start, start + chunkSize)) {
      const operations = each.operations.slice(0, mostOperations);
      const all = listCandidates({ ...each, operations }, roots, waysOf);
      candidates.set(each, all.slice(0, mostCandidates));
    }
    search.print([...candidates.values()].flat());
    return candidates.get(change) ?? [];
  };
  const find: FindWitness = (change) => {
    if (search.left.work <= 0) {
      return undefined;
    }
    for (const candidate of candidates.get(change) ?? prepare(change)) {
      const found = tryCandidate(candidate, search);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  const isExcluded = (change: Change): boolean =>
    excludesWitness(change.kind, listCandidates(change, roots, waysOf));
  return { find, isExcluded, hasWork: () => search.left.work > 0 };
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

function createSearch(): Search {
  const names = new Map<Schema, string>();
  const predicates = new Map<string, Predicate>();
  const values = new Map<string, readonly unknown[]>();
  const parts = new Map<Schema, readonly unknown[]>();
  return {
    print: (candidates) => {
      const added = new Map<string, Schema>();
      for (const { allowing, refusing, places } of candidates) {
        const constraints = places.flatMap(({ constraint }) => constraint ?? []);
        for (const schema of [allowing.schema, refusing.schema, ...constraints]) {
          const name = names.get(schema) ?? `Root${names.size}`;
          if (!names.has(schema)) {
            names.set(schema, name);
            added.set(name, schema);
          }
        }
      }
      for (const [name, predicate] of added.size === 0 ? [] : runPredicates(added)) {
        predicates.set(name, predicate);
      }
    },
    judge: (schema) => predicates.get(names.get(schema) ?? "") ?? (() => undefined),
    makeValues: (candidate) => {
      const { allowing, refusing, places } = candidate;
      const ofRoots = [names.get(allowing.schema), names.get(refusing.schema)];
      const key = [...ofRoots, places[0]?.way.key].join(" ");
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
function makeWholes({ allowing, refusing, places, choices }: Candidate): readonly unknown[] {
  const { location } = allowing.schema;
  const guides = places.slice(0, 1).map(({ way }) => way.guide);
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
  if (left.work <= 0) {
    return undefined;
  }
  const [isAllowed, isAccepted] = [judge(allowing.schema), judge(refusing.schema)];
  const [readBack, read] = [createReader(allowing, allowing), createReader(allowing, refusing)];
  const cost = 2 + weight / 10;
  let tries = mostTries;
  const allows = (value: unknown): boolean => {
    tries -= 1;
    left.work -= cost;
    const same = tries > 0 && left.work > 0 && isAllowed(value) === true && readBack(value);
    return typeof same === "object" && isAllowed(same.value) === true;
  };
  const isCommon = (value: unknown): boolean => {
    const arrived = allows(value) && read(value);
    return typeof arrived === "object" && isAccepted(arrived.value) === true;
  };
  // Values that both sides allow show that nothing else than the edit is refused.
  const bases = search
    .makeValues(candidate)
    .map((base) => ({ base, isShared: isCommon(base) }))
    .toSorted((one, other) => Number(other.isShared) - Number(one.isShared));
  const make = (schema: Schema): readonly unknown[] => search.makeParts(schema, candidate);
  for (const wantsShared of [true, false]) {
    for (const { way, constraint } of candidate.places) {
      const { steps } = way;
      const meets = constraint && judge(constraint);
      const isWitness = (value: unknown): boolean => {
        const arrived = allows(value) && read(value);
        if (typeof arrived !== "object" || isAccepted(arrived.value) !== false) {
          return false;
        }
        const part = selectPart(arrived.value, steps);
        return part !== undefined && meets?.(part.value) !== true;
      };
      const schemas = [
        ...listSchemasAt(allowing.schema, steps),
        ...listSchemasAt(refusing.schema, steps),
      ];
      for (const { base } of bases.filter(({ isShared }) => isShared === wantsShared)) {
        if (tries <= 0 || left.work <= 0) {
          return undefined;
        }
        // Making the edits takes longer than trying one.
        left.work -= 100 * cost;
        const part = selectPart(base, steps);
        const found = [
          base,
          ...listEdits({ part, schemas, names, make }).map(replaceIn(base, steps)),
        ]
          .map((value) => ({ value, size: measure(value) }))
          .toSorted((one, other) => one.size - other.size)
          .find(({ value }) => isWitness(value));
        if (found !== undefined) {
          tries = mostTries;
          const repair = createRepair(base, found.value, steps);
          const value = shrinkValue(
            found.value,
            (each) => isWitness(each) && (!wantsShared || isCommon(repair(each))),
          );
          return describeWitness(candidate, steps, value);
        }
      }
    }
  }
  return undefined;
}

function replaceIn(base: unknown, steps: readonly Step[]): (part: unknown) => unknown {
  return (part) => replacePart(base, steps, part);
}

/**
 * Takes an edit of a base back in a value that was made smaller afterwards, so that the value shows whether anything else in it
 * is refused. Of an object, only the edited members are taken back.
 */
function createRepair(
  base: unknown,
  edited: unknown,
  steps: readonly Step[],
): (value: unknown) => unknown {
  const [from, to] = [selectPart(base, steps)?.value, selectPart(edited, steps)?.value];
  if (!isObject(from) || !isObject(to)) {
    return (value) => replacePart(value, steps, from);
  }
  const changed = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => !Object.hasOwn(from, name) || !Object.hasOwn(to, name) || from[name] !== to[name],
  );
  return (value) => {
    const part = selectPart(value, steps)?.value;
    const kept = Object.entries(isObject(part) ? part : {}).filter(
      ([name]) => !changed.includes(name),
    );
    const restored = changed
      .filter((name) => Object.hasOwn(from, name))
      .map((name) => [name, from[name]] as const);
    return replacePart(value, steps, Object.fromEntries([...kept, ...restored]));
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
