import type { BodyEncoder, RequestBody } from "../operation.ts";

/**
 * A multipart body: the schema's properties, or a finished `FormData`. A binary property is a Blob, bytes, or a File,
 * whose name is sent. Use `part()` to set the media type, file name or headers of one part.
 */
export type MultipartBody<
  T,
  Binary extends PropertyKey = never,
  Fields extends object = Record<never, never>,
> =
  | {
      [K in keyof T]: NonNullable<T[K]> extends readonly (infer Item)[]
        ?
            | readonly PartValue<K extends Binary ? FileContent : Item, FieldsOf<Fields, K>>[]
            | Extract<T[K], undefined>
        :
            | PartValue<K extends Binary ? FileContent : T[K], FieldsOf<Fields, K>>
            | Extract<T[K], undefined>;
    }
  | FormData;

/** The content of a file. */
export type FileContent = Blob | Uint8Array;

type PartValue<Value, Fields> = Value | Part<Value, Fields>;
type FieldsOf<Fields, K> = K extends keyof Fields ? Fields[K] : Readonly<Record<string, unknown>>;

/** A value with the options of its part. */
export interface Part<Value = unknown, Fields = unknown> extends PartOptions<Fields> {
  readonly [mark]: Value;
}

/** The options of a part. */
export interface PartOptions<Fields = unknown> {
  /** Default: the type of the Blob, else the document's. */
  readonly contentType?: string;
  /** The name of the file. Default: the name of the File. */
  readonly filename?: string;
  /** Further header fields (`encoding.headers` of the document), written in `style: simple`. */
  readonly headers?: Fields;
}

const mark: unique symbol = Symbol("part");

/**
 * A part of a multipart body with its media type, file name or header fields.
 *
 * @example
 * ```ts
 * import { part } from "@specwright/runtime/v1/client";
 *
 * // A member of a multipart body: `uploadPhoto(transport, { body: { photo } })`.
 * const photo = part(new Blob(["…"]), { contentType: "image/png", filename: "cat.png" });
 * photo.filename; // => "cat.png"
 * ```
 */
export function part<Value, Fields>(
  value: Value,
  options: PartOptions<Fields>,
): Part<Value, Fields> {
  return { ...options, [mark]: value };
}

/** The document's `encoding` of one part. */
export interface PartEncoding {
  readonly contentType?: string;
}

/**
 * `multipart/form-data` without `encoding` (OpenAPI 3.1, section 4.8.14.3): an object is sent as JSON, a list as
 * repeated parts.
 */
export const multipartBody: BodyEncoder = (body) => encodeMultipart(body, {}, "form-data");

/**
 * `multipartBody` for a document whose `encoding` sets the content types of some parts, or for another subtype, such as
 * `multipart/mixed`.
 */
export function multipartBodyWith(
  parts: Readonly<Record<string, PartEncoding>>,
  subtype = "form-data",
): BodyEncoder {
  return (body) => encodeMultipart(body, parts, subtype);
}

/** Writes the body without FormData, which adds a file name to every part that has a content type. */
function encodeMultipart(
  body: unknown,
  parts: Readonly<Record<string, PartEncoding>>,
  subtype: string,
): RequestBody {
  if (body instanceof FormData || typeof body !== "object" || body === null) {
    // The caller has encoded already.
    return body as RequestBody;
  }
  const boundary = `----${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const chunks: (string | Blob | Uint8Array<ArrayBuffer>)[] = [];
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const options: PartOptions<object> = isPart(item) ? item : {};
      const content: unknown = isPart(item) ? item[mark] : item;
      if (content !== undefined && content !== null) {
        const encoding = Object.hasOwn(parts, name) ? parts[name] : undefined;
        chunks.push(
          `--${boundary}\r\n${renderPartHead(name, content, options, encoding)}\r\n\r\n`,
          toPartContent(content),
          "\r\n",
        );
      }
    }
  }
  chunks.push(`--${boundary}--\r\n`);
  return new Blob(chunks, { type: `multipart/${subtype}; boundary=${boundary}` });
}

function isPart(item: unknown): item is Part<unknown, object> {
  return typeof item === "object" && item !== null && mark in item;
}

function renderPartHead(
  name: string,
  content: unknown,
  { contentType, filename, headers = {} }: PartOptions<object>,
  encoding: PartEncoding | undefined,
): string {
  const isFile = content instanceof Blob || content instanceof Uint8Array;
  const own = isFile ? ("name" in content ? String(content.name) : "blob") : undefined;
  const file = filename ?? own;
  const declared = encoding?.contentType?.split(",")[0]?.trim();
  const concrete = declared === undefined || declared.includes("*") ? undefined : declared;
  const usual = isFile
    ? (content instanceof Blob && content.type) || concrete || "application/octet-stream"
    : (concrete ?? (isSentAsJson(content) ? "application/json" : undefined));
  const disposition = `form-data; name="${quote(name)}"`;
  return Object.entries({
    "content-disposition":
      file === undefined ? disposition : `${disposition}; filename="${quote(file)}"`,
    "content-type": contentType ?? usual,
    ...headers,
  })
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field}: ${encodeFieldText(value)}`)
    .join("\r\n");
}

/** `style: simple`. */
function encodeFieldText(value: unknown): string {
  const text = Array.isArray(value) ? value.join(",") : String(value);
  if (/[\r\n]/.test(text)) {
    throw new TypeError("A header field of a part must not contain line breaks.");
  }
  return text;
}

/** As browsers quote names (HTML, section 4.10.21.8). */
function quote(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function toPartContent(item: unknown): string | Blob | Uint8Array<ArrayBuffer> {
  return item instanceof Blob || item instanceof Uint8Array
    ? // A Uint8Array over a plain ArrayBuffer: bodies are never shared memory.
      (item as Blob | Uint8Array<ArrayBuffer>)
    : isSentAsJson(item)
      ? JSON.stringify(item)
      : String(item);
}

function isSentAsJson(item: unknown): boolean {
  return typeof item === "object" && !(item instanceof Date);
}
