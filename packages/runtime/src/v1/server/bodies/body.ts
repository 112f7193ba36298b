import { createFormDecoder } from "../../parameters.ts";
import { getStreamFormat } from "../../streams/encode.ts";
import { Failed, failInvalidRequest } from "../answers/failure.ts";
import {
  getEssence,
  includesMediaType,
  measureCloseness,
  readMediaTypeParameter,
} from "../answers/media-type.ts";
import type { Call } from "../call.ts";
import { callAfter, type Later } from "../later.ts";
import type { BodyContent, BodyDefinition, Defaults, Validator } from "../operation.ts";
import { MultipartBody, readFormData, readMultipart } from "./body-multipart.ts";
import { chooseTextParser, parseBodyText } from "./body-text.ts";
import type { BodyLimits } from "./multipart/read.ts";
import { readItems } from "./read-items.ts";
import { readRaw, readWhole, withRawBody } from "./read-whole.ts";

/** The value of a body, and its media type in the document. */
export interface ReadBody {
  /** The media type as the document writes it; undefined without a body. */
  readonly mediaType: string | undefined;
  readonly value: unknown;
  readonly defaults: Defaults | string | undefined;
  /** False for bodies that no schema can check: streams, and multipart forms whose parts are not described. */
  readonly isChecked: boolean;
  /** The documented header fields of a multipart body's parts; undefined when the document does not describe parts. */
  readonly partHeaders: unknown;
  /** The unchanged bytes, if the operation asks for them; empty without a body. */
  readonly raw: Uint8Array | undefined;
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

/** Reads a body. Resolves to its value, a MultipartBody for a multipart body, or a Failed when it cannot be read. */
type Read = (call: Call, limits: BodyLimits) => Later<unknown>;

const none: ReadBody = {
  mediaType: undefined,
  value: undefined,
  defaults: undefined,
  isChecked: false,
  partHeaders: undefined,
  raw: undefined,
};

/** The media type of a body that is sent without one (RFC 9110, section 8.3). */
const unnamedType = "application/octet-stream";

/**
 * Prepares the reading of an operation's body by its media types: JSON is parsed, forms and multipart bodies are
 * decoded, text becomes a string, a stream of items an async iterable, everything else a stream of bytes.
 *
 * @param findValidator returns the validator for the items of a stream; called when such a body arrives
 * @param isRawKept whether to read the whole body first and also return its bytes
 * @param parse parses JSON instead of `JSON.parse`
 */
export function createBodyReader(
  definition: BodyDefinition,
  findValidator: (mediaType: string) => Validator | undefined = () => undefined,
  isRawKept: boolean = false,
  parse?: (text: string) => unknown,
): BodyReader {
  const readings = Object.entries(definition.content).map(([mediaType, content]): Reading => {
    const essence = getEssence(mediaType);
    const { defaults } = content;
    const decode = content.form && createFormDecoder(content.form, content.formOthers);
    const { read, isChecked } = planReading(
      essence,
      content,
      decode,
      () => findValidator(mediaType),
      parse,
    );
    return {
      mediaType,
      essence,
      defaults,
      read,
      isChecked: isChecked && content.isUnchecked !== true,
    };
  });
  const exact = new Map<string, Reading>();
  for (const reading of readings.toSorted(hasParameters)) {
    exact.set(reading.mediaType, exact.get(reading.mediaType) ?? reading);
    exact.set(reading.essence, exact.get(reading.essence) ?? reading);
  }
  const supported = readings.map((reading) => reading.mediaType);
  const optional = isRawKept ? { ...none, raw: new Uint8Array() } : none;
  const absent = definition.required ? failInvalidRequest(["body: required"]) : optional;
  return (call, limits) => {
    if (!call.hasBody) {
      return absent;
    }
    const sentType = call.headers.get("content-type") ?? "";
    const contentType = sentType === "" && isRawKept ? unnamedType : sentType;
    const reading = exact.get(contentType) ?? findReading(readings, contentType);
    if (reading === undefined || !isPlain(call, contentType)) {
      return new Failed({ kind: "unsupported-media-type", status: 415, supported });
    }
    if (Number(call.headers.get("content-length") ?? 0) > limits.bytes) {
      return new Failed({ kind: "body-too-large", status: 413, limit: limits.bytes });
    }
    const { mediaType, defaults, isChecked } = reading;
    const make = (source: Call, raw: Uint8Array | undefined): Later<ReadBody | Failed> =>
      callAfter(reading.read(source, limits), (read) => {
        if (read instanceof Failed) {
          return read;
        }
        const [value, partHeaders] =
          read instanceof MultipartBody ? [read.value, read.headers] : [read, undefined];
        return value === undefined
          ? absent
          : { mediaType, value, defaults, isChecked, partHeaders, raw };
      });
    return isRawKept
      ? readRaw(call, limits.bytes).then((raw) =>
          raw instanceof Failed ? raw : make(withRawBody(call, raw), raw),
        )
      : make(call, undefined);
  };
}

function hasParameters(a: Reading, b: Reading): number {
  return Number(a.mediaType.includes(";")) - Number(b.mediaType.includes(";"));
}

/**
 * Finds the documented media type of a body. The type with the most matching parameters comes first, then a range that
 * includes the type, then the same type with parameters that were not sent, because many clients do not send any.
 */
function findReading(readings: readonly Reading[], contentType: string): Reading | undefined {
  const essence = getEssence(contentType);
  if (essence === "") {
    return undefined;
  }
  const same = readings.filter((reading) => reading.essence === essence);
  const close = same.map(({ mediaType }) => measureCloseness(mediaType, contentType));
  const best = Math.max(...close);
  return best >= 0
    ? same[close.indexOf(best)]
    : (readings.find(
        (reading) => reading.essence !== essence && includesMediaType(reading.essence, essence),
      ) ?? same[0]);
}

/**
 * Returns whether a body is uncompressed UTF-8. JSON has no other encoding (RFC 8259, section 8.1), and a compressed
 * body is answered with 415 (RFC 9110, section 15.5.16); a proxy may decompress it before.
 */
function isPlain(call: Call, contentType: string): boolean {
  const encoding = call.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    return false;
  }
  const charset = contentType.includes(";")
    ? readMediaTypeParameter(contentType, "charset")
    : undefined;
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}

/** Chooses how bodies of a media type are read, and whether a schema can check them. */
function planReading(
  essence: string,
  { parts, items }: BodyContent,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
  validator: () => Validator | undefined,
  parseJson: ((text: string) => unknown) | undefined,
): Pick<Reading, "read" | "isChecked"> {
  const format = items === true ? getStreamFormat(essence) : undefined;
  if (parts !== undefined) {
    return { read: (call, limits) => readMultipart(call, limits, parts), isChecked: true };
  }
  if (essence === "multipart/form-data") {
    return { read: (call, { bytes }) => readFormData(call, bytes), isChecked: false };
  }
  if (format !== undefined) {
    return {
      read: (call, { bytes }) => readItems(call.streamBody(bytes), format, validator, parseJson),
      isChecked: false,
    };
  }
  const parse = chooseTextParser(essence, decodeForm, parseJson);
  if (parse === undefined) {
    return { read: (call, { bytes }) => call.streamBody(bytes), isChecked: false };
  }
  return {
    read: (call, { bytes: limit, members }) =>
      readWhole(call, limit, (bytes) => parseBodyText(bytes, parse, members)),
    isChecked: true,
  };
}
