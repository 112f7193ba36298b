import type {
  Header,
  MediaType,
  Model,
  Operation,
  Schema,
} from "../../../../document/model/model.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import { escapeString } from "../../escape/string.ts";
import { printComponentReference } from "../schema/type-reference.ts";
import type { TypeOptions } from "../type-options.ts";
import { placeContent, placeOperation, placeRequestBody, placeResponse } from "./emitted-place.ts";

/** A schema that has a type in the emitted interfaces, and that type as an index into them. */
export interface TypedPlace {
  readonly index: string;
  readonly schema: Schema;
}

/**
 * Component schemas, and schemas of parameters, headers and contents, by their JSON Pointers. The keyword `schema` of these is not a member in
 * the types.
 */
export type TypedPlaces = ReadonlyMap<string, TypedPlace>;

/** Finds the places of a document. */
export function findTypedPlaces(model: Model, options: TypeOptions): TypedPlaces {
  const places = new Map<string, TypedPlace>();
  const add = (schema: Schema | undefined, index: string): void => {
    if (schema !== undefined) {
      places.set(schema.location.pointer, { index, schema });
    }
  };
  const { schemas, parameters, headers, requestBodies, responses } = model.components;
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
      const place = placeOperation(operation, root, { options });
      // When paths are template literal types, they have no member with the path's name.
      const isHidden = options.pathParamsAsTypes === true && place?.startsWith("paths[");
      if (place !== undefined && isHidden !== true) {
        addOperation(operation, place, options, add);
      }
    }
  }
  for (const [name, schema] of schemas) {
    const index = printComponentReference("schemas", name);
    places.set(pointToComponent(name), { index, schema });
  }
  return places;
}

/** The JSON Pointer of a component schema. */
export function pointToComponent(name: string): string {
  return `/components/schemas/${escapeSegment(name)}`;
}

type Add = (schema: Schema | undefined, index: string) => void;

function addOperation(operation: Operation, place: string, options: TypeOptions, add: Add): void {
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
  for (const each of content) {
    add(each.schema, placeContent(each, place));
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
