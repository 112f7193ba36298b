import { createFormDecoder } from "../parameters.ts";
import { isNestedTooDeep } from "../schema/nesting.ts";
import { BodyTooLargeError, BodyUsedError, type Call } from "./call.ts";
import { Failed, invalidRequest } from "./failure.ts";
import { after, type Later } from "./later.ts";
import {
  essenceOf,
  isJsonType,
  isTextType,
  mediaTypeParameter,
  rangeIncludes,
} from "./media-type.ts";
import { isTextNestedTooDeep, nestingMessage } from "./nesting.ts";
import type { BodyDefinition, Defaults } from "./operation.ts";

/** A body as it was read, and the media type of the document that it is. */
export interface ReadBody {
  /** As the document writes it; undefined when there is no body. */
  readonly mediaType: string | undefined;
  readonly value: unknown;
  readonly defaults: Defaults | string | undefined;
  /** False for what no schema can be held against: streams and multipart forms. */
  readonly isChecked: boolean;
}

/** Reads the body of a call, at most `limit` bytes. */
export type BodyReader = (call: Call, limit: number) => Later<ReadBody | Failed>;

interface Reading {
  readonly mediaType: string;
  readonly essence: string;
  readonly defaults: Defaults | string | undefined;
  readonly isChecked: boolean;
  readonly read: (call: Call, limit: number) => Later<unknown>;
}

const none: ReadBody = {
  mediaType: undefined,
  value: undefined,
  defaults: undefined,
  isChecked: false,
};

/**
 * Prepares the reading of an operation's body by its media types: JSON is parsed, a form decoded, text is a string, a
 * multipart form is `FormData`, everything else is a stream of bytes.
 */
export function createBodyReader(definition: BodyDefinition): BodyReader {
  const readings = Object.entries(definition.content).map(([mediaType, content]): Reading => {
    const essence = essenceOf(mediaType);
    const { defaults } = content;
    const decode = content.form && createFormDecoder(content.form);
    const { read, isChecked } = readingOf(essence, decode);
    return {
      mediaType,
      essence,
      defaults,
      read,
      isChecked: isChecked && content.isUnchecked !== true,
    };
  });
  const exact = new Map(readings.map((reading) => [reading.essence, reading]));
  const supported = readings.map((reading) => reading.mediaType);
  const absent = definition.required ? invalidRequest(["body: required"]) : none;
  return (call, limit) => {
    if (!call.hasBody) {
      return absent;
    }
    const contentType = call.headers.get("content-type") ?? "";
    const reading = exact.get(contentType) ?? findReading(readings, contentType);
    if (reading === undefined || !isPlain(call, contentType)) {
      return new Failed({ kind: "unsupported-media-type", status: 415, supported });
    }
    if (Number(call.headers.get("content-length") ?? 0) > limit) {
      return new Failed({ kind: "body-too-large", status: 413, limit });
    }
    const { mediaType, defaults, isChecked } = reading;
    return after(reading.read(call, limit), (value) => {
      if (value instanceof Failed) {
        return value;
      }
      return value === undefined ? absent : { mediaType, value, defaults, isChecked };
    });
  };
}

function findReading(readings: readonly Reading[], contentType: string): Reading | undefined {
  const essence = essenceOf(contentType);
  return essence === ""
    ? undefined
    : (readings.find((reading) => reading.essence === essence) ??
        readings.find((reading) => rangeIncludes(reading.essence, essence)));
}

/** JSON is UTF-8 (RFC 8259, section 8.1); compressed bodies are for a proxy to unpack (RFC 9110, section 15.5.16). */
function isPlain(call: Call, contentType: string): boolean {
  const encoding = call.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    return false;
  }
  const charset = contentType.includes(";")
    ? mediaTypeParameter(contentType, "charset")
    : undefined;
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}

/** Reads the whole body and makes a value of its bytes. */
function readWhole(
  call: Call,
  limit: number,
  parse: (bytes: Uint8Array) => Later<unknown>,
): Promise<unknown> {
  return call.readBody(limit).then(parse, (error: unknown) => {
    if (error instanceof BodyTooLargeError) {
      return new Failed({ kind: "body-too-large", status: 413, limit });
    }
    if (error instanceof BodyUsedError) {
      throw error;
    }
    // The client went away or sent less than it announced: nothing of ours failed.
    return invalidRequest(["body: incomplete"]);
  });
}

function readingOf(
  essence: string,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
): Pick<Reading, "read" | "isChecked"> {
  if (essence === "multipart/form-data") {
    return { read: readMultipart, isChecked: false };
  }
  const parse = parserOf(essence, decodeForm);
  if (parse === undefined) {
    return { read: (call, limit) => call.streamBody(limit), isChecked: false };
  }
  return {
    read: (call, limit) => readWhole(call, limit, (bytes) => parseText(bytes, parse)),
    isChecked: true,
  };
}

function parserOf(
  essence: string,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
): ((text: string) => unknown) | undefined {
  if (isJsonType(essence)) {
    return parseJson;
  }
  if (decodeForm !== undefined) {
    return (text) => checkNesting(decodeForm(text));
  }
  return isTextType(essence) ? (text) => text : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function parseText(bytes: Uint8Array, parse: (text: string) => unknown): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return invalidRequest(["body: not valid UTF-8"]);
  }
  return parse(text);
}

/** Undefined for an empty text: that is no body. */
function parseJson(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  if (isTextNestedTooDeep(text)) {
    return invalidRequest([`body: ${nestingMessage}`]);
  }
  try {
    // JSON.parse makes `__proto__` a member of its own, which is harmless; nothing here assigns members by name.
    return JSON.parse(text);
  } catch {
    return invalidRequest(["body: not valid JSON"]);
  }
}

function checkNesting(value: unknown): unknown {
  return isNestedTooDeep(value) ? invalidRequest([`body: ${nestingMessage}`]) : value;
}

function readMultipart(call: Call, limit: number): Promise<unknown> {
  const headers = { "content-type": call.headers.get("content-type") ?? "" };
  return readWhole(call, limit, async (bytes) => {
    try {
      // A Uint8Array over a plain ArrayBuffer: bodies are never shared memory.
      return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
    } catch {
      return invalidRequest(["body: not valid multipart/form-data"]);
    }
  });
}
