import { listMappedValues } from "../../../model/mapped-values.ts";
import type { Schema } from "../../../model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import { writeSchemaDoc } from "../../print/schema-doc-text.ts";
import type { TypeContext, TypePlace } from "../type-context.ts";
import { resolveSchema } from "../type-context.ts";
import type { TypeOptions } from "../type-options.ts";
import { printTypeLiteral } from "./type-literal.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinIntersection, joinUnion, wrapText } from "./type-printed.ts";

/** Prints a schema in another one. */
export type Print = (schema: Schema, context: TypeContext, place: TypePlace) => PrintedType;

/** The properties and index signatures of a schema. Undefined when it has none. */
export function printObject(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): PrintedType | undefined {
  const members = [
    ...printInheritedDiscriminator(schema, context, place),
    ...printProperties(schema, context, place, print),
    ...printDefinitions(schema, context, place, print),
  ];
  const parts: PrintedType[] = [];
  if (members.length > 0) {
    parts.push(wrapText(`{\n${members.join("")}${place.indent}}`));
  }
  const index = printIndex(schema, context, place, print);
  if (index !== undefined) {
    const modifier = context.options.immutable === true ? "readonly " : "";
    parts.push(wrapText(`{ ${modifier}[key: string]: ${index.text} }`));
  }
  return parts.length === 0 ? undefined : joinIntersection(parts);
}

/**
 * Prints the discriminating property that a schema inherits by `allOf`, such as `petType: "Cat"` for `Cat`. Without a
 * mapping, its value is the schema's own name.
 */
function printInheritedDiscriminator(
  schema: Schema,
  { discriminators, options }: TypeContext,
  { indent, path }: TypePlace,
): string[] {
  const composed = schema.allOf !== undefined || schema.anyOf !== undefined;
  if (!composed || schema.discriminator !== undefined || discriminators.narrowed.has(path)) {
    return [];
  }
  const discriminator = discriminators.byPath.get(path);
  if (discriminator === undefined) {
    return [];
  }
  const name = path.slice(path.lastIndexOf("/") + 1);
  const value = listMappedValues(discriminator.mapping, name)[0] ?? name;
  const modifier = options.immutable === true ? "readonly " : "";
  const key = escapePropertyKey(discriminator.propertyName);
  return [`${indent}  ${modifier}${key}: ${printTypeLiteral(value)};\n`];
}

function printProperties(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): string[] {
  const { options } = context;
  const indent = `${place.indent}  `;
  return orderProperties(schema.properties, context)
    .filter(([, value]) => options.excludeDeprecated !== true || !isDeprecated(value, context))
    .map(([name, value]) => {
      const type = print(value, context, { indent, path: `${place.path}/${name}` });
      const optional = isRequired(name, value, schema, context, place) ? "" : "?";
      const comment = renderDocComment(writeSchemaDoc(value), indent);
      const key = `${printReadonlyModifier(value, options)}${escapePropertyKey(name)}${optional}`;
      return `${comment}${indent}${key}: ${withMarker(type.text, value, options)};\n`;
    });
}

function printReadonlyModifier({ readOnly }: Schema, options: TypeOptions): string {
  const isMarked = readOnly === true && options.readWriteMarkers !== true;
  return options.immutable === true || isMarked ? "readonly " : "";
}

/** A property that is both readOnly and writeOnly has no marker. */
function withMarker(
  type: string,
  { readOnly = false, writeOnly = false }: Schema,
  options: TypeOptions,
): string {
  if (options.readWriteMarkers !== true || readOnly === writeOnly) {
    return type;
  }
  return readOnly ? `$Read<${type}>` : `$Write<${type}>`;
}

/** Returns whether a schema is marked as deprecated, beside its reference or behind it. */
export function isDeprecated(schema: Schema, context: TypeContext): boolean {
  return schema.deprecated === true || resolveSchema(schema, context)?.deprecated === true;
}

function isRequired(
  name: string,
  value: Schema,
  schema: Schema,
  { options }: TypeContext,
  { path }: TypePlace,
): boolean {
  if (schema.required !== undefined && collectRequiredNames(schema.required).has(name)) {
    return true;
  }
  if (schema.required === undefined && options.propertiesRequiredByDefault === true) {
    return true;
  }
  const isOfRequest = schema.variant?.direction === "request" || isSent(path);
  return value.default !== undefined && options.defaultNonNullable !== false && !isOfRequest;
}

/** The names as a set. It is made once for each list, because there may be as many names as properties. */
function collectRequiredNames(required: readonly string[]): ReadonlySet<string> {
  const known = sets.get(required) ?? new Set(required);
  sets.set(required, known);
  return known;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Returns whether callers send values at this place. They may omit properties with a default, and responses always have
 * them. The test is the same as in openapi-typescript.
 */
function isSent(path: string): boolean {
  return sentPlaces.some((place) => path.includes(place));
}

const sentPlaces = ["parameters", "requestBody", "requestBodies"];

function printDefinitions(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): string[] {
  // When the schema has a property named `$defs`, the member has the type of the property, because values have that
  // property.
  const isTaken = schema.properties?.has("$defs") === true;
  if (schema.defs === undefined || schema.defs.size === 0 || isTaken) {
    return [];
  }
  const indent = `${place.indent}    `;
  const members = [...schema.defs].map(([name, value]) => {
    const type = print(value, context, { indent, path: `${place.path}/$defs/${name}` });
    const key = `${printReadonlyModifier(value, context.options)}${escapePropertyKey(name)}`;
    return `${indent}${key}: ${withMarker(type.text, value, context.options)};\n`;
  });
  return [`${place.indent}  $defs: {\n${members.join("")}${place.indent}  };\n`];
}

function printIndex(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): PrintedType | undefined {
  const { additionalProperties, patternProperties } = schema;
  const refused = additionalProperties === undefined || additionalProperties.boolean === false;
  const types: PrintedType[] = [];
  if (!refused) {
    types.push(print(additionalProperties, context, place));
  } else if (context.options.additionalProperties === true && hasMembers(schema)) {
    types.push(wrapText("unknown"));
  }
  for (const [, value] of orderProperties(patternProperties, context)) {
    types.push(print(value, context, place));
  }
  return types.length === 0 ? undefined : joinUnion(types);
}

function hasMembers({ properties, patternProperties, defs }: Schema): boolean {
  return (properties?.size ?? 0) > 0 || patternProperties !== undefined || (defs?.size ?? 0) > 0;
}

/** Entries in the document's order, or sorted by name with `alphabetize`. */
function orderProperties(
  map: ReadonlyMap<string, Schema> | undefined,
  { options }: TypeContext,
): readonly (readonly [string, Schema])[] {
  const entries = [...(map ?? [])];
  return options.alphabetize === true ? entries.sort(compareByName) : entries;
}

/** By code units, independent of the locale. */
function compareByName(
  [left]: readonly [string, Schema],
  [right]: readonly [string, Schema],
): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
