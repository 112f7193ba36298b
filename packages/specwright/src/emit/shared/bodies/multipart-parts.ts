import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { Encoding, MediaType, Schema } from "../../../document/model/model.ts";
import { collectProperties, mapProperties } from "./map-properties.ts";
import { classifyMediaType } from "./media-kind.ts";

/** The parts of a multipart body that have the same name. */
export interface MultipartPart {
  /** Undefined for the parts that the document does not name. */
  readonly name: string | undefined;
  /** All schemas that the document has for this part. */
  readonly schemas: readonly Schema[];
  readonly isFile: boolean;
  /** True when the value is always a list of parts. `"optional"` when it is a list only if there are several parts. */
  readonly isList: boolean | "optional";
  readonly encoding: Encoding | undefined;
}

/** The parts of a multipart body according to its schema. Undefined when the schema does not describe an object. */
export function listMultipartParts(mediaType: MediaType): readonly MultipartPart[] | undefined {
  const { schema } = mediaType;
  const resolved = schema && followSchemaReferences(schema);
  if (
    schema === undefined ||
    resolved === undefined ||
    classifyMediaType(mediaType.mediaType) !== "multipart"
  ) {
    return undefined;
  }
  const properties = collectProperties(schema);
  return properties.size === 0 && resolved.types?.includes("object") !== true
    ? undefined
    : [...properties].map(([name, schemas]) => describePart(name, schemas, mediaType));
}

function describePart(
  name: string | undefined,
  schemas: readonly Schema[],
  { encoding }: MediaType,
): MultipartPart {
  const own = name === undefined ? undefined : encoding.get(name);
  // Where one schema says nothing about the part, another one decides whether it is a file.
  const telling = schemas.filter(
    (schema) => !saysNothing(followSchemaReferences(schema) ?? schema),
  );
  const found = (telling.length > 0 ? telling : schemas).flatMap((schema) =>
    listPartShapes(schema, own, 0),
  );
  const lists = found.filter(({ isList }) => isList).length;
  return {
    name,
    schemas,
    isFile: found.some(({ isFile }) => isFile),
    isList: lists === 0 ? false : lists === found.length ? true : "optional",
    encoding: own,
  };
}

interface Shape {
  readonly isFile: boolean;
  readonly isList: boolean;
}

/** People do not write alternatives nested this deeply. The limit also ends circles. */
const deepest = 5;

function listPartShapes(
  schema: Schema,
  encoding: Encoding | undefined,
  depth: number,
): readonly Shape[] {
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || depth > deepest) {
    return [{ isFile: false, isList: false }];
  }
  const alternatives = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])].filter(
    ({ types }) => types?.length !== 1 || types[0] !== "null",
  );
  if (alternatives.length > 0) {
    return alternatives.flatMap((each) => listPartShapes(each, encoding, depth + 1));
  }
  const isList = resolved.types?.includes("array") === true || resolved.items !== undefined;
  const item = isList ? resolved.items && followSchemaReferences(resolved.items) : resolved;
  return [{ isFile: item !== undefined && isFile(item, encoding), isList }];
}

/**
 * Returns whether a part is a file. Files have `format: binary` (3.0), `contentEncoding: binary`, or a media type that
 * is neither text nor JSON and has no `contentEncoding`, or a schema without any keywords (3.1, section 4.8.15.1.1), unless the encoding says
 * that the part is text or JSON.
 */
function isFile(schema: Schema, encoding: Encoding | undefined): boolean {
  const { format, contentMediaType, contentEncoding } = schema;
  const said = encoding?.contentType;
  if (format === "binary") {
    return true;
  }
  // Bytes as they are, which only a file has.
  if (contentEncoding === "binary") {
    return contentMediaType === undefined || isBinary(contentMediaType);
  }
  if (contentMediaType !== undefined && contentEncoding === undefined) {
    return isBinary(contentMediaType);
  }
  return saysNothing(schema) && (said === undefined || said.split(",").every(isBinary));
}

function isBinary(mediaType: string): boolean {
  const kind = classifyMediaType(mediaType);
  return kind !== "json" && kind !== "text" && kind !== "form";
}

const silent: ReadonlySet<string> = new Set([
  "location",
  "boolean",
  "title",
  "description",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
  "extensions",
  "externalDocs",
  "xml",
]);

function saysNothing(schema: Schema): boolean {
  return schema.boolean !== false && Object.keys(schema).every((keyword) => silent.has(keyword));
}

/**
 * The schema of a multipart body without its files, which the router checks itself. Returns the same object each time,
 * because definitions are compared by identity.
 */
export function dropFileParts(mediaType: MediaType): Schema | undefined {
  const schema = schemas.get(mediaType) ?? withoutFiles(mediaType);
  if (schema !== undefined) {
    schemas.set(mediaType, schema);
  }
  return schema;
}

/** A weak map, because every run makes new media types. */
const schemas = new WeakMap<MediaType, Schema>();

function withoutFiles(mediaType: MediaType): Schema | undefined {
  const parts = listMultipartParts(mediaType);
  const { schema } = mediaType;
  if (parts === undefined || schema === undefined) {
    return undefined;
  }
  const files = new Set(parts.filter((part) => part.isFile).map(({ name }) => name));
  return mapProperties(schema, (name, property) =>
    files.has(name) ? withoutFile(property) : property,
  );
}

/** A list keeps its bounds. */
function withoutFile(property: Schema): Schema {
  const anything: Schema = { location: property.location, boolean: true };
  const resolved = followSchemaReferences(property);
  return resolved?.items === undefined ? anything : { ...resolved, items: anything };
}
