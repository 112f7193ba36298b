import type { Schema } from "./model.ts";
import { visitSubschemas } from "./subschemas.ts";

/** A schema inside another one, recorded for searches. */
export interface OutlineEntry {
  readonly schema: Schema;
  /** True when it applies to the same value as the outlined schema. */
  readonly isInPlace: boolean;
  /** False for schemas that never apply by themselves, such as those in `$defs`, and for everything inside them. */
  readonly isApplied: boolean;
  /** The index of the first entry after this schema's own entries. */
  end: number;
}

const outlines = new WeakMap<Schema, readonly OutlineEntry[]>();

/**
 * The schema and those inside it that say more than a type and bounds, in the order of the document. Most schemas say
 * no more than that, and several searches visit every schema, so the list saves time. References are not followed, so
 * the outline of a schema never changes.
 */
export function outlineSchema(schema: Schema): readonly OutlineEntry[] {
  let entries = outlines.get(schema);
  if (entries === undefined) {
    const all: OutlineEntry[] = [{ schema, isInPlace: true, isApplied: true, end: 0 }];
    addEntries(schema, true, true, all);
    (all[0] as OutlineEntry).end = all.length;
    outlines.set(schema, all);
    entries = all;
  }
  return entries;
}

function addEntries(
  schema: Schema,
  isInPlace: boolean,
  isApplied: boolean,
  entries: OutlineEntry[],
): void {
  visitSubschemas(schema, (part, keyword) => {
    const partIsInPlace = isInPlace && inPlace.has(keyword);
    const partIsApplied = isApplied && !isUnused(keyword, schema);
    if (!isNotable(part)) {
      addEntries(part, partIsInPlace, partIsApplied, entries);
      return;
    }
    const entry = { schema: part, isInPlace: partIsInPlace, isApplied: partIsApplied, end: 0 };
    entries.push(entry);
    addEntries(part, partIsInPlace, partIsApplied, entries);
    entry.end = entries.length;
  });
}

/** Some keywords have no effect without another one (JSON Schema 2020-12 Core, section 10.2.2). */
function isUnused(keyword: string, { if: condition }: Schema): boolean {
  return unused.has(keyword) || (condition === undefined && conditional.has(keyword));
}

function isNotable(schema: Schema): boolean {
  // A schema has only a few of its many possible members, so it is faster to look only at the members that it has.
  for (const keyword in schema) {
    if (notable.has(keyword)) {
      return true;
    }
  }
  return false;
}

/** The keywords that the searches for references, repeated objects and losses look at. */
const notable: ReadonlySet<string> = new Set([
  "ref",
  "dynamicReference",
  "dynamicAnchors",
  "allOf",
  "properties",
  "patternProperties",
  "pattern",
  "format",
  "contentEncoding",
  "contentMediaType",
  "xml",
  "discriminator",
  "extensions",
]);

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** Keywords whose schemas never apply by themselves (JSON Schema 2020-12 Core, section 8.2.4; Validation, section 8). */
const unused: ReadonlySet<string> = new Set(["$defs", "contentSchema"]);

const conditional: ReadonlySet<string> = new Set(["then", "else"]);
