import type { BodyEncoder, RequestBody } from "./operation.ts";

/**
 * A multipart body: the schema's properties, with a Blob (or File, which brings its name) for each binary one, or a
 * finished `FormData`.
 */
export type MultipartBody<T, Binary extends PropertyKey = never> =
  | {
      [K in keyof T]: K extends Binary
        ? NonNullable<T[K]> extends readonly unknown[]
          ? readonly Blob[] | Extract<T[K], undefined>
          : Blob | Extract<T[K], undefined>
        : T[K];
    }
  | FormData;

/** What a part says of itself: `encoding` of the document. */
export interface PartEncoding {
  readonly contentType?: string;
}

/** `multipart/form-data` without `encoding` (OpenAPI 3.1, section 4.8.14.3): objects are JSON, lists repeat the part. */
export const multipartBody: BodyEncoder = (body) => encodeMultipart(body, {}, "form-data");

/** The same with the content types that the document's `encoding` gives single parts, or another multipart type. */
export function multipartBodyWith(
  parts: Readonly<Record<string, PartEncoding>>,
  subtype = "form-data",
): BodyEncoder {
  return (body) => encodeMultipart(body, parts, subtype);
}

/** Written here and not by FormData, which gives every part with a content type a file name. */
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
  const chunks: (string | Blob)[] = [];
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) {
        const encoding = Object.hasOwn(parts, name) ? parts[name] : undefined;
        chunks.push(
          `--${boundary}\r\n${headOf(name, item, encoding)}\r\n\r\n`,
          contentOf(item),
          "\r\n",
        );
      }
    }
  }
  chunks.push(`--${boundary}--\r\n`);
  return new Blob(chunks, { type: `multipart/${subtype}; boundary=${boundary}` });
}

function headOf(name: string, item: unknown, encoding: PartEncoding | undefined): string {
  const file =
    item instanceof Blob
      ? `; filename="${quote("name" in item ? String(item.name) : "blob")}"`
      : "";
  const declared = encoding?.contentType?.split(",")[0]?.trim();
  const concrete = declared === undefined || declared.includes("*") ? undefined : declared;
  const type =
    item instanceof Blob
      ? item.type || concrete || "application/octet-stream"
      : (concrete ?? (isObject(item) ? "application/json" : undefined));
  return `content-disposition: form-data; name="${quote(name)}"${file}${type ? `\r\ncontent-type: ${type}` : ""}`;
}

/** As browsers quote names (HTML, section 4.10.21.8). */
function quote(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function contentOf(item: unknown): string | Blob {
  return item instanceof Blob ? item : isObject(item) ? JSON.stringify(item) : String(item);
}

function isObject(item: unknown): boolean {
  return typeof item === "object" && !(item instanceof Date);
}
