import type { ValueWitness } from "../../compare/witness.ts";
import type { Schema } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import { createReader } from "./create-reader.ts";
import type { Search } from "./create-value-search.ts";
import type { Step } from "./find-ways.ts";
import type { Candidate } from "./list-candidates.ts";
import { listEdits } from "./list-edits.ts";
import { listSchemasAt } from "./list-schemas-at.ts";
import { replacePart, selectPart, writePointer } from "./replace-part.ts";
import { shrinkValue } from "./shrink-value.ts";

/** The size of a value as text that is not large. */
const usualSize = 2000;

/** Values that are tried for one change. */
const mostTries = 1500;

/** What a search for a value leaves out. */
export interface Narrowing {
  /** Only values are tried that differ in one part from one that both sides allow, or only others. */
  readonly isShared: boolean;
  /** Members that no value has. */
  readonly without: ReadonlySet<string>;
}

/**
 * Looks for a value of one part of an operation that the allowing side accepts and the refusing side does not, because of the
 * change.
 */
export function tryCandidate(
  candidate: Candidate,
  search: Search,
  narrowing?: Narrowing,
): ValueWitness | undefined {
  const { allowing, refusing, names, weight } = candidate;
  const { judge, left } = search;
  if (left.work <= 0) {
    return undefined;
  }
  const [isAllowed, isAccepted] = [judge(allowing.schema), judge(refusing.schema)];
  const [readBack, read] = [createReader(allowing, allowing), createReader(allowing, refusing)];
  const wholes = search.makeValues(candidate);
  const sizes = wholes.map(measure);
  // Large values take long to make, and each time that they are judged.
  left.work -= sizes.reduce((sum, size) => sum + size, 0) / 100;
  const cost = 2 + weight / 10 + Math.max(0, ...sizes.map((size) => size - usualSize)) / 200;
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
  const bases = wholes
    .map((base) => ({ base, isShared: isCommon(base) }))
    .toSorted((one, other) => Number(other.isShared) - Number(one.isShared));
  const make = (schema: Schema): readonly unknown[] => search.makeParts(schema, candidate);
  for (const wantsShared of narrowing ? [narrowing.isShared] : [true, false]) {
    for (const { way, constraint, wanted } of candidate.places) {
      const { steps } = way;
      // What a part of a value does to the whole shows in any value around it.
      tries = narrowing ? mostTries : tries;
      const meets = narrowing || constraint === undefined ? undefined : judge(constraint);
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
        const edits = [
          ...(wanted === undefined ? [] : make(wanted)),
          ...listEdits({ part, schemas, names, make }),
        ];
        const found = [
          base,
          ...edits.map(replaceIn(base, steps)),
          ...edits.flatMap(addTo(base, steps)),
        ]
          .map((each) => omitMembers(each, narrowing?.without))
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

/** A value without some members, at any depth. */
function omitMembers(value: unknown, names: ReadonlySet<string> = new Set()): unknown {
  if (names.size === 0 || typeof value !== "object" || value === null) {
    return value;
  }
  return Array.isArray(value)
    ? value.map((item) => omitMembers(item, names))
    : Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !names.has(name))
          .map(([name, member]) => [name, omitMembers(member, names)]),
      );
}

function replaceIn(base: unknown, steps: readonly Step[]): (part: unknown) => unknown {
  return (part) => replacePart(base, steps, part);
}

/** Adds an item to the list of which the part is one. */
function addTo(base: unknown, steps: readonly Step[]): (item: unknown) => readonly unknown[] {
  const around = steps.slice(0, -1);
  const list = steps.at(-1)?.kind === "item" ? selectPart(base, around)?.value : undefined;
  return (item) => (Array.isArray(list) ? [replacePart(base, around, [...list, item])] : []);
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
