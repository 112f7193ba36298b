import type { Change } from "../../compare/change.ts";
import type { Witness } from "../../compare/witness.ts";
import { splitDirections } from "../../document/model/directions/split-directions.ts";
import type { FindWitness, Models } from "../finder.ts";
import { createValueSearch } from "./create-value-search.ts";
import { excludesWitness } from "./excludes-witness.ts";
import { findWays } from "./find-ways.ts";
import {
  type Candidate,
  type ChangedPlace,
  isOfValues,
  listCandidates,
} from "./list-candidates.ts";
import { listRoots } from "./list-roots.ts";
import { listSchemasAt } from "./list-schemas-at.ts";
import { type Narrowing, tryCandidate } from "./try-candidate.ts";

/** Operations in which a change is looked for, and parts of them in which its values are tried. */
const mostOperations = 8;
const mostCandidates = 3;

/** A finder of values for the changes of one comparison. */
export interface ValueFinder {
  readonly find: FindWitness;
  /** Returns whether a change is below a schema that may accept less when a part of it accepts more, or more when it accepts less. */
  readonly isReversed: (change: Change) => boolean;
  /** Returns whether another part of the old document names the properties of a change, so that values have them already. */
  readonly isNamedBefore: (change: Change) => boolean;
  /** Finds a value for such a change. */
  readonly findReversed: (change: Change, narrowing: Narrowing) => Witness | undefined;
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
  const search = createValueSearch();
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
  const listReversed = (change: Change): readonly Candidate[] => {
    const operations = change.operations.slice(0, mostOperations);
    const all = listCandidates({ ...change, operations }, roots, waysOf);
    return all.filter(({ isReversed }) => isReversed).slice(0, mostCandidates);
  };
  const findReversed: ValueFinder["findReversed"] = (change, narrowing) => {
    const candidates = search.left.work <= 0 ? [] : listReversed(change);
    const around = candidates.map((each) => ({ ...each, places: listAbove(each.places) }));
    search.print(around);
    for (const candidate of around) {
      const found = tryCandidate(candidate, search, narrowing);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  const isExcluded = (change: Change): boolean =>
    excludesWitness(change.kind, listCandidates(change, roots, waysOf));
  const isReversed = (change: Change): boolean =>
    listReversed(change).length > 0 && !isExcluded(change);
  const isNamedBefore = (change: Change): boolean =>
    listReversed(change).some(({ allowing, names, places }) =>
      places.some(({ way }) =>
        listSchemasAt(allowing.schema, way.above?.().steps ?? way.steps).some(({ properties }) =>
          names.some((name) => properties?.has(name) === true),
        ),
      ),
    );
  const hasWork = (): boolean => search.left.work > 0;
  return { find, isReversed, isNamedBefore, findReversed, isExcluded, hasWork };
}

/** The places, and those of all values around them. */
function listAbove(places: readonly ChangedPlace[]): readonly ChangedPlace[] {
  const all = [...places];
  for (const { way } of all) {
    const above = way.above?.();
    if (above !== undefined && all.every((each) => each.way.key !== above.key)) {
      all.push({ way: above });
    }
  }
  return all;
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
