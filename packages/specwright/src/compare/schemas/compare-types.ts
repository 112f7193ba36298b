import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { JsonType, Schema } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import { isSameValue, showPair, showValue } from "../compare/comparison.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { viewSchema } from "./view-schema.ts";

/**
 * Compares the types and the listed values (`enum`, `const`).
 *
 * @returns false when the types have nothing in common, so that the other keywords cannot be compared
 */
export function compareTypes(before: Schema, after: Schema, { addNote }: SchemaContext): boolean {
  if (before.boolean === false || after.boolean === false) {
    if (before.boolean !== after.boolean) {
      addNote(after.boolean === false ? "value-forbidden" : "value-allowed");
    }
    return false;
  }
  const change = compareTypeLists(listTypes(before, after), listTypes(after, before));
  if (change !== undefined) {
    const texts = { before: showTypes(before), after: showTypes(after) };
    addNote(change.row, { ...texts, name: change.types.map(showType).join(" or ") });
    if (change.row === "type-changed") {
      return false;
    }
  }
  compareWrittenValues(before, after, addNote);
  return true;
}

type TypeChange = { readonly row: string; readonly types: readonly JsonType[] } | undefined;

const everyType: readonly JsonType[] = ["null", "boolean", "object", "array", "number", "string"];

/**
 * The types that a schema allows. When only one of both schemas has alternatives, its types are those of the
 * alternatives: `{type: object}` that becomes `{oneOf: [Cat, Dog]}` still allows objects alone.
 */
function listTypes(schema: Schema, other: Schema): readonly JsonType[] {
  // Whole numbers among the values of a list do not say that the type is `integer`.
  if (schema.types?.includes("integer") === true && writtenValues(schema) !== undefined) {
    const isInteger =
      writtenValues(other) === undefined && other.types?.includes("integer") === true;
    return schema.types.map((type) => (type === "integer" && !isInteger ? "number" : type));
  }
  if (schema.types !== undefined || listAlternatives(other) !== undefined) {
    return schema.types ?? everyType;
  }
  const lists = listAlternatives(schema)?.map((each) => viewSchema(each).types ?? everyType);
  return lists === undefined ? everyType : [...new Set(lists.flat())];
}

function listAlternatives({ oneOf, anyOf }: Schema): readonly Schema[] | undefined {
  return oneOf ?? anyOf;
}

function compareTypeLists(before: readonly JsonType[], after: readonly JsonType[]): TypeChange {
  const covers = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const added = after.filter((type) => !covers(before, type));
  const removed = before.filter((type) => !covers(after, type));
  if (added.length === 0 && removed.length === 0) {
    return undefined;
  }
  if (removed.length === 0) {
    return { row: toWider(added, before), types: added };
  }
  if (added.length === 0) {
    return { row: toNarrower(removed, after), types: removed };
  }
  return { row: "type-changed", types: added };
}

function toWider(added: readonly JsonType[], before: readonly JsonType[]): string {
  if (isOnly(added, "null")) {
    return "null-allowed";
  }
  return isOnly(added, "number") && before.includes("integer")
    ? "integer-became-number"
    : "type-widened";
}

function toNarrower(removed: readonly JsonType[], after: readonly JsonType[]): string {
  if (isOnly(removed, "null")) {
    return "null-forbidden";
  }
  return isOnly(removed, "number") && after.includes("integer")
    ? "number-became-integer"
    : "type-narrowed";
}

function isOnly(types: readonly JsonType[], type: JsonType): boolean {
  return types.length === 1 && types[0] === type;
}

function showType(type: JsonType): string {
  const article = type === "null" ? "" : /^[aio]/.test(type) ? "an " : "a ";
  return `${article}${type}`;
}

function showTypes({ types }: Schema): string {
  return types === undefined ? "anything" : types.map(showType).join(" or ");
}

function compareWrittenValues(before: Schema, after: Schema, note: SchemaContext["addNote"]): void {
  if (before.enum === undefined && after.enum === undefined) {
    compareConstants(before, after, note);
    return;
  }
  const [from, to] = [writtenValues(before), writtenValues(after)];
  if (from === undefined || to === undefined) {
    note(from === undefined ? "enum-added" : "enum-removed", showPair(from, to));
    return;
  }
  const [old, changed] = [nameValues(from), nameValues(to)];
  for (const [key, name] of changed) {
    if (!old.has(key)) {
      note("enum-value-added", { name });
    }
  }
  for (const [key, name] of old) {
    if (!changed.has(key)) {
      note("enum-value-removed", { name });
    }
  }
}

/** The texts of values for messages, by a text for comparing them. Null is left out, because it is compared as a type. */
function nameValues(values: readonly unknown[]): ReadonlyMap<string, string> {
  const listed = values.filter((value) => value !== null);
  return new Map(listed.map((value) => [JSON.stringify(value, sortMembers), showValue(value)]));
}

function sortMembers(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

function compareConstants(before: Schema, after: Schema, note: SchemaContext["addNote"]): void {
  const texts = showPair(before.const?.value, after.const?.value);
  if (before.const === undefined || after.const === undefined) {
    if (before.const !== after.const) {
      note(before.const === undefined ? "const-added" : "const-removed", texts);
    }
  } else if (!isSameValue(before.const.value, after.const.value)) {
    note("const-changed", texts);
  }
}
