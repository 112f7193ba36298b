import { isForm } from "../../../document/model/array-formats.ts";
import type { Encoding, Header, MediaType, Schema, Use } from "../../../document/model/model.ts";
import { allowsAnything } from "../../schemas/normal-form/says-nothing.ts";
import { viewSchema } from "../../schemas/view-schema.ts";
import { normalizeMediaType } from "./normalize-media-type.ts";
import { normalizeExplode } from "./normalize-parameter.ts";

/** How a property of a form is written, in the form in which it is compared. Empty: as without an `encoding`. */
export interface EncodingForm {
  /** The media types that the property may have. */
  readonly contentTypes?: readonly string[];
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** The headers of a part, by their name in lower case. */
  readonly headers?: ReadonlyMap<string, Header>;
}

/**
 * A body in the form in which it is compared, with the same object for the same body. A property of a multipart form that is
 * a file has one form, however the document says so, and so has a body that is only bytes.
 */
export function normalizeContent(content: MediaType): MediaType {
  if (!isMultipart(content.mediaType) && !isBytes(content.mediaType)) {
    return content;
  }
  const known = contents.get(content);
  if (known !== undefined) {
    return known;
  }
  const { schema, ...rest } = content;
  const changed = schema && normalizeBody(schema, content);
  const form = changed === schema ? content : { ...rest, ...(changed && { schema: changed }) };
  contents.set(content, form);
  return form;
}

const contents = new WeakMap<MediaType, MediaType>();

function normalizeBody(schema: Schema, { mediaType, encoding }: MediaType): Schema {
  if (isBytes(mediaType)) {
    const view = viewSchema(schema);
    return view.types !== undefined && isOnlyBytes(view) ? toFile(view) : schema;
  }
  const { properties = new Map<string, Schema>(), ...rest } = viewSchema(schema);
  const changed = [...properties].map(
    ([name, each]) => [name, normalizePart(each, encoding.get(name))] as const,
  );
  return changed.every(([name, each]) => properties.get(name) === each)
    ? schema
    : { ...rest, properties: new Map(changed) };
}

/** A part, or a list of parts, with one form for files. */
function normalizePart(schema: Schema, encoding: Encoding | undefined): Schema {
  const view = viewSchema(schema);
  const item = view.types?.[0] === "array" ? view.items : undefined;
  if (item !== undefined) {
    const part = normalizePart(item, encoding);
    return part === item ? schema : { ...view, items: part };
  }
  return isFile(view, encoding) ? toFile(view) : schema;
}

function toFile({ contentMediaType: _, contentEncoding: __, ...rest }: Schema): Schema {
  return { ...rest, types: ["string"], format: "binary" };
}

/** Returns whether a schema says that a part is a file, and nothing else about it. */
function isFile(view: Schema, encoding: Encoding | undefined): boolean {
  const { types, format, contentMediaType, contentEncoding } = view;
  const isSaid = [format, contentMediaType, contentEncoding].some((each) => each !== undefined);
  // A schema without keywords is a file too, unless the encoding says otherwise.
  const isSilent = types === undefined && encoding?.contentType === undefined;
  return (isSaid || isSilent) && isOnlyBytes(view);
}

/** Returns whether a schema says nothing more than that a value is bytes. */
function isOnlyBytes({
  types = ["string"],
  format = "binary",
  contentMediaType = "application/octet-stream",
  contentEncoding = "binary",
  ...rest
}: Schema): boolean {
  return (
    types.length === 1 &&
    types[0] === "string" &&
    format === "binary" &&
    contentMediaType === "application/octet-stream" &&
    contentEncoding === "binary" &&
    allowsAnything(rest)
  );
}

/** How a property of a body is written: without defaults, and without what has no effect. */
export function normalizeEncoding(
  name: string,
  { mediaType, schema, encoding }: MediaType,
): EncodingForm {
  const own = encoding.get(name);
  if (own === undefined || !(isForm(mediaType) || isMultipart(mediaType))) {
    return {};
  }
  const property = schema && viewSchema(schema).properties?.get(name);
  const headers = isMultipart(mediaType) ? normalizeHeaders(own.headers) : new Map();
  const written = normalizeStyle(own, property) ?? normalizeContentType(own, property, mediaType);
  return { ...written, ...(headers.size > 0 && { headers }) };
}

/** Undefined without a style. Beside one, `contentType` has no effect (OpenAPI 3.1, section 4.8.15.1.2). */
function normalizeStyle(
  { style, explode, allowReserved }: Encoding,
  schema: Schema | undefined,
): EncodingForm | undefined {
  if (style === undefined && explode === undefined && allowReserved !== true) {
    return undefined;
  }
  const view = schema && viewSchema(schema);
  const effective = style ?? "form";
  const form = {
    style: effective,
    explode: normalizeExplode({
      style: effective,
      explode: explode ?? effective === "form",
      schema: view ?? { location: { file: "", pointer: "" } },
    }),
  };
  // Without a style, an object is JSON, and everything else is written as a form.
  const isUsual = effective === "form" && form.explode && view?.types?.includes("object") === false;
  return {
    ...(isUsual ? {} : form),
    ...(allowReserved === true && { allowReserved }),
  };
}

function normalizeContentType(
  { contentType }: Encoding,
  schema: Schema | undefined,
  mediaType: string,
): EncodingForm {
  if (contentType === undefined) {
    return {};
  }
  const contentTypes = [...new Set(contentType.split(",").map(normalizeMediaType))].toSorted();
  const usual = schema && findUsualType(schema, mediaType);
  return contentTypes.length === 1 && contentTypes[0] === usual ? {} : { contentTypes };
}

/** The media type of a part that says none (OpenAPI 3.1, section 4.8.15.1.1). Undefined where it depends on the value. */
function findUsualType(schema: Schema, mediaType: string): string | undefined {
  const view = viewSchema(schema);
  const { types = [], items, contentEncoding } = view;
  const [type, ...others] = types.filter((each) => each !== "null");
  if (type === undefined || others.length > 0) {
    return undefined;
  }
  if (type === "array") {
    return items && findUsualType(items, mediaType);
  }
  if (type === "object") {
    return "application/json";
  }
  const isText = view.format !== "binary" && contentEncoding === undefined;
  return isText || isForm(mediaType) ? "text/plain" : "application/octet-stream";
}

/** `Content-Type` is described by `contentType` and ignored among the headers. */
function normalizeHeaders(headers: ReadonlyMap<string, Use<Header>>): ReadonlyMap<string, Header> {
  return new Map(
    [...headers]
      .map(([name, { value }]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== "content-type"),
  );
}

function isMultipart(mediaType: string): boolean {
  return /^\s*multipart\//i.test(mediaType);
}

/** Returns whether bodies of a media type are bytes: neither JSON nor a form nor text, as the generated code has it. */
function isBytes(mediaType: string): boolean {
  const [essence] = normalizeMediaType(mediaType).split(";");
  return !/^(?:text|multipart)\/|[/+](?:json|xml|yaml|javascript)$|\*|^application\/x-www-form-urlencoded$/.test(
    essence ?? "",
  );
}
