import { EgressError } from "../../egress/egress-error.ts";
import { takeTurns } from "../../sharing/take-turns.ts";
import { isQuicklyParsed } from "./is-quickly-parsed.ts";

/** The body of a response, by its kind. */
export type ParsedBody =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** The bytes that it took. */
      readonly size: number;
    }
  | { readonly kind: "text"; readonly text: string; readonly mediaType: string }
  | {
      readonly kind: "binary";
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      /** True for text or JSON of more than 2 MiB, which is not parsed. */
      readonly isUnread: boolean;
    }
  | { readonly kind: "empty" }
  /** Over 10 MiB, and therefore not read. */
  | { readonly kind: "too-large" };

/** Longer text and JSON stay bytes: parsing 10 MiB blocks every request of the process for some 200 ms. */
const maximumTextBytes = 2 * 1024 * 1024;

/** Forms are small. A longer one is returned as text. */
const maximumFormBytes = 64 * 1024;

/**
 * Reads the body of a response by its content type: JSON, forms (as objects), other text in its character set, and
 * bytes. JSON becomes text when it is invalid, has more than 256 levels, or has very many parts. Without a content
 * type, JSON is tried. A body above 2 MiB stays bytes.
 *
 * @throws EgressError when the body breaks off or takes too long
 */
export async function readBody(response: Response): Promise<ParsedBody> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof EgressError && error.reason === "body-too-large") {
      return { kind: "too-large" };
    }
    throw error;
  }
  if (bytes.length === 0) {
    return { kind: "empty" };
  }
  const contentType = response.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType !== "" && !isText(mediaType)) {
    return { kind: "binary", bytes, mediaType, isUnread: false };
  }
  if (bytes.length > maximumTextBytes) {
    const shown = mediaType || "application/octet-stream";
    return { kind: "binary", bytes, mediaType: shown, isUnread: true };
  }
  const text = decode(bytes, contentType);
  if (mediaType === "application/x-www-form-urlencoded" && bytes.length <= maximumFormBytes) {
    const value = Object.fromEntries(new URLSearchParams(text));
    return { kind: "json", value, size: bytes.length };
  }
  const isJson = mediaType === "" || /[/+]json$/.test(mediaType);
  if (!isJson) {
    return { kind: "text", text, mediaType };
  }
  const value = isQuicklyParsed(text) ? parseJson(text) : undefined;
  await takeTurns(bytes.length);
  return value === undefined
    ? // Some applications answer their failures as HTML whatever they promise.
      { kind: "text", text, mediaType: mediaType || "text/plain" }
    : { kind: "json", value, size: bytes.length };
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") ||
    /[/+](?:json|xml|yaml)$/.test(mediaType) ||
    /^application\/(?:javascript|graphql|x-ndjson|x-yaml|x-www-form-urlencoded)$/.test(mediaType)
  );
}

/** The parsed value; undefined when the text is not JSON. No JSON text stands for undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // The character set is unknown. A text with replacement characters is better than none.
    return new TextDecoder().decode(bytes);
  }
}
