import type { Direction, Schema } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  comparePair,
  createComparison,
  createPart,
  matchMaps,
  type Part,
} from "../compare/comparison.ts";
import { changeKinds } from "../kinds/change-kinds.ts";
import { compareAlone } from "./compare-alone.ts";
import { compareAnnotations } from "./compare-annotations.ts";
import { compareCombinations } from "./compare-combinations.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareLists } from "./compare-lists.ts";
import { compareProperties } from "./compare-properties.ts";
import { allowAnything } from "./compare-refusals.ts";
import { compareTypes } from "./compare-types.ts";
import { findDifferingGroups } from "./differing-groups.ts";
import { viewSchema } from "./view-schema.ts";

/** The context of a comparison of two schemas. */
export interface SchemaContext {
  readonly comparison: Comparison;
  readonly part: Part;
  /** Records a change by the name of its row. */
  readonly addNote: (row: string, values?: Note) => void;
  /** Compares two schemas below these. */
  readonly descend: (before: Schema, after: Schema, place: string) => void;
  /** Compares only the values of two schemas. Their texts and defaults are about different things. */
  readonly descendToValues: (before: Schema, after: Schema, place: string) => void;
  /** Returns whether two schemas allow the same values. */
  readonly isSame: (before: Schema, after: Schema) => boolean;
}

/** The texts of a change, and its places if they differ from those of the schemas. */
export interface Note {
  readonly name?: string;
  readonly before?: string;
  readonly after?: string;
  readonly place?: string;
  /** The schema in the old document. `null` when the old document does not have one. */
  readonly old?: Schema | null;
  /** The schema in the new document. `null` when the new document does not have one. */
  readonly new?: Schema | null;
}

/**
 * Compares two schemas and everything inside them.
 *
 * @param place The name of the schema, for schemas that are not components.
 */
export function compareSchemas(
  before: Schema,
  after: Schema,
  {
    above,
    place,
    comparison,
    isOfValues = false,
  }: {
    readonly above: Part;
    readonly place: string;
    readonly comparison: Comparison;
    readonly isOfValues?: boolean;
  },
): void {
  const named = after.ref?.name ?? place;
  compareDynamicReferences(before, after, above, comparison);
  comparePair(
    { before: viewSchema(before), after: viewSchema(after) },
    above,
    { place: named },
    comparison,
    (old, changed, part) => {
      compareViews(old, changed, part, { comparison, isOfValues });
    },
  );
}

/** Compares the names of `$dynamicRef`s that a resource may bind to another schema. */
function compareDynamicReferences(
  before: Schema,
  after: Schema,
  { found, direction }: Part,
  { dynamicNames }: Comparison,
): void {
  const [from, to] = [before, after].map(({ dynamicReference }) =>
    dynamicReference?.text.replace(/^[^#]*#/, ""),
  );
  if (from !== to && [from, to].some((name) => name !== undefined && dynamicNames.has(name))) {
    found.push({
      kind: `${direction}-dynamic-reference-changed`,
      values: { before: quoteName(from ?? "no such name"), after: quoteName(to ?? "no such name") },
      before: before.location,
      after: after.location,
    });
  }
}

function compareViews(
  before: Schema,
  after: Schema,
  part: Part,
  { comparison, isOfValues }: { readonly comparison: Comparison; readonly isOfValues: boolean },
): void {
  const note: SchemaContext["addNote"] = (row, { old, new: changed, place, ...values } = {}) => {
    part.found.push({
      kind: `${part.direction}-${row}`,
      values,
      place,
      before: old === null ? undefined : (old ?? before).location,
      after: changed === null ? undefined : (changed ?? after).location,
    });
  };
  const descend: SchemaContext["descend"] = (old, changed, place) => {
    compareSchemas(old, changed, { above: part, place, comparison });
  };
  const descendToValues: SchemaContext["descendToValues"] = (old, changed, place) => {
    // A component that both sides name is the same thing.
    const isComponent = old.ref !== undefined && old.ref.name === changed.ref?.name;
    const byValues = { ...comparison, known: comparison.knownByValues };
    compareSchemas(old, changed, {
      ...{ above: part, place, isOfValues: !isComponent },
      comparison: isComponent ? comparison : byValues,
    });
  };
  const isSame: SchemaContext["isSame"] = (old, changed) =>
    isSameSchema(old, changed, part.direction);
  const steps = { descend, descendToValues };
  const context: SchemaContext = { comparison, part, addNote: note, ...steps, isSame };
  compareDynamicAnchors(before, after, context);
  const groups = findDifferingGroups(before, after);
  if (groups.has("combination") && compareAlone(before, after, context)) {
    return;
  }
  if (groups.has("values")) {
    if (!isOfValues) {
      compareAnnotations(before, after, context);
    }
    if (!compareTypes(before, after, context)) {
      // The types have nothing in common, so the other keywords cannot be compared.
      return;
    }
    compareLimits(before, after, context);
  }
  if (groups.has("object")) {
    compareProperties(before, after, context);
  }
  if (groups.has("list")) {
    compareLists(before, after, context);
  }
  if (groups.has("combination")) {
    compareCombinations(before, after, context);
  }
  if (groups.has("content")) {
    const [from, to] = [before.contentSchema, after.contentSchema];
    const place = `${part.place} (content)`;
    descend(from ?? allowAnything(before), to ?? allowAnything(after), place);
  }
}

/**
 * Compares what the outer one of several resources puts in the place of `$dynamicRef`s inside it. A document itself is the
 * resource of all its schemas, and puts there only what references in it lead to.
 */
function compareDynamicAnchors(before: Schema, after: Schema, context: SchemaContext): void {
  if (before.id === undefined && after.id === undefined) {
    return;
  }
  const { both, removed, added } = matchMaps(before.dynamicAnchors, after.dynamicAnchors);
  const pairs: readonly (readonly [string, Schema, Schema])[] = [
    ...both,
    ...removed.map(([name, schema]) => [name, schema, allowAnything(after)] as const),
    ...added.map(([name, schema]) => [name, allowAnything(before), schema] as const),
  ];
  for (const [name, from, to] of pairs) {
    context.descend(from, to, `${context.part.place} (#${name})`);
  }
}

/**
 * Returns whether two schemas allow the same values. Texts for readers are ignored. The answer for a pair is stored,
 * because nested alternatives would otherwise be compared again at each level.
 */
export function isSameSchema(before: Schema, after: Schema, direction: Direction): boolean {
  const [from, to] = [viewSchema(before), viewSchema(after)];
  const known = answers[direction].get(from) ?? new WeakMap<Schema, Answer>();
  answers[direction].set(from, known);
  const answer = known.get(to);
  if (typeof answer === "object") {
    answer.isUsed = true;
    return true;
  }
  if (answer !== undefined) {
    return answer;
  }
  // For a circle that leads back here, the answer depends on the other parts, so it assumes that they are the same.
  const assumption = { isUsed: false };
  known.set(to, assumption);
  const start = underWay.found.length;
  underWay.depth += 1;
  const isSame = isSameApart(from, to, direction, createComparison());
  underWay.depth -= 1;
  known.set(to, isSame);
  if (isSame) {
    underWay.found.push(() => known.delete(to));
  } else if (assumption.isUsed) {
    // What was the same under this assumption is asked for again.
    for (const forget of underWay.found.splice(start)) {
      forget();
    }
  }
  if (underWay.depth === 0) {
    underWay.found = [];
  }
  return isSame;
}

/** Whether two schemas are the same. An object while that is found out. */
type Answer = boolean | { isUsed: boolean };

/** How to forget the answers that were found while another one is under way, and may depend on it. */
const underWay: { depth: number; found: (() => void)[] } = { depth: 0, found: [] };

/**
 * The same, with a comparison that is not under way. The pairs that it knows are complete, so they are not compared
 * again.
 */
export function isSameApart(
  before: Schema,
  after: Schema,
  direction: Direction,
  comparison: Comparison,
): boolean {
  const above = createPart("", direction);
  compareSchemas(before, after, { above, place: "", comparison });
  return !hasChange(above, new Set());
}

const answers: Readonly<Record<Direction, WeakMap<Schema, WeakMap<Schema, Answer>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

function hasChange(part: Part, seen: Set<Part>): boolean {
  if (seen.has(part)) {
    return false;
  }
  seen.add(part);
  return (
    part.found.some(({ kind }) => changeKinds.get(kind)?.isDocumentation !== true) ||
    part.parts.some((below) => hasChange(below, seen))
  );
}
