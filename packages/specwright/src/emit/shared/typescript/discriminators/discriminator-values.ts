import { collectAppliedInPlace } from "../../../../document/model/applied-parts.ts";
import { writtenValues } from "../../../../document/model/facts/written-values.ts";
import type { Schema } from "../../../../document/model/model.ts";

/**
 * The values of a discriminating property that the keys of a mapping stand for. Keys are always texts, but the property
 * can be a number or a boolean: the key `'1'` then means 1.
 *
 * @param schema The schema that the mapping names, or one that extends it.
 */
export function readDiscriminatorValues(
  texts: readonly string[],
  schema: Schema,
  propertyName: string,
): readonly unknown[] {
  const properties = [...collectAppliedInPlace(schema, false)].flatMap(
    (part) => part.properties?.get(propertyName) ?? [],
  );
  const parts = properties.flatMap((property) => [...collectAppliedInPlace(property, false)]);
  const listed = parts.flatMap((part) => writtenValues(part) ?? []);
  const types = new Set(parts.flatMap((part) => part.types ?? []));
  return texts.map((text) => {
    const written = listed.find((value) => typeof value !== "object" && String(value) === text);
    return written === undefined ? readText(text, types) : written;
  });
}

function readText(text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has("string")) {
    return text;
  }
  const isNumber = (types.has("integer") || types.has("number")) && /^-?\d+(?:\.\d+)?$/.test(text);
  const isBoolean = types.has("boolean") && /^(?:true|false)$/.test(text);
  return isNumber ? Number(text) : isBoolean ? text === "true" : text;
}
