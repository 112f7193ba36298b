import type { Schema } from "../../../../document/model/model.ts";
import { parsePointer } from "../../../../text/pointer.ts";
import { escapeString } from "../../escape/string.ts";
import type { TypeFacts } from "../type-facts.ts";
import { pointToComponent, type TypedPlace } from "./typed-places.ts";

/**
 * Translates a place in the document to an index into the emitted interfaces, so that it can be used as a type.
 * Supported are properties of objects, `$defs` and items of arrays, in components and below paths and webhooks. Only
 * schemas that are printed as objects have members. Schemas that combine others are not supported, because they may
 * lead back to themselves.
 *
 * @param pointer The JSON Pointer of the place, such as `/components/schemas/Pet/properties/name`.
 * @returns undefined when the interfaces have no member for the place.
 */
export function placeReference(
  pointer: string,
  context: Pick<TypeFacts, "unnamed" | "options">,
): string | undefined {
  const start = findStart(pointer, context);
  let schema: Schema | undefined = start?.schema;
  let index = start?.index ?? "";
  const path = [...(start?.rest ?? [])];
  while (path.length > 0 && schema !== undefined) {
    const step = takeNextStep(schema, path, context);
    index = step === undefined ? "" : `${index}[${step.key}]`;
    schema = step?.schema;
    // `NonNullable` is needed to index into a member that may be absent.
    index = step?.isOptional === true && path.length > 0 ? `NonNullable<${index}>` : index;
  }
  return schema === undefined ? undefined : index;
}

interface Start extends TypedPlace {
  /** The segments that lead on from there. */
  readonly rest: readonly string[];
}

function findStart(
  pointer: string,
  { unnamed: { places } }: Pick<TypeFacts, "unnamed">,
): Start | undefined {
  const [root, kind, name = "", ...rest] = parsePointer(pointer);
  if (root === "components" && kind === "schemas") {
    const component = places.get(pointToComponent(name));
    return component && { ...component, rest };
  }
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const place = places.get(pointer.slice(0, end));
    if (place !== undefined) {
      return { ...place, rest: parsePointer(pointer.slice(end)) };
    }
  }
  return undefined;
}

interface Step {
  readonly key: string;
  readonly schema: Schema | undefined;
  readonly isOptional?: boolean;
}

/** Removes the segments that lead to the next schema from the path. */
function takeNextStep(
  schema: Schema,
  path: string[],
  { options }: Pick<TypeFacts, "options">,
): Step | undefined {
  const keyword = path.shift();
  const { items, prefixItems } = schema;
  if (keyword === "items") {
    const isList = isPlain(schema, "array") && prefixItems === undefined && !options.arrayLength;
    return isList ? { key: "number", schema: items } : undefined;
  }
  const name = path.shift() ?? "";
  const key = escapeString(name);
  if (!isPlain(schema, "object")) {
    return undefined;
  }
  if (keyword === "properties") {
    const isOptional = schema.required?.includes(name) !== true;
    const property = schema.properties?.get(name);
    const isHidden = options.excludeDeprecated === true && property?.deprecated === true;
    return isHidden ? undefined : { key, schema: property, isOptional };
  }
  // A property named `$defs` hides the definitions, and only the types of openapi-typescript have them.
  const hasDefinitions =
    options.likeOpenapiTypescript === true &&
    keyword === "$defs" &&
    schema.properties?.has("$defs") !== true;
  return hasDefinitions ? { key: `"$defs"][${key}`, schema: schema.defs?.get(name) } : undefined;
}

function isPlain(schema: Schema, type: "array" | "object"): boolean {
  const { types, ref, dynamicReference, allOf, anyOf, oneOf, enum: values } = schema;
  const isOfType =
    types === undefined ? type === "object" : types.length === 1 && types[0] === type;
  const combines = [ref, dynamicReference, allOf, anyOf, oneOf, values, schema.const];
  return isOfType && combines.every((keyword) => keyword === undefined);
}
