import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { MediaType, Schema } from "../../../document/model/model.ts";
import { allowsText } from "./allows-text.ts";
import { collectProperties, mapProperties } from "./map-properties.ts";
import { classifyMediaType, getMediaEssence } from "./media-kind.ts";

/** The format of a stream of items. It follows from the media type. */
export type StreamFormat = "events" | "json-lines" | "json-sequence";

/** The format of a media type that is a stream of items. Undefined for all others. The runtime uses the same rules. */
export function findStreamFormat(mediaType: string): StreamFormat | undefined {
  const essence = getMediaEssence(mediaType);
  if (essence === "text/event-stream") {
    return "events";
  }
  if (/^application\/(?:jsonl|jsonlines|x-jsonlines|ndjson|x-ndjson)$/.test(essence)) {
    return "json-lines";
  }
  return /^application\/(?:[^/]+\+)?json-seq$/.test(essence) ? "json-sequence" : undefined;
}

/** An item of a stream, in the form in which a program receives it. */
export interface StreamItem {
  /** Undefined when the document does not describe the items. */
  readonly schema: Schema | undefined;
  /** Only for events. True when the data of all events is JSON; otherwise the types of the events whose data is JSON. */
  readonly json?: boolean | readonly string[];
  /** The schema of an event's data, when the document does not describe the whole event. */
  readonly data?: Schema;
  /**
   * Only for events: the data of the event that ends the stream. Absent when the runtime knows it anyway: where data is
   * JSON, `[DONE]` ends the stream.
   */
  readonly terminator?: string;
}

/** The terminator of event streams of most services. The document may name another one. */
const usualTerminator = "[DONE]";

/**
 * Describes the items of a stream by `itemSchema` (OpenAPI 3.2), or else by `schema`: by its items if it is a list,
 * otherwise by the schema itself.
 *
 * Returns the same object each time, because definitions are compared by identity.
 *
 * For events, a schema describes the event when it has a property `data` and otherwise only properties that an event
 * has. When `data` has `contentMediaType: application/json`, programs receive the parsed value, and `contentSchema` is
 * its schema. Any other schema, except that of plain text, describes the JSON in `data`.
 */
export function describeStreamItem(mediaType: MediaType): StreamItem {
  const item = items.get(mediaType) ?? readItem(mediaType);
  items.set(mediaType, item);
  return item;
}

/** A weak map, because every run makes new media types. */
const items = new WeakMap<MediaType, StreamItem>();

function readItem(mediaType: MediaType): StreamItem {
  const item = readItemSchema(mediaType);
  const terminator =
    mediaType.streamTerminator ?? (endsAtUsual(mediaType, item) ? usualTerminator : undefined);
  return { ...item, ...(terminator !== undefined && { terminator }) };
}

/** Returns true when the schema of text items excludes the usual terminator, so that an item cannot be mistaken for it. */
function endsAtUsual({ mediaType }: MediaType, { schema, json }: StreamItem): boolean {
  if (findStreamFormat(mediaType) !== "events" || schema === undefined || json === true) {
    return false;
  }
  const texts = (collectProperties(schema).get("data") ?? []).filter(
    (data) => getJsonDataSchema(data) === undefined,
  );
  return texts.length > 0 && !texts.some((data) => allowsText(data, usualTerminator));
}

function readItemSchema(mediaType: MediaType): StreamItem {
  const schema = mediaType.itemSchema ?? getItemSchema(mediaType.schema);
  if (findStreamFormat(mediaType.mediaType) !== "events") {
    return { schema: mediaType.itemSchema ?? (isPlainText(schema) ? undefined : schema) };
  }
  if (schema !== undefined && isEvent(schema)) {
    return readEvent(schema);
  }
  if (schema === undefined || isPlainText(schema)) {
    const data: Schema = { location: locateStreamSchema(mediaType), types: ["string"] };
    return { schema: buildEventSchema(mediaType, data), data };
  }
  return { schema: buildEventSchema(mediaType, schema), data: schema, json: true };
}

/** Some documents describe the whole stream as a list. */
function getItemSchema(schema: Schema | undefined): Schema | undefined {
  const resolved = schema && followSchemaReferences(schema);
  return resolved?.types?.length === 1 && resolved.types[0] === "array"
    ? (resolved.items ?? undefined)
    : schema;
}

/**
 * Returns whether a schema only says `type: string`. Documents describe streams in this way when they cannot describe
 * the items.
 */
function isPlainText(schema: Schema | undefined): boolean {
  const { types, format, enum: values, const: constant, pattern } = schema ?? {};
  return (
    types?.length === 1 &&
    types[0] === "string" &&
    (format === undefined || format === "binary" || format === "event-stream") &&
    [values, constant, pattern].every((each) => each === undefined)
  );
}

const fields: ReadonlySet<string | undefined> = new Set([
  "comment",
  "data",
  "event",
  "id",
  "retry",
  undefined,
]);

function isEvent(schema: Schema): boolean {
  const names = [...collectProperties(schema).keys()];
  return names.includes("data") && names.every((name) => fields.has(name));
}

function buildEventSchema(mediaType: MediaType, data: Schema): Schema {
  const location = locateStreamSchema(mediaType);
  return {
    location,
    types: ["object"],
    properties: new Map<string, Schema>([
      ["event", { location, types: ["string"] }],
      ["id", { location, types: ["string"] }],
      ["retry", { location, types: ["integer"], minimum: 0 }],
      ["data", data],
    ]),
    required: ["data"],
  };
}

function locateStreamSchema({ schema, itemSchema }: MediaType): Schema["location"] {
  return (itemSchema ?? schema)?.location ?? { file: "", pointer: "/event" };
}

function readEvent(schema: Schema): StreamItem {
  const kinds = (collectProperties(schema).get("data") ?? []).map(
    (data) => getJsonDataSchema(data) !== undefined,
  );
  const changed = mapProperties(schema, (name, property) =>
    name === "data" ? (getJsonDataSchema(property) ?? property) : property,
  );
  if (!kinds.includes(true)) {
    return { schema };
  }
  const names = listJsonEvents(schema, []);
  return { schema: changed, json: kinds.includes(false) && names.length > 0 ? names : true };
}

/** The schema of data that is JSON. Undefined for text. */
function getJsonDataSchema(data: Schema): Schema | undefined {
  const resolved = followSchemaReferences(data);
  if (resolved === undefined || resolved.boolean !== undefined) {
    return undefined;
  }
  const { contentMediaType, contentSchema, types, location } = resolved;
  if (contentMediaType !== undefined && classifyMediaType(contentMediaType) === "json") {
    return contentSchema ?? { location, boolean: true };
  }
  // A string cannot be an object, so the document means the JSON in the text.
  const isStructured = types !== undefined && !types.includes("string");
  return isStructured || (types === undefined && collectProperties(resolved).size > 0)
    ? data
    : undefined;
}

/** The types of the events whose data is JSON, collected from the alternatives. */
function listJsonEvents(schema: Schema, outer: readonly string[]): readonly string[] {
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined) {
    return [];
  }
  const { properties, allOf = [], anyOf = [], oneOf = [] } = resolved;
  const event = properties?.get("event");
  const written = event && writtenValues(event);
  const names = written?.filter((name) => typeof name === "string") ?? outer;
  const data = properties?.get("data");
  const own = data !== undefined && getJsonDataSchema(data) !== undefined ? names : [];
  return [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => listJsonEvents(part, names))];
}
