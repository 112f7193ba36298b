import { behindReferences } from "../../model/behind-references.ts";
import { writtenValues } from "../../model/facts/written-values.ts";
import type { MediaType, Schema } from "../../model/model.ts";
import { allowsText } from "./allows-text.ts";
import { collectProperties, mapProperties } from "./map-properties.ts";
import { getMediaEssence, mediaKind } from "./media-kind.ts";

/** The format of a stream of items, by its media type. */
export type StreamFormat = "events" | "json-lines" | "json-sequence";

/** The format of a media type that is a stream of items; undefined for all others. As the runtime has it. */
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

/** An item of a stream, as a program has it. */
export interface StreamItem {
  /** Undefined when the document says nothing of it. */
  readonly schema: Schema | undefined;
  /** Only for events: whether the data of all of them is JSON, or the types of those whose data is. */
  readonly json?: boolean | readonly string[];
  /** The schema of an event's data, when the document does not describe the event around it. */
  readonly data?: Schema;
  /**
   * Only for events: the data of the one that ends the stream, where the runtime could not know it. It takes `[DONE]` for
   * the end where data is JSON.
   */
  readonly terminator?: string;
}

/** The terminator of most services' streams of events. The document may name another one. */
const usualTerminator = "[DONE]";

/**
 * The items of a stream: `itemSchema` (OpenAPI 3.2), else what `schema` says: of a list its items, else of one item.
 *
 * The same object each time, because definitions are distinguished by identity.
 *
 * For events, a schema with a property `data` and no others than an event has is that of the event; where `data` says
 * `contentMediaType: application/json`, it is the parsed value, of which `contentSchema` is the schema. Any other schema
 * than that of plain text is that of the JSON in `data`.
 */
export function describeStreamItem(mediaType: MediaType): StreamItem {
  const item = items.get(mediaType) ?? readItem(mediaType);
  items.set(mediaType, item);
  return item;
}

/** Media types are made anew in each run. */
const items = new WeakMap<MediaType, StreamItem>();

function readItem(mediaType: MediaType): StreamItem {
  const item = readItemSchema(mediaType);
  const terminator =
    mediaType.streamTerminator ?? (endsAtUsual(mediaType, item) ? usualTerminator : undefined);
  return { ...item, ...(terminator !== undefined && { terminator }) };
}

/** True when the schema of text items excludes the usual terminator, so that the two cannot be confused. */
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

/** A document may describe the whole stream as a list. */
function getItemSchema(schema: Schema | undefined): Schema | undefined {
  const resolved = schema && behindReferences(schema);
  return resolved?.types?.length === 1 && resolved.types[0] === "array"
    ? (resolved.items ?? undefined)
    : schema;
}

/** `type: string` and nothing more is said of streams by documents that have no words for their items. */
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
  const names = jsonEvents(schema, []);
  return { schema: changed, json: kinds.includes(false) && names.length > 0 ? names : true };
}

/** The schema of data that is JSON; undefined for text. */
function getJsonDataSchema(data: Schema): Schema | undefined {
  const resolved = behindReferences(data);
  if (resolved === undefined || resolved.boolean !== undefined) {
    return undefined;
  }
  const { contentMediaType, contentSchema, types, location } = resolved;
  if (contentMediaType !== undefined && mediaKind(contentMediaType) === "json") {
    return contentSchema ?? { location, boolean: true };
  }
  // Text cannot be an object: the document means what the text says.
  const isStructured = types !== undefined && !types.includes("string");
  return isStructured || (types === undefined && collectProperties(resolved).size > 0)
    ? data
    : undefined;
}

/** The types of events in alternatives whose data is JSON. */
function jsonEvents(schema: Schema, outer: readonly string[]): readonly string[] {
  const resolved = behindReferences(schema);
  if (resolved === undefined) {
    return [];
  }
  const { properties, allOf = [], anyOf = [], oneOf = [] } = resolved;
  const event = properties?.get("event");
  const written = event && writtenValues(event);
  const names = written?.filter((name) => typeof name === "string") ?? outer;
  const data = properties?.get("data");
  const own = data !== undefined && getJsonDataSchema(data) !== undefined ? names : [];
  return [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => jsonEvents(part, names))];
}
