import { EgressError } from "../../../base/egress/egress-error.ts";
import type { EgressResponse } from "../../../base/egress/egress-response.ts";
import { readMediaEssence } from "../../../base/media-essence.ts";
import { waitOutside } from "../../../base/sharing/fairness/work.ts";
import { countJsonBytes, largestResults } from "../../../base/sharing/fit-answer.ts";
import { isQuicklyParsed } from "../../../base/sharing/is-quickly-parsed.ts";
import { takeTurns } from "../../../base/sharing/take-turns.ts";
import type { StoredAnswer, StoreFile } from "../execution-types.ts";
import { decodeBase64Member } from "./base64-member.ts";
import { chooseFileName } from "./file-name.ts";

/** A file that an application sends as a member of its JSON. */
export interface SentFile {
  readonly member: string;
  readonly name: string;
  readonly mimetype: string;
}

/** The body of a response, by its kind. */
export type ParsedBody =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** The number of bytes of the body. */
      readonly size: number;
    }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly mediaType: string;
      /** True for a text that its media type calls JSON, and that is not. */
      readonly isBroken?: boolean;
    }
  | {
      readonly kind: "binary";
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      /** True for text or JSON that is too long to be shown. */
      readonly isUnread: boolean;
    }
  | ({ readonly kind: "file" } & StoredAnswer)
  | { readonly kind: "empty" }
  /** Over 10 MiB, for a file over 100 MiB, and therefore not read. */
  | { readonly kind: "too-large" };

/** Longer text and JSON stay bytes: parsing 10 MiB blocks every request of the process for some 200 ms. */
export const maximumTextBytes: number = 2 * 1024 * 1024;

/** A byte of a body is at most six of JSON, such as a control character that becomes `\u0000`. */
const mostBytesOfByte = 6;

/** The maximum number of bytes of an answer in memory. For an answer that is stored, it is `largestFile`. */
const maximumReadBytes = 10 * 1024 * 1024;

/** Bytes of an answer that is stored as a file (docs/decisions.md §11). */
export const largestFile: number = 100 * 1024 * 1024;

/** Forms are small. A longer one is returned as text. */
const maximumFormBytes = 64 * 1024;

/**
 * Reads the body of a response by its content type: JSON, forms (as objects), other text in its character set, and
 * bytes. JSON becomes text when it is invalid, has more than 256 levels, or has very many parts. Without a content
 * type, JSON is tried. A body above 2 MiB, or one for whose JSON an answer has no room, stays bytes.
 *
 * @param storing where bytes of a successful answer go, and text that stays bytes; without it they are read
 * @throws EgressError when the body breaks off or takes too long
 */
export async function readBody(
  response: Pick<EgressResponse, "ok" | "headers" | "body">,
  storing?: {
    readonly address: string;
    readonly store: StoreFile;
    /** The member of a JSON answer whose bytes are stored, in place of the answer. */
    readonly member?: SentFile | undefined;
  },
): Promise<ParsedBody> {
  let bytes: Uint8Array | undefined;
  try {
    const { ok, headers, body } = response;
    const type = headers.get("content-type") ?? "";
    const sent = storing?.member;
    if (storing !== undefined && sent !== undefined && ok && body !== null) {
      const source = decodeBase64Member(body, sent.member);
      return { kind: "file", ...(await waitOutside(() => storing.store(source, sent))) };
    }
    if (
      storing !== undefined &&
      ok &&
      body !== null &&
      type !== "" &&
      !isText(readMediaEssence(type))
    ) {
      const name = chooseFileName(headers, storing.address);
      const store = () => storing.store(body, { name, mimetype: type });
      return { kind: "file", ...(await waitOutside(store)) };
    }
    bytes = await waitOutside(() => readAtMost(response, maximumReadBytes));
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
  const mediaType = readMediaEssence(contentType);
  if (mediaType !== "" && !isText(mediaType)) {
    return { kind: "binary", bytes, mediaType, isUnread: false };
  }
  const keepBytes = async (): Promise<ParsedBody> => {
    const shown = mediaType || "application/octet-stream";
    if (storing === undefined || !response.ok) {
      return { kind: "binary", bytes, mediaType: shown, isUnread: true };
    }
    const name = chooseFileName(response.headers, storing.address);
    const store = () => storing.store(toPieces(bytes), { name, mimetype: contentType || shown });
    return { kind: "file", ...(await waitOutside(store)) };
  };
  if (bytes.length > maximumTextBytes) {
    return await keepBytes();
  }
  const fits = (value: unknown): boolean =>
    bytes.length * mostBytesOfByte <= largestResults || countJsonBytes(value) <= largestResults;
  const text = decode(bytes, contentType);
  if (mediaType === "application/x-www-form-urlencoded" && bytes.length <= maximumFormBytes) {
    const value = Object.fromEntries(new URLSearchParams(text));
    return { kind: "json", value, size: bytes.length };
  }
  const isJson = mediaType === "" || /[/+]json$/.test(mediaType);
  const isRead = isJson && isQuicklyParsed(text);
  const value = isRead ? parseJson(text) : undefined;
  await takeTurns(isJson ? bytes.length : 0);
  if (!fits(value ?? text)) {
    return await keepBytes();
  }
  // Some applications answer their failures as HTML whatever they promise.
  return value === undefined
    ? {
        kind: "text",
        text,
        mediaType: mediaType || "text/plain",
        ...(isRead && mediaType !== "" && { isBroken: true }),
      }
    : { kind: "json", value, size: bytes.length };
}

async function* toPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
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
