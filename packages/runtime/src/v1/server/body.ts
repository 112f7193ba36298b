import { createFormDecoder } from "../parameters.ts";
import { isNestedTooDeep } from "../schema/nesting.ts";
import { streamFormatOf } from "../streams/encode.ts";
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
import { type DecodedParts, decodeParts, isFilePart } from "./multipart/decode.ts";
import { MultipartError } from "./multipart/parse.ts";
import { type BodyLimits, readParts, TooManyPartsError } from "./multipart/read.ts";
import { isTextNestedTooDeep, nestingMessage } from "./nesting.ts";
import type {
  BodyContent,
  BodyDefinition,
  Defaults,
  PartsDefinition,
  Validator,
} from "./operation.ts";
import { readItems } from "./read-items.ts";

/** A body as it was read, and the media type of the document that it is. */
export interface ReadBody {
  /** As the document writes it; undefined when there is no body. */
  readonly mediaType: string | undefined;
  readonly value: unknown;
  readonly defaults: Defaults | string | undefined;
  /** False for what no schema can be held against: streams, and multipart forms whose parts are not described. */
  readonly isChecked: boolean;
  /** The documented header fields of a multipart body's parts; undefined when there are none. */
  readonly partHeaders: unknown;
}

/** Reads the body of a call within limits. */
export type BodyReader = (call: Call, limits: BodyLimits) => Later<ReadBody | Failed>;

interface Reading {
  readonly mediaType: string;
  readonly essence: string;
  readonly defaults: Defaults | string | undefined;
  readonly isChecked: boolean;
  readonly read: Read;
}

/** A body, which may be a MultipartBody, or why there is none. */
type Read = (call: Call, limits: BodyLimits) => Later<unknown>;

const none: ReadBody = {
  mediaType: undefined,
  value: undefined,
  defaults: undefined,
  isChecked: false,
  partHeaders: undefined,
};

/**
 * Prepares the reading of an operation's body by its media types: JSON is parsed, a form and a multipart body decoded,
 * text is a string, lines of JSON are an async iterable, everything else is a stream of bytes.
 *
 * @param validatorOf finds what the items of a stream are held against, when one comes
 */
export function createBodyReader(
  definition: BodyDefinition,
  validatorOf: (mediaType: string) => Validator | undefined = () => undefined,
): BodyReader {
  const readings = Object.entries(definition.content).map(([mediaType, content]): Reading => {
    const essence = essenceOf(mediaType);
    const { defaults } = content;
    const decode = content.form && createFormDecoder(content.form);
    const { read, isChecked } = readingOf(essence, content, decode, () => validatorOf(mediaType));
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
  return (call, limits) => {
    if (!call.hasBody) {
      return absent;
    }
    const contentType = call.headers.get("content-type") ?? "";
    const reading = exact.get(contentType) ?? findReading(readings, contentType);
    if (reading === undefined || !isPlain(call, contentType)) {
      return new Failed({ kind: "unsupported-media-type", status: 415, supported });
    }
    if (Number(call.headers.get("content-length") ?? 0) > limits.bytes) {
      return new Failed({ kind: "body-too-large", status: 413, limit: limits.bytes });
    }
    const { mediaType, defaults, isChecked } = reading;
    return after(reading.read(call, limits), (read) => {
      if (read instanceof Failed) {
        return read;
      }
      const [value, partHeaders] =
        read instanceof MultipartBody ? [read.value, read.headers] : [read, undefined];
      return value === undefined ? absent : { mediaType, value, defaults, isChecked, partHeaders };
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
    return toFailed(error, limit);
  });
}

function toFailed(error: unknown, limit: number): Failed {
  if (error instanceof BodyTooLargeError) {
    return new Failed({ kind: "body-too-large", status: 413, limit });
  }
  if (error instanceof BodyUsedError) {
    throw error;
  }
  // The client went away or sent less than it announced: nothing of ours failed.
  return invalidRequest(["body: incomplete"]);
}

function readingOf(
  essence: string,
  { parts, items }: BodyContent,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
  validator: () => Validator | undefined,
): Pick<Reading, "read" | "isChecked"> {
  const format = items === true ? streamFormatOf(essence) : undefined;
  if (parts !== undefined) {
    return { read: (call, limits) => readMultipart(call, limits, parts), isChecked: true };
  }
  if (essence === "multipart/form-data") {
    return { read: (call, { bytes }) => readFormData(call, bytes), isChecked: false };
  }
  if (format !== undefined) {
    return {
      read: (call, { bytes }) => readItems(call.streamBody(bytes), format, validator),
      isChecked: false,
    };
  }
  const parse = parserOf(essence, decodeForm);
  if (parse === undefined) {
    return { read: (call, { bytes }) => call.streamBody(bytes), isChecked: false };
  }
  return {
    read: (call, limits) => readWhole(call, limits.bytes, (bytes) => parseText(bytes, parse)),
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

/** A decoded multipart body, and the documented headers of its parts. */
class MultipartBody {
  readonly value: unknown;
  readonly headers: unknown;

  constructor({ value, headers }: DecodedParts) {
    this.value = value;
    this.headers = headers;
  }
}

async function readMultipart(
  call: Call,
  limits: BodyLimits,
  definition: PartsDefinition,
): Promise<unknown> {
  try {
    const parts = await readParts(call, limits, (head) => isFilePart(definition, head));
    const errors: string[] = [];
    const decoded = decodeParts(definition, parts, errors);
    return errors.length > 0 ? invalidRequest(errors) : new MultipartBody(decoded);
  } catch (error) {
    if (error instanceof MultipartError) {
      return invalidRequest([`body: not valid multipart: ${error.message}`]);
    }
    if (error instanceof TooManyPartsError) {
      return new Failed({
        kind: "body-too-large",
        status: 413,
        limit: limits.parts,
        unit: "parts",
      });
    }
    return toFailed(error, limits.bytes);
  }
}

/** For servers that were generated before parts were described. */
function readFormData(call: Call, limit: number): Promise<unknown> {
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
