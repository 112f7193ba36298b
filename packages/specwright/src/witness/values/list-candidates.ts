import type { Change } from "../../compare/change.ts";
import type { Location, Schema } from "../../document/model/model.ts";
import { parsePointer } from "../../text/pointer.ts";
import type { Way, Ways } from "./find-ways.ts";
import type { RootPair, ValueRoot } from "./list-roots.ts";

/** A part of a request or an answer in which a change may refuse values: the side that allows them, and the other one. */
export interface Candidate {
  readonly operation: string;
  readonly allowing: ValueRoot;
  readonly refusing: ValueRoot;
  /** The ways to the changed part, in the documents that have it. The first one is tried first. */
  readonly ways: readonly Way[];
  /** Names of properties that the change is about. */
  readonly names: readonly string[];
  /** The number of schemas behind the larger root. */
  readonly weight: number;
}

/** Operations in which a change is looked for, and parts of them in which its values are tried. */
const mostOperations = 8;
const mostCandidates = 3;

/** The parts of operations in which a change is, those with the shortest way to it first. */
export function listCandidates(
  change: Change,
  roots: ReadonlyMap<string, () => readonly RootPair[]>,
  waysOf: (root: Schema) => Ways,
): readonly Candidate[] {
  if (!isOfValues(change)) {
    return [];
  }
  return change.operations
    .slice(0, mostOperations)
    .flatMap((name) => roots.get(name)?.() ?? [])
    .flatMap((pair) => describeCandidate(change, pair, waysOf) ?? [])
    .toSorted((left, right) => countSteps(left) - countSteps(right))
    .slice(0, mostCandidates);
}

function countSteps({ ways }: Candidate): number {
  return Math.max(...ways.map(({ steps }) => steps.length));
}

/** Returns whether a change allows or refuses values of a part. */
export function isOfValues({ kind }: Change): boolean {
  return /^(?:request|response)-/.test(kind)
    ? !/^(?:request|response)-(?:body|media-type-(?!schema-)|added|removed|success|empty|header)/.test(
        kind,
      ) || requiredHeaders.test(kind)
    : requiredParameters.test(kind);
}

const requiredHeaders = /^response-header-(?:added-required|became-(?:required|optional))$/;
const requiredParameters = /^parameter-(?:added-required|became-(?:required|optional))$/;

/** Kinds whose place can be that of a part of the changed value. */
const ofPart = /^\w+-(?:property|pattern-property|items|contains)-/;

function describeCandidate(
  { kind, before, after }: Change,
  { operation, before: from, after: to }: RootPair,
  waysOf: (root: Schema) => Ways,
): Candidate | undefined {
  const isRequest = from.direction === "request";
  const [allowing, refusing] = isRequest ? [from, to] : [to, from];
  const [old, changed] = [waysOf(from.schema), waysOf(to.schema)];
  const weight = Math.max(old.size, changed.size);
  const names = [before, after].flatMap((place) => readLastName(place));
  const known = { operation, allowing, refusing, names, weight };
  const isOfGroup = requiredHeaders.test(kind) || requiredParameters.test(kind);
  if (isOfGroup || from.isGroup === true) {
    const isOfHeaders = from.place.startsWith("headers ");
    const whole = old.find(from.schema.location);
    return isOfGroup &&
      from.isGroup === true &&
      isOfHeaders === requiredHeaders.test(kind) &&
      whole !== undefined
      ? { ...known, ways: [whole] }
      : undefined;
  }
  if (/^(?:request|response)-/.test(kind) && !kind.startsWith(`${from.direction}-`)) {
    return undefined;
  }
  const found = [before && old.find(before), after && changed.find(after)].filter(
    (way) => way !== undefined,
  );
  const ways = ofPart.test(kind)
    ? [...found.flatMap(({ above }) => above?.() ?? []), ...found]
    : found;
  return ways.length === 0 ? undefined : { ...known, ways };
}

function readLastName(place: Location | undefined): readonly string[] {
  return place === undefined ? [] : parsePointer(place.pointer).slice(-1);
}
