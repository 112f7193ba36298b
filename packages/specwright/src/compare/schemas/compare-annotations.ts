import type { Schema } from "../../document/model/model.ts";
import { isSameValue, matchMaps, showPair } from "../compare/comparison.ts";
import type { SchemaContext } from "./compare-schema.ts";

/** Compares the keywords that describe values without constraining them. */
export function compareAnnotations(
  before: Schema,
  after: Schema,
  { addNote }: SchemaContext,
): void {
  for (const [keyword, row] of texts) {
    if (!isSameValue(before[keyword], after[keyword])) {
      addNote(row);
    }
  }
  if ((before.deprecated === true) !== (after.deprecated === true)) {
    addNote(after.deprecated === true ? "schema-deprecated" : "schema-no-longer-deprecated");
  }
  const [from, to] = [nameAccess(before), nameAccess(after)];
  if (from !== to) {
    addNote("access-changed", { before: from, after: to });
  }
  compareDefaults(before, after, addNote);
  const { both, removed, added } = matchMaps(before.extensions, after.extensions);
  for (const [name, from, to] of [
    ...both,
    ...removed.map(([name, value]) => [name, value, undefined] as const),
    ...added.map(([name, value]) => [name, undefined, value] as const),
  ]) {
    if (!isSameValue(from, to)) {
      addNote("extension-changed", { name, ...showPair(from, to) });
    }
  }
}

function nameAccess({ readOnly, writeOnly }: Schema): string {
  return readOnly === true ? "read-only" : writeOnly === true ? "write-only" : "for both";
}

const texts = [
  ["title", "title-changed"],
  ["description", "description-changed"],
  ["examples", "examples-changed"],
  ["externalDocs", "external-docs-changed"],
  ["xml", "xml-changed"],
] as const;

function compareDefaults(before: Schema, after: Schema, note: SchemaContext["addNote"]): void {
  const values = showPair(before.default?.value, after.default?.value);
  if (before.default === undefined || after.default === undefined) {
    if (before.default !== after.default) {
      note(before.default === undefined ? "default-added" : "default-removed", values);
    }
  } else if (!isSameValue(before.default, after.default)) {
    note("default-changed", values);
  }
}
