import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { Schema } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";
import { sampleAnyText, sampleText } from "./sample-text.ts";

/** Members that are nested more deeply are left out of samples. */
const deepest = 6;

/**
 * A value that illustrates a schema: the document's example, constant or default; otherwise an object of the members
 * that are required or have an example; of alternatives, the first. Undefined when no value can be made. The value need
 * not be valid: combined schemas and bounds of numbers are not considered.
 *
 * @param leaveOut Properties of the other direction: `readOnly` in requests, `writeOnly` in responses.
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 * import { sampleSchema } from "specwright/target";
 *
 * const { model } = loadModel("openapi.yaml");
 * for (const [name, schema] of model.components.schemas) console.log(name, sampleSchema(schema));
 * ```
 */
export function sampleSchema(
  schema: Schema,
  leaveOut: "readOnly" | "writeOnly" = "readOnly",
): unknown {
  return sampleAt(schema, { leaveOut, depth: 0, room: { left: largest } });
}

/** A sample ends after this many values, because schemas that each name all others have no other end. */
const largest = 2000;

interface SamplePlace {
  readonly leaveOut: "readOnly" | "writeOnly";
  readonly depth: number;
  readonly room: { left: number };
}

function sampleAt(schema: Schema, place: SamplePlace): unknown {
  const own = findWrittenValue(schema);
  if (own !== undefined || place.depth > deepest || place.room.left <= 0) {
    return own;
  }
  place.room.left -= 1;
  if (schema.ref === undefined) {
    return composeValue(schema, place);
  }
  const target = followSchemaReferences(schema);
  return target === undefined ? undefined : sampleAt(target, stepInto(place));
}

function stepInto(place: SamplePlace): SamplePlace {
  return { ...place, depth: place.depth + 1 };
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

function composeValue(schema: Schema, place: SamplePlace): unknown {
  const { types = [], properties, allOf, oneOf, anyOf, items, prefixItems } = schema;
  const inside = stepInto(place);
  const parts = (allOf ?? []).map((part) => sampleAt(part, inside));
  const first = oneOf?.[0] ?? anyOf?.[0];
  const choice = first && sampleAt(first, inside);
  if (properties !== undefined || types.includes("object") || parts.some(isObject)) {
    const others = [...parts, choice].filter(isObject);
    return Object.assign({}, ...others, sampleObject(schema, place));
  }
  if (choice !== undefined || parts.length > 0) {
    return choice ?? parts.find((part) => part !== undefined);
  }
  if (types.includes("array") || items !== undefined || prefixItems !== undefined) {
    const elements = prefixItems ?? (items === undefined ? [] : [items]);
    return elements
      .map((element) => sampleAt(element, inside))
      .filter((value) => value !== undefined);
  }
  return sampleScalarType(schema);
}

function sampleObject(
  { properties = new Map(), required = [] }: Schema,
  place: SamplePlace,
): Record<string, unknown> {
  const { leaveOut, depth } = place;
  const isRequired = new Set(required);
  const shown = [...properties].filter(([, property]) => property[leaveOut] !== true);
  const chosen = shown.filter(([name, property]) => isRequired.has(name) || hasExample(property));
  // An empty object would not show anything.
  const members = chosen.length > 0 || depth > 2 ? chosen : shown.slice(0, 3);
  return Object.fromEntries(
    members
      .map(([name, property]) => [name, sampleAt(property, stepInto(place))] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function hasExample(schema: Schema): boolean {
  const target = followSchemaReferences(schema);
  return [schema, target].some((each) => (each?.examples ?? []).length > 0);
}

function sampleScalarType(schema: Schema): unknown {
  const { types = [], minimum } = schema;
  if (types.includes("string")) {
    return sampleText(schema) ?? sampleAnyText(schema);
  }
  if (types.includes("integer") || types.includes("number")) {
    return minimum ?? 1;
  }
  return types.includes("boolean") ? true : undefined;
}
