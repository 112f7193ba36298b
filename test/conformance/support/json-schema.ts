import type { Model, Schema } from "../../../packages/specwright/src/document/model/model.ts";

/** The components of a model as one JSON Schema with `$defs`, for validators that we did not write. */
export function componentsToJsonSchema(model: Model): { readonly $defs: Record<string, unknown> } {
  const entries = [...model.components.schemas].map(
    ([name, schema]) => [name, schemaToJson(schema)] as const,
  );
  return { $defs: Object.fromEntries(entries) };
}

/** A schema of a model as JSON Schema 2020-12. Its references are `#/$defs/<component>`. */
export function schemaToJson(schema: Schema): unknown {
  if (schema.boolean !== undefined) {
    return schema.boolean;
  }
  const members = Object.entries(schema).flatMap(([keyword, value]) =>
    keywordToJson(keyword as keyof Schema, value, schema),
  );
  return Object.fromEntries(members);
}

function keywordToJson(keyword: keyof Schema, value: unknown, schema: Schema): [string, unknown][] {
  if (left.has(keyword)) {
    return [];
  }
  switch (keyword) {
    case "ref":
      return [["$ref", `#/$defs/${escapePointerSegment(schema.ref?.name ?? "")}`]];
    case "types":
      return [["type", schema.types?.length === 1 ? schema.types[0] : schema.types]];
    case "const":
    case "default":
      return [[keyword, schema[keyword]?.value]];
    case "dependentRequired":
      return [[keyword, Object.fromEntries(schema.dependentRequired ?? [])]];
    default:
      return [[keyword, valueToJson(value)]];
  }
}

const left: ReadonlySet<string> = new Set([
  "location",
  "extensions",
  "xml",
  "externalDocs",
  "discriminator",
  "deprecated",
  "readOnly",
]);

function escapePointerSegment(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function valueToJson(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, part]) => [key, valueToJson(part)]));
  }
  if (Array.isArray(value)) {
    return value.map(valueToJson);
  }
  // Only schemas have a location.
  return typeof value === "object" && value !== null && "location" in value
    ? schemaToJson(value as Schema)
    : value;
}
