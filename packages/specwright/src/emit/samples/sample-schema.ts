import { isObject } from "../../json-object.ts";
import { followSchemaReferences } from "../../model/behind-references.ts";
import type { Schema } from "../../model/model.ts";
import { formatTexts } from "./sample-value.ts";

/** Members that are nested more deeply are left out of samples. */
const deepest = 6;

/**
 * A value that illustrates a schema: the document's example, constant or default; otherwise an object of the members
 * that are required or have an example; of alternatives, the first. Undefined when no value can be made. The value need
 * not be valid, because patterns and bounds of texts are ignored.
 *
 * @param leaveOut Properties of the other direction: `readOnly` in requests, `writeOnly` in responses.
 */
export function sampleSchema(
  schema: Schema,
  leaveOut: "readOnly" | "writeOnly" = "readOnly",
  depth = 0,
): unknown {
  const own = findWrittenValue(schema);
  if (own !== undefined || schema.ref === undefined) {
    return own ?? (depth > deepest ? undefined : composeValue(schema, leaveOut, depth));
  }
  const target = followSchemaReferences(schema);
  return target === undefined || depth > deepest
    ? undefined
    : sampleSchema(target, leaveOut, depth + 1);
}

function findWrittenValue({
  examples,
  const: constant,
  default: fallback,
  ...schema
}: Schema): unknown {
  const written = [
    ...(examples ?? []),
    ...[constant, fallback].flatMap((box) => (box === undefined ? [] : [box.value])),
    ...(schema.enum ?? []),
  ];
  return written.find((value) => value !== undefined && value !== null);
}

function composeValue(schema: Schema, leaveOut: "readOnly" | "writeOnly", depth: number): unknown {
  const { types = [], properties, allOf, oneOf, anyOf, items, prefixItems } = schema;
  const parts = (allOf ?? []).map((part) => sampleSchema(part, leaveOut, depth + 1));
  const [choice] = [...(oneOf ?? []), ...(anyOf ?? [])].map((part) =>
    sampleSchema(part, leaveOut, depth + 1),
  );
  if (properties !== undefined || types.includes("object") || parts.some(isObject)) {
    const others = [...parts, choice].filter(isObject);
    return Object.assign({}, ...others, sampleObject(schema, leaveOut, depth));
  }
  if (choice !== undefined || parts.length > 0) {
    return choice ?? parts.find((part) => part !== undefined);
  }
  if (types.includes("array") || items !== undefined || prefixItems !== undefined) {
    const elements = prefixItems ?? (items === undefined ? [] : [items]);
    return elements
      .map((element) => sampleSchema(element, leaveOut, depth + 1))
      .filter((value) => value !== undefined);
  }
  return sampleScalarType(schema);
}

function sampleObject(
  { properties = new Map(), required = [] }: Schema,
  leaveOut: "readOnly" | "writeOnly",
  depth: number,
): Record<string, unknown> {
  const shown = [...properties].filter(([, property]) => property[leaveOut] !== true);
  const chosen = shown.filter(
    ([name, property]) => required.includes(name) || hasExample(property),
  );
  // An empty object would not show anything.
  const members = chosen.length > 0 || depth > 2 ? chosen : shown.slice(0, 3);
  return Object.fromEntries(
    members
      .map(([name, property]) => [name, sampleSchema(property, leaveOut, depth + 1)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function hasExample(schema: Schema): boolean {
  const target = followSchemaReferences(schema);
  return [schema, target].some((each) => (each?.examples ?? []).length > 0);
}

function sampleScalarType({ types = [], format = "", minimum }: Schema): unknown {
  if (types.includes("string")) {
    return formatTexts.get(format) ?? formatTexts.get("");
  }
  if (types.includes("integer") || types.includes("number")) {
    return minimum ?? 1;
  }
  return types.includes("boolean") ? true : undefined;
}
