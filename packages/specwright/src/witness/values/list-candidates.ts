import type { Change } from "../../compare/change.ts";
import { showValue } from "../../compare/compare/comparison.ts";
import { forbidsNothing } from "../../compare/schemas/normal-form/says-nothing.ts";
import { viewSchema } from "../../compare/schemas/view-schema.ts";
import type { Location, Schema } from "../../document/model/model.ts";
import { parsePointer } from "../../text/pointer.ts";
import type { Way, Ways } from "./find-ways.ts";
import { isolateChange } from "./isolate-change.ts";
import type { RootPair, ValueRoot } from "./list-roots.ts";
import { listSchemasAt } from "./list-schemas-at.ts";

/** A part of a request or an answer in which a change may refuse values: the side that allows them, and the other one. */
export interface Candidate {
  readonly operation: string;
  readonly allowing: ValueRoot;
  readonly refusing: ValueRoot;
  /** The places of values that the change may refuse. The first one is tried first. */
  readonly places: readonly ChangedPlace[];
  /** The changed schema of the allowing and of the refusing side. Absent where one of them does not have it. */
  readonly sides?: readonly [Schema, Schema] | undefined;
  /** The alternatives that lead to the places, by the lists that they are taken from. */
  readonly choices: ReadonlyMap<readonly Schema[], Schema>;
  /** Names of properties that the change is about. */
  readonly names: readonly string[];
  /** When the change accepts more values, the whole may accept fewer. */
  readonly isReversed?: boolean;
  /** The changed property is gone, and what the document says about others is compared for itself. */
  readonly isOfOthers?: boolean;
  /** The number of properties of the largest object. */
  readonly weight: number;
}

/** A place in a value. */
export interface ChangedPlace {
  readonly way: Way;
  /** What the change refuses at the place, without the other keywords of the schema. Absent where this is not known. */
  readonly constraint?: Schema | undefined;
  /** What a change about one value or one alternative is about. Only such values show it. */
  readonly wanted?: Schema | undefined;
}

/** The parts of operations in which a change is, those with the shortest way to it first. */
export function listCandidates(
  change: Change,
  roots: ReadonlyMap<string, () => readonly RootPair[]>,
  waysOf: (root: Schema) => Ways,
): readonly Candidate[] {
  return change.operations
    .flatMap((name) => roots.get(name)?.() ?? [])
    .flatMap((pair) => describeCandidate(change, pair, waysOf) ?? [])
    .toSorted((left, right) => countSteps(left) - countSteps(right));
}

function countSteps({ places }: Candidate): number {
  return Math.max(...places.map(({ way }) => way.steps.length));
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

/** Kinds about keywords that evaluate properties or items. */
const evaluating =
  /^\w+-(?:alternatives?|all-of|condition|dependent-schema|items|contains|property|pattern-property|type)-/;

function describeCandidate(
  change: Change,
  { operation, before: from, after: to }: RootPair,
  waysOf: (root: Schema) => Ways,
): Candidate | undefined {
  const { kind, before, after } = change;
  const isRequest = from.direction === "request";
  const [allowing, refusing] = isRequest ? [from, to] : [to, from];
  const [allowed, refused] = isRequest ? [before, after] : [after, before];
  const ways = { allowing: waysOf(allowing.schema), refusing: waysOf(refusing.schema) };
  const names = [before, after].flatMap((place) => readLastName(place));
  const known = {
    ...{ operation, allowing, refusing, names, choices: new Map<never, never>() },
    weight: Math.max(ways.allowing.size, ways.refusing.size),
  };
  const isOfGroup = requiredHeaders.test(kind) || requiredParameters.test(kind);
  if (isOfGroup || from.isGroup === true) {
    const isOfHeaders = from.place.startsWith("headers ");
    const way = ways.allowing.find(allowing.schema.location);
    const isFound = isOfGroup && from.isGroup && isOfHeaders === requiredHeaders.test(kind);
    return isFound === true && way !== undefined ? { ...known, places: [{ way }] } : undefined;
  }
  if (/^(?:request|response)-/.test(kind) && !kind.startsWith(`${from.direction}-`)) {
    return undefined;
  }
  const own = {
    allowing: allowed && ways.allowing.find(allowed),
    refusing: refused && ways.refusing.find(refused),
  };
  const way = chooseWay(own);
  if (way === undefined) {
    return undefined;
  }
  const wanted = own.allowing && findWanted(change, own.allowing.schema);
  const describePlace = (at: Way, refusingAt: Way | undefined): ChangedPlace =>
    wanted === undefined
      ? {
          way: at,
          constraint: refusingAt && isolateChange(kind, refusingAt.schema, names),
        }
      : { way: at, constraint: { location: wanted.location, not: wanted }, wanted };
  const above = ofPart.test(kind) ? way.above?.() : undefined;
  const refusingAbove =
    own.refusing?.above?.() ?? (above && ways.refusing.find(above.schema.location));
  const both = above === undefined ? own : { allowing: above, refusing: refusingAbove };
  // A side that says nothing about a part has the place of the schema around it.
  const isPair = own.allowing?.steps.length === own.refusing?.steps.length;
  const sides =
    isPair && both.allowing && both.refusing
      ? ([both.allowing.schema, both.refusing.schema] as const)
      : undefined;
  const isElsewhere = sides !== undefined && isRequiredElsewhere(kind, names, sides);
  return {
    ...known,
    ...(!isElsewhere && { sides }),
    isOfOthers:
      kind === "response-property-removed" &&
      above?.isReversed === false &&
      limitsOthers(above, allowing.schema),
    isReversed: [both.allowing, both.refusing].some(
      (each) => each?.isReversed || (each?.isEvaluated && evaluating.test(kind)),
    ),
    choices: new Map([own.allowing, own.refusing].flatMap((each) => [...(each?.choices ?? [])])),
    places: [
      ...(above === undefined
        ? []
        : [describePlace(above, isElsewhere ? undefined : refusingAbove)]),
      describePlace(way, own.refusing),
    ],
  };
}

/** Returns whether the schema that an object has now, at the place of the old one, says something about other properties. */
function limitsOthers({ schema: { location }, steps }: Way, root: Schema): boolean {
  return listSchemasAt(root, steps).some((schema) => {
    const { additionalProperties, unevaluatedProperties, patternProperties } = viewSchema(schema);
    const rest = additionalProperties ?? unevaluatedProperties;
    const others = [...(rest ? [rest] : []), ...(patternProperties?.values() ?? [])];
    const isSamePlace = schema.location.pointer === location.pointer;
    return isSamePlace && rest && others.every((other) => !forbidsNothing(viewSchema(other)));
  });
}

/** The way to the changed part. A property that only one side names is a member of any name on the other side. */
function chooseWay({
  allowing,
  refusing,
}: {
  readonly allowing: Way | undefined;
  readonly refusing: Way | undefined;
}): Way | undefined {
  if (allowing === undefined || refusing === undefined) {
    return allowing ?? refusing;
  }
  const isLonger = refusing.steps.length > allowing.steps.length;
  return isLonger || (refusing.isNamed && !allowing.isNamed) ? refusing : allowing;
}

/** What a change is about that allows or forbids one value or one alternative of several. */
function findWanted({ kind, message }: Change, allowing: Schema): Schema | undefined {
  if (/-alternative-(?:added|removed)$/.test(kind)) {
    return allowing;
  }
  const listed = /-enum-value-(?:added|removed)$/.test(kind)
    ? viewSchema(allowing).enum
    : undefined;
  const value = listed?.find((each) => message.endsWith(` ${showValue(each)}.`));
  return value === undefined ? undefined : { location: allowing.location, const: { value } };
}

/** Beside a reference, `required` can name properties that the schema behind it describes. That schema is then no side. */
function isRequiredElsewhere(
  kind: string,
  names: readonly string[],
  sides: readonly [Schema, Schema],
): boolean {
  const [one, other] = sides.map((schema) => viewSchema(schema).required ?? []);
  return (
    /-property-became-(?:required|optional)$/.test(kind) &&
    names.every((name) => one?.includes(name) === other?.includes(name))
  );
}

function readLastName(place: Location | undefined): readonly string[] {
  return place === undefined ? [] : parsePointer(place.pointer).slice(-1);
}
