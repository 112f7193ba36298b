import { isObject } from "../../../../json-object.ts";
import { isForm } from "../../array-formats.ts";
import type { Encoding, Header, MediaType, Use } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem, withLooseReferences } from "../context/build-context.ts";
import { buildUse, followReferences, resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import {
  findMember,
  includeIfDefined,
  listMemberEntries,
  readBoolean,
  readString,
} from "../context/raw.ts";
import { reportUnknownFields } from "../context/unknown-fields.ts";
import { buildSchema } from "../schemas/build-schema.ts";
import { readArrayFormat } from "./build-array-format.ts";
import { buildHeader, readWrittenStyle } from "./build-parameter.ts";
import { reportHeaderName } from "./header-name.ts";

/** Makes the media types of a `content`, in the document's order. */
export function buildContent(raw: Raw, context: BuildContext): MediaType[] {
  return listMemberEntries(resolveInPlace(raw, context)).map(([mediaType, written]) => {
    const value = followReferences(written, context) ?? written;
    reportLosses(value, context);
    reportUnknownFields(value, "media type", context);
    const schema = findMember(value, "schema");
    const itemSchema = findMember(value, "itemSchema");
    return {
      mediaType,
      ...includeIfDefined(
        "schema",
        schema === undefined ? undefined : buildSchema(schema, context),
      ),
      ...includeIfDefined(
        "itemSchema",
        itemSchema === undefined ? undefined : buildSchema(itemSchema, context),
      ),
      ...includeIfDefined("streamTerminator", buildTerminator(value, mediaType, context)),
      ...includeIfDefined("arrayFormat", readArrayFormat(value, isForm(mediaType), context)),
      encoding: buildEncodings(findMember(value, "encoding"), context),
      examples: buildExamples(value, mediaType, context),
    };
  });
}

/** Reads `x-stream-terminator`. Reports a terminator that cannot end an event stream, and leaves it out. */
function buildTerminator(value: Raw, mediaType: string, context: BuildContext): string | undefined {
  const written = findMember(value, "x-stream-terminator");
  if (written === undefined) {
    return undefined;
  }
  const text = readString(value, "x-stream-terminator");
  if (text !== undefined && /^text\/event-stream\s*(?:;|$)/i.test(mediaType)) {
    return text;
  }
  reportProblem(context, written, {
    severity: "warning",
    code: "invalid-stream-terminator",
    message:
      "`x-stream-terminator` must be a string, the data of the event that ends a `text/event-stream`; this one is ignored.",
    fix: "Write it beside the schema of `text/event-stream`, such as `x-stream-terminator: '[DONE]'`, or remove it.",
  });
  return undefined;
}

/** Reports encodings by position and encodings of inner parts (OpenAPI 3.2). No code is generated for them. */
function reportLosses(mediaType: Raw, context: BuildContext): void {
  const inner = listMemberEntries(findMember(mediaType, "encoding")).map(
    ([, encoding]) => encoding,
  );
  const found = [
    findMember(mediaType, "prefixEncoding"),
    findMember(mediaType, "itemEncoding"),
    ...inner.map((encoding) => findMember(encoding, "encoding")),
  ];
  for (const place of found) {
    if (place !== undefined) {
      reportProblem(context, place, {
        severity: "loss",
        code: "encoding-not-carried",
        message:
          "Parts of multipart bodies are distinguished by name only, and have no parts themselves.",
        fix: "Read and write such bodies by hand.",
      });
    }
  }
}

/** Headers by name as written, references resolved. */
export function buildHeaders(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Use<Header>> {
  const headers = new Map<string, Use<Header>>();
  for (const [name, value] of listMemberEntries(resolveInPlace(raw, context))) {
    const header = buildUse(value, "headers", context, buildHeader);
    if (header !== undefined) {
      reportHeaderName(name, value, context);
      headers.set(name, header);
    }
  }
  return headers;
}

function buildEncodings(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Encoding> {
  return new Map(
    listMemberEntries(raw).map(([property, value]) => {
      reportUnknownFields(value, "encoding", context);
      return [
        property,
        {
          ...includeIfDefined("contentType", readString(value, "contentType")),
          ...includeIfDefined("style", readWrittenStyle(value, context)),
          ...includeIfDefined("explode", readBoolean(value, "explode")),
          ...includeIfDefined("allowReserved", readBoolean(value, "allowReserved")),
          headers: buildHeaders(findMember(value, "headers"), context),
        },
      ];
    }),
  );
}

/**
 * Reads the named examples. A single `example` is named `default`. A reference leads to an example or, in OpenAPI 3.1
 * and later, to its value. References that lead nowhere are reported and left out.
 */
export function buildExamples(
  raw: Raw,
  mediaType: string | undefined,
  context: BuildContext,
): ReadonlyMap<string, unknown> {
  const single = findMember(raw, "example");
  const named = findMember(raw, "examples");
  if (single === undefined && named === undefined) {
    return none;
  }
  const examples = new Map<string, unknown>(
    single === undefined ? [] : [["default", single.value]],
  );
  if (named === undefined) {
    return examples;
  }
  const loose = withLooseReferences(context);
  for (const [name, value] of listMemberEntries(resolveInPlace(named, loose))) {
    const example = followReferences(value, loose);
    const own = example === undefined ? undefined : readExampleValue(example, mediaType, loose);
    if (own !== undefined) {
      examples.set(name, own.value);
    }
  }
  return examples;
}

/** Most parameters and headers have no examples, and share this map. */
const none: ReadonlyMap<string, unknown> = new Map();

function readExampleValue(
  example: Raw,
  mediaType: string | undefined,
  context: BuildContext,
): { readonly value: unknown } | undefined {
  const value = findMember(example, "value") ?? findMember(example, "dataValue");
  if (value === undefined) {
    return readSerializedValue(example, mediaType);
  }
  if (value !== undefined && isObject(value.value) && typeof value.value.$ref === "string") {
    // Bundling replaces such a reference by its target, so documents keep example values in files of their own.
    return followReferences(value, context);
  }
  return value;
}

/**
 * Reads `serializedValue` (OpenAPI 3.2), the text that is sent. JSON is parsed; for other media types the value is the
 * text itself.
 */
function readSerializedValue(
  example: Raw,
  mediaType: string | undefined,
): { readonly value: unknown } | undefined {
  const text = readString(example, "serializedValue");
  if (text === undefined || mediaType === undefined || !/[/+]json\s*(?:;|$)/i.test(mediaType)) {
    return text === undefined ? undefined : { value: text };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Examples of other media types may be any string.
    return { value: text };
  }
}
