import { listMappedValues } from "../../../../document/model/mapped-values.ts";
import type { Schema } from "../../../../document/model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import { writeSchemaDoc } from "../../print/schema-doc-text.ts";
import { readDiscriminatorValues } from "../discriminators/discriminator-values.ts";
import type { TypeContext, TypePlace } from "../type-context.ts";
import type { TypeOptions } from "../type-options.ts";
import { isDeprecated, selectUndescribed } from "./composed-object.ts";
import { printTypeLiteral } from "./type-literal.ts";
import { printListedNames } from "./type-names.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinIntersection, joinUnion, wrapText } from "./type-printed.ts";

/** Prints a schema in another one. */
export type Print = (schema: Schema, context: TypeContext, place: TypePlace) => PrintedType;

/** The properties and index signatures of a schema. Undefined when it has none. */
export function printObject(
  original: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): PrintedType | undefined {
  const isLike = context.options.likeOpenapiTypescript === true;
  const inherited = printInheritedDiscriminator(original, context, place);
  const schema = isLike ? original : describeValues(original, inherited?.name, context);
  const properties = printProperties(schema, context, place, print);
  const members = [
    ...(inherited === undefined ? [] : [inherited.member]),
    ...properties.map(({ member }) => member),
    ...printDefinitions(schema, context, place, print),
  ];
  const parts: PrintedType[] = [];
  if (members.length > 0) {
    parts.push(wrapText(`{\n${members.join("")}${place.indent}}`));
  }
  const named = isLike ? undefined : properties.map(({ type }) => type);
  const listed = isLike ? undefined : printListedNames(schema, context, place, print);
  const index = listed === undefined && printIndex(schema, named, context, place, print);
  if (listed !== undefined) {
    parts.push(listed);
  } else if (index) {
    const modifier = context.options.immutable === true ? "readonly " : "";
    parts.push(wrapText(`{ ${modifier}[key: string]: ${index.text} }`));
  }
  return parts.length === 0 ? undefined : joinIntersection(parts);
}

/**
 * The schema in keywords about values, which openapi-typescript does not read: without definitions, with one schema of
 * all properties that are not listed, and with the required properties that no part of the object describes.
 *
 * @param known A property that is printed without being described.
 */
function describeValues(
  { defs: _, ...schema }: Schema,
  known: string | undefined,
  context: TypeContext,
): Schema {
  const rest = findRest(schema);
  // A closed object has no values without them, unless a keyword that types do not read describes them.
  const isUnclear = rest?.boolean === false && (isComposed(schema) || hasRules(schema));
  const others = isUnclear
    ? []
    : selectUndescribed(schema, context).filter((name) => name !== known);
  const described: Schema = rest ?? { location: schema.location, boolean: true };
  return {
    ...schema,
    ...(rest !== undefined && { additionalProperties: rest }),
    ...(others.length > 0 && {
      properties: new Map([
        ...(schema.properties ?? []),
        ...others.map((name) => [name, described] as const),
      ]),
    }),
  };
}

/** The schema of the properties that are not listed. Without one, they may have any value. */
function findRest(schema: Schema): Schema | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties, location } = schema;
  const rest = additionalProperties ?? unevaluatedProperties;
  // The parts of a composed schema evaluate some of those that are not evaluated here.
  const isUnclear =
    additionalProperties === undefined &&
    rest?.boolean === undefined &&
    (isComposed(schema) || schema.if !== undefined);
  return (rest === undefined ? patternProperties !== undefined : isUnclear)
    ? { location, boolean: true }
    : rest;
}

function hasRules(schema: Schema): boolean {
  const { patternProperties, dependentSchemas } = schema;
  return [schema.if, patternProperties, dependentSchemas].some((each) => each !== undefined);
}

/** Returns whether other schemas may describe what a schema requires. */
export function isComposed({ allOf, anyOf, oneOf }: Schema): boolean {
  return [allOf, anyOf, oneOf].some((each) => each !== undefined);
}

/**
 * Prints the discriminating property that a schema inherits by `allOf`, such as `petType: "Cat"` for `Cat`. Without a
 * mapping, its value is the schema's own name.
 */
function printInheritedDiscriminator(
  schema: Schema,
  { discriminators, options }: TypeContext,
  { indent, path }: TypePlace,
): { readonly name: string; readonly member: string } | undefined {
  const composed = schema.allOf !== undefined || schema.anyOf !== undefined;
  if (!composed || schema.discriminator !== undefined || discriminators.narrowed.has(path)) {
    return undefined;
  }
  const discriminator = discriminators.byPath.get(path);
  if (discriminator === undefined) {
    return undefined;
  }
  const name = discriminator.propertyName;
  const ownName = path.slice(path.lastIndexOf("/") + 1);
  const text = listMappedValues(discriminator.mapping, ownName)[0] ?? ownName;
  const [value = text] = readDiscriminatorValues([text], schema, name);
  const modifier = options.immutable === true ? "readonly " : "";
  const key = escapePropertyKey(name);
  return { name, member: `${indent}  ${modifier}${key}: ${printTypeLiteral(value)};\n` };
}

function printProperties(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): { readonly member: string; readonly type: PrintedType }[] {
  const { options } = context;
  const indent = `${place.indent}  `;
  return orderProperties(schema.properties, context)
    .filter(([, value]) => options.excludeDeprecated !== true || !isDeprecated(value, context))
    .map(([name, value]) => {
      const type = print(value, context, { indent, path: `${place.path}/${name}` });
      const optional = isRequired(name, value, schema, context, place) ? "" : "?";
      const comment = renderDocComment(writeSchemaDoc(value), indent);
      const key = `${printReadonlyModifier(value, options)}${escapePropertyKey(name)}${optional}`;
      const member = `${comment}${indent}${key}: ${withMarker(type.text, value, options)};\n`;
      return { member, type };
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

/** @param named The types of the listed properties, if the index signature has to agree with them. */
function printIndex(
  schema: Schema,
  named: readonly PrintedType[] | undefined,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): PrintedType | undefined {
  const { additionalProperties: rest, patternProperties } = schema;
  const types: PrintedType[] = [];
  if (rest !== undefined && rest.boolean !== false) {
    types.push(print(rest, context, place));
  } else if (context.options.additionalProperties === true && hasMembers(schema)) {
    types.push(wrapText("unknown"));
  }
  for (const [, value] of orderProperties(patternProperties, context)) {
    types.push(print(value, context, place));
  }
  if (types.length === 0 || named === undefined) {
    return types.length === 0 ? undefined : joinUnion(types);
  }
  // An index signature is about all properties, so it also has the types of those that are listed.
  const isAny =
    [...types, ...named].some(({ text }) => text === "unknown") ||
    named.some(({ text }) => text.length > mostRepeated);
  return isAny
    ? wrapText("unknown")
    : joinUnion([
        ...types,
        ...named.filter(
          ({ text }) => !types.some((type) => literals.get(type.text)?.test(text) === true),
        ),
      ]);
}

/** Longer types are not repeated in an index signature: objects in objects would double their text at each level. */
const mostRepeated = 1000;

/** The literals of a primitive type, which a union with that type need not list. */
const literals: ReadonlyMap<string, RegExp> = new Map([
  ["string", /^(?:"(?:[^"\\]|\\.)*"(?: \| |$))+$/],
  ["number", /^(?:-?[\d.]+(?: \| |$))+$/],
  ["boolean", /^(?:(?:true|false)(?: \| |$))+$/],
]);

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
