import type { Header, MediaType, Model, Operation, Schema } from "../../../model/model.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { escapeString } from "../../escape/string.ts";
import { printComponentReference } from "../schema/type-reference.ts";
import type { TypeContext } from "../type-context.ts";
import { placeOperation, placeRequestBody, placeResponse } from "./emitted-place.ts";

/** A schema that has a type in the emitted interfaces, and that type as an index into them. */
export interface TypedPlace {
  readonly index: string;
  readonly schema: Schema;
}

/**
 * Schemas of parameters, headers and contents by their JSON Pointers. The keyword `schema` of these is not a member in
 * the types.
 */
export type TypedPlaces = ReadonlyMap<string, TypedPlace>;

/**
 * Translates a place in the document to an index into the emitted interfaces, so that it can be used as a type.
 * Supported are properties of objects, `$defs` and items of arrays, in components and below paths and webhooks. Only
 * schemas that are printed as objects have members. Schemas that combine others are not supported, because they may
 * lead back to themselves.
 *
 * @param pointer The JSON Pointer of the place, such as `/components/schemas/Pet/properties/name`.
 * @returns undefined when the interfaces have no member for the place.
 */
export function placeReference(pointer: string, context: TypeContext): string | undefined {
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
  { schemas, findPlaces: places }: TypeContext,
): Start | undefined {
  const [root, kind, name = "", ...rest] = parsePointer(pointer);
  if (root === "components" && kind === "schemas") {
    const schema = schemas.get(name);
    return schema && { index: printComponentReference("schemas", name), schema, rest };
  }
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const place = places().get(pointer.slice(0, end));
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
function takeNextStep(schema: Schema, path: string[], { options }: TypeContext): Step | undefined {
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
  // A property named `$defs` hides the definitions.
  const hasDefinitions = keyword === "$defs" && schema.properties?.has("$defs") !== true;
  return hasDefinitions ? { key: `"$defs"][${key}`, schema: schema.defs?.get(name) } : undefined;
}

function isPlain(schema: Schema, type: "array" | "object"): boolean {
  const { types, ref, dynamicReference, allOf, anyOf, oneOf, enum: values } = schema;
  const isOfType =
    types === undefined ? type === "object" : types.length === 1 && types[0] === type;
  const combines = [ref, dynamicReference, allOf, anyOf, oneOf, values, schema.const];
  return isOfType && combines.every((keyword) => keyword === undefined);
}

/** Finds the places of a document. The search runs when it is first needed, because few documents refer to such places. */
export function createTypedPlaces(model: Model, context: () => TypeContext): () => TypedPlaces {
  let places: TypedPlaces | undefined;
  return () => {
    places ??= findPlaces(model, context());
    return places;
  };
}

function findPlaces(model: Model, context: TypeContext): TypedPlaces {
  const places = new Map<string, TypedPlace>();
  const add = (schema: Schema | undefined, index: string): void => {
    if (schema !== undefined) {
      places.set(schema.location.pointer, { index, schema });
    }
  };
  const { parameters, headers, requestBodies, responses } = model.components;
  // A parameter or a header with `content` has no type for its schema.
  for (const [name, { schema, content }] of parameters) {
    if (content === undefined) {
      add(schema, printComponentReference("parameters", name));
    }
  }
  for (const [name, { schema, contentType }] of headers) {
    if (contentType === undefined) {
      add(schema, printComponentReference("headers", name));
    }
  }
  for (const [name, { content }] of requestBodies) {
    addContent(content, printComponentReference("requestBodies", name), add);
  }
  for (const [name, { content, headers: own }] of responses) {
    addContent(content, printComponentReference("responses", name), add);
    addHeaders(own, printComponentReference("responses", name), add);
  }
  for (const root of ["paths", "webhooks"] as const) {
    for (const operation of model[root].flatMap(({ operations }) => operations)) {
      const place = placeOperation(operation, root, context);
      // When paths are template literal types, they have no member with the path's name.
      const isHidden = context.options.pathParamsAsTypes === true && place?.startsWith("paths[");
      if (place !== undefined && isHidden !== true) {
        addOperation(operation, place, context, add);
      }
    }
  }
  return places;
}

type Add = (schema: Schema | undefined, index: string) => void;

function addOperation(
  operation: Operation,
  place: string,
  { options }: TypeContext,
  add: Add,
): void {
  for (const { name, value } of operation.parameters) {
    const group = `NonNullable<${place}["parameters"][${escapeString(value.in)}]>`;
    const isHidden = options.excludeDeprecated === true && value.deprecated;
    if (name === undefined && value.content === undefined && !isHidden) {
      add(value.schema, `${group}[${escapeString(value.name)}]`);
    }
  }
  const { requestBody } = operation;
  const bodyPlace = placeRequestBody(operation, place);
  if (requestBody?.name === undefined && bodyPlace !== undefined) {
    addContent(requestBody?.value.content ?? [], bodyPlace, add);
  }
  for (const [status, { name, value }] of operation.responses) {
    const responseIndex = placeResponse(status, place);
    if (name === undefined && responseIndex !== undefined) {
      addContent(value.content, responseIndex, add);
      addHeaders(value.headers, responseIndex, add);
    }
  }
}

function addContent(content: readonly MediaType[], place: string, add: Add): void {
  for (const { mediaType, schema } of content) {
    add(schema, `${place}["content"][${escapeString(mediaType)}]`);
  }
}

function addHeaders(
  headers: ReadonlyMap<string, { readonly name?: string; readonly value: Header }>,
  place: string,
  add: Add,
): void {
  for (const [header, { name, value }] of headers) {
    if (name === undefined && value.contentType === undefined) {
      add(value.schema, `${place}["headers"][${escapeString(header)}]`);
    }
  }
}
