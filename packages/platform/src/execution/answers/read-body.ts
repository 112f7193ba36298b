import { EgressError } from "../../egress/egress-error.ts";
import type { EgressResponse } from "../../egress/egress-response.ts";
import { takeTurns } from "../../sharing/take-turns.ts";
import type { StoredAnswer, StoreFile } from "../execution-types.ts";
import { chooseFileName } from "./file-name.ts";
import { isQuicklyParsed } from "./is-quickly-parsed.ts";

/** The body of a response, by its kind. */
export type ParsedBody =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** The number of bytes of the body. */
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
  | ({ readonly kind: "file" } & StoredAnswer)
  | { readonly kind: "empty" }
  /** Over 10 MiB, for a file over 100 MiB, and therefore not read. */
  | { readonly kind: "too-large" };

/** Longer text and JSON stay bytes: parsing 10 MiB blocks every request of the process for some 200 ms. */
const maximumTextBytes = 2 * 1024 * 1024;

/** The maximum number of bytes of an answer in memory. For an answer that is stored, it is `largestFile`. */
const maximumReadBytes = 10 * 1024 * 1024;

/** Bytes of an answer that is stored as a file (docs/decisions.md §11). */
export const largestFile: number = 100 * 1024 * 1024;

/** Forms are small. A longer one is returned as text. */
const maximumFormBytes = 64 * 1024;

/**
 * Reads the body of a response by its content type: JSON, forms (as objects), other text in its character set, and
 * bytes. JSON becomes text when it is invalid, has more than 256 levels, or has very many parts. Without a content
 * type, JSON is tried. A body above 2 MiB stays bytes.
 *
 * @param storing where bytes of a successful answer go; without it they are read
 * @throws EgressError when the body breaks off or takes too long
 */
export async function readBody(
  response: Pick<EgressResponse, "ok" | "headers" | "body">,
  storing?: { readonly address: string; readonly store: StoreFile },
): Promise<ParsedBody> {
  let bytes: Uint8Array | undefined;
  try {
    const { ok, headers, body } = response;
    const type = headers.get("content-type") ?? "";
    if (storing !== undefined && ok && body !== null && type !== "" && !isText(readEssence(type))) {
      const name = chooseFileName(headers, storing.address);
      return { kind: "file", ...(await storing.store(body, { name, mimetype: type })) };
    }
    bytes = await readAtMost(response, maximumReadBytes);
  } catch (error) {
    if (error instanceof EgressError && error.reason === "body-too-large") {
      return { kind: "too-large" };
    }
    throw error;
  }
  if (bytes === undefined) {
    return { kind: "too-large" };
  }
  if (bytes.length === 0) {
    return { kind: "empty" };
  }
  const contentType = response.headers.get("content-type") ?? "";
  const mediaType = readEssence(contentType);
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

/** The body; undefined when it is longer than the limit. */
async function readAtMost(
  { body }: Pick<EgressResponse, "body">,
  limit: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the response.
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > limit) {
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

function readEssence(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") ||
    /[/+](?:json|xml|yaml)$/.test(mediaType) ||
    /^application\/(?:javascript|graphql|x-ndjson|x-yaml|x-www-form-urlencoded)$/.test(mediaType)
  );
}

/** The parsed value; undefined when the text is not JSON. JSON cannot represent undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Kept, because making one takes longer than decoding a short answer. */
const utf8 = new TextDecoder();

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset === undefined) {
    return utf8.decode(bytes);
  }
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // The character set is unknown. A string with replacement characters is better than none.
    return utf8.decode(bytes);
  }
}
