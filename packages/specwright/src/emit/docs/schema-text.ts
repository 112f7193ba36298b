import { followSchemaReferences } from "../../document/model/behind-references.ts";
import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { Schema } from "../../document/model/model.ts";
import { escapeCodeSpan } from "../../text/code-span.ts";
import { escapeMarkdown } from "../shared/escape/markdown.ts";
import { escapeMarkdownLabel } from "../shared/escape/markdown-label.ts";
import { linkSchema, type Pages } from "./pages.ts";

/** More values than this are not listed here. The schema itself lists them. */
const maximumValues = 20;

/** Inline schemas are shown down to this depth. Named schemas have their own pages. */
const deepest = 4;

/**
 * Describes the values that a schema allows in a few words of Markdown: `string, format uuid`, or a link to a named
 * schema.
 */
export function describeSchema(schema: Schema, pages: Pages, depth = 0): string {
  const link = linkSchema(schema, pages);
  if (link !== undefined) {
    return `[${escapeMarkdownLabel(schema.ref?.name ?? "") || "schema"}](${link})`;
  }
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || depth > deepest) {
    return "anything";
  }
  return [writeTypeText(resolved, pages, depth), ...renderBounds(resolved)].join(", ");
}

function writeTypeText(schema: Schema, pages: Pages, depth: number): string {
  const { types, items, boolean, oneOf, anyOf, allOf } = schema;
  const values = writtenValues(schema);
  if (values !== undefined && values.length <= maximumValues) {
    return values.map((value) => escapeCodeSpan(JSON.stringify(value) ?? "")).join(" or ");
  }
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) {
    return choices.map((choice) => describeSchema(choice, pages, depth + 1)).join(" or ");
  }
  if (allOf?.length === 1 && schema.properties === undefined) {
    return allOf.map((part) => describeSchema(part, pages, depth + 1)).join("");
  }
  if (items !== undefined) {
    const element = describeSchema(items, pages, depth + 1);
    const others = (types ?? []).filter((type) => type !== "array");
    return [`array of ${element}`, ...others].join(" or ");
  }
  if (boolean === false) {
    return "nothing";
  }
  return (
    types?.join(" or ") ??
    (schema.properties === undefined && allOf === undefined ? "anything" : "object")
  );
}

function renderBounds(schema: Schema): string[] {
  const { format, pattern, default: fallback } = schema;
  const numbers = [
    ["at least", schema.minimum],
    ["more than", schema.exclusiveMinimum],
    ["at most", schema.maximum],
    ["less than", schema.exclusiveMaximum],
    ["a multiple of", schema.multipleOf],
    ["minimum length", schema.minLength],
    ["maximum length", schema.maxLength],
    ["minimum items", schema.minItems],
    ["maximum items", schema.maxItems],
  ] as const;
  return [
    ...(format === undefined ? [] : [`format ${escapeMarkdown(format)}`]),
    ...numbers.flatMap(([text, value]) => (value === undefined ? [] : [`${text} ${value}`])),
    ...(pattern === undefined ? [] : [`pattern ${escapeCodeSpan(pattern)}`]),
    ...(fallback === undefined
      ? []
      : [`default ${escapeCodeSpan(JSON.stringify(fallback.value) ?? "")}`]),
  ].filter((text) => text.length <= maximumLength);
}

/** Longer defaults and patterns would hide the rest of the line. */
const maximumLength = 120;
