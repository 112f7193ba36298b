import { asMembers, isObject, type JsonObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import type { Origins } from "../../origins.ts";
import type { LostPart } from "../report-losses.ts";

/** Where a schema is: its name for people, and its JSON Pointer in the Discovery document. */
export interface SchemaPlace {
  readonly name: string;
  readonly pointer: string;
}

/** Converts a schema of a Discovery document, which is one of JSON Schema's draft 3 with keywords of its own. */
export type ToSchema = (schema: unknown, place: SchemaPlace) => unknown;

/** Keywords that mean the same in OpenAPI 3.1. */
const kept = new Set(["description", "title", "enum", "pattern", "readOnly", "deprecated"]);

/** `id` repeats the name, and the others are read with `enum` and with the object that has the property. */
const read = new Set(["id", "required", "enumDescriptions", "enumDeprecated"]);

/** Makes the conversion of schemas of one document. A schema that is at several places by YAML's aliases is converted once. */
export function createSchemas(origins: Origins, losses: LostPart[]): ToSchema {
  const made = new Map<JsonObject, JsonObject>();
  const toSchema: ToSchema = (schema, place) => {
    if (!isObject(schema)) {
      return schema;
    }
    const known = made.get(schema);
    if (known !== undefined) {
      return known;
    }
    const converted = origins.copy(convert(schema, place), schema);
    made.set(schema, converted);
    return converted;
  };
  const convert = (schema: JsonObject, { name, pointer }: SchemaPlace): JsonObject => {
    const members = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      const place = { name, pointer: `${pointer}/${escapeSegment(key)}` };
      switch (key) {
        case "$ref":
          return [[key, `#/components/schemas/${escapeSegment(String(value))}`]];
        case "type":
          return value === "any" ? [] : [[key, value]];
        case "format":
          return [[key, value === "google-datetime" ? "date-time" : value]];
        case "properties":
          return [[key, convertProperties(value, place)]];
        case "items":
        case "additionalProperties":
          return [[key, toSchema(value, place)]];
        case "default":
          return [[key, schema.type === "string" ? value : readValue(value)]];
        case "minimum":
        case "maximum":
          if (schema.type !== "string") {
            return [[key, readValue(value)]];
          }
      }
      if (kept.has(key) || key.startsWith("x-")) {
        return [[key, value]];
      }
      if (!read.has(key)) {
        losses.push({ kind: key, name, pointer: place.pointer, severity: "report" });
      }
      return [];
    });
    const required = Object.entries(asMembers(schema.properties))
      .filter(([, property]) => asMembers(property).required === true)
      .map(([key]) => key);
    const descriptions = describeValues(schema);
    return Object.fromEntries([
      ...members,
      ...(required.length > 0 ? [["required", required]] : []),
      ...(descriptions === undefined ? [] : [["x-enum-descriptions", descriptions]]),
    ]);
  };
  const convertProperties = (properties: unknown, { name, pointer }: SchemaPlace): unknown =>
    isObject(properties)
      ? origins.copy(
          Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [
              key,
              toSchema(property, {
                name: `${name}.${key}`,
                pointer: `${pointer}/${escapeSegment(key)}`,
              }),
            ]),
          ),
          properties,
        )
      : properties;
  return toSchema;
}

/** Numbers and booleans are written as texts. */
function readValue(value: unknown): unknown {
  const isWritten = typeof value === "string" && /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value);
  return isWritten ? JSON.parse(value) : value;
}

function describeValues({ enumDescriptions, enumDeprecated }: JsonObject): unknown {
  if (!Array.isArray(enumDescriptions)) {
    return undefined;
  }
  const deprecated = Array.isArray(enumDeprecated) ? enumDeprecated : [];
  const texts = enumDescriptions.map((text: unknown, index) =>
    deprecated[index] === true ? `Deprecated. ${text}`.trim() : text,
  );
  return texts.some((text) => text !== "") ? texts : undefined;
}
