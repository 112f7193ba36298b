import type { MediaType, Operation, Schema } from "../../../document/model/model.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { describeStreamItem, findStreamFormat } from "../bodies/stream-item.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import type { ConversionMode, Conversions } from "./conversions.ts";

/** Who applies the conversions: who sends requests and receives answers, or the other side. */
export type ConversionSide = "caller" | "receiver";

/**
 * The conversions of an operation for the runtime, as an object literal. Undefined when it has nothing to convert.
 *
 * @param operation with the schemas of each direction
 */
export function printOperationConversions(
  operation: Operation,
  side: ConversionSide,
  conversions: Conversions,
): string | undefined {
  const requests = side === "caller" ? "send" : "receive";
  const answers = side === "caller" ? "receive" : "send";
  const members = [
    ...printGroup("parameters", listParameters(operation, requests, conversions)),
    ...printMember(
      "body",
      listBodies(operation.requestBody?.value.content ?? [], requests, operation.name, conversions),
    ),
    ...printGroup(
      "responses",
      [...operation.responses].map(([status, { value }]) => [
        status,
        listBodies(value.content, answers, `${operation.name}_${status}`, conversions),
      ]),
    ),
    ...printMember("headers", listHeaders(operation, answers, conversions)),
  ];
  if (members.length === 0) {
    return undefined;
  }
  const received =
    side === "caller"
      ? [...operation.responses.values()].flatMap(({ value }) => value.content)
      : (operation.requestBody?.value.content ?? []);
  const isExact = received.some((each) => listSchemas(each).some(conversions.isExact));
  const exact = side === "caller" ? [] : listExactParameters(operation, conversions);
  const all = [...members, ...(isExact ? ["isExact: true"] : []), ...printMember("exact", exact)];
  return `{\n${all.map((member) => `  ${member},\n`).join("")}}`;
}

/** Returns whether the JSON of a body that is sent has numbers that `JSON.stringify` would round. */
export function isExactBody(content: MediaType, conversions: Conversions): boolean {
  return listSchemas(content).some(conversions.isExact);
}

type Entry = readonly [key: string, source: string];

function printMember(name: string, entries: readonly Entry[]): readonly string[] {
  const members = entries.map(([key, source]) => `${escapePropertyKey(key)}: ${source}`);
  return members.length === 0 ? [] : [`${name}: { ${members.join(", ")} }`];
}

function printGroup(
  name: string,
  groups: readonly (readonly [string, readonly Entry[]])[],
): readonly string[] {
  const members = groups.flatMap(([key, entries]) => printMember(escapePropertyKey(key), entries));
  return members.length === 0 ? [] : [`${name}: { ${members.join(", ")} }`];
}

function listSchemas({ schema, itemSchema }: MediaType): readonly Schema[] {
  return [schema, itemSchema].filter((each) => each !== undefined);
}

function listParameters(
  { name: operation, parameters }: Operation,
  direction: "send" | "receive",
  conversions: Conversions,
): readonly (readonly [string, readonly Entry[]])[] {
  const byLocation = new Map<string, Entry[]>();
  for (const { value } of parameters) {
    const sent: ConversionMode = value.contentType === undefined ? "write" : "encode";
    const mode = direction === "receive" ? "decode" : sent;
    const converter = conversions.convert(value.schema, mode, `${operation}_${value.name}`);
    if (converter !== undefined) {
      const entries = byLocation.get(value.in) ?? [];
      byLocation.set(value.in, [...entries, [value.name, converter]]);
    }
  }
  return [...byLocation];
}

function listBodies(
  content: readonly MediaType[],
  direction: "send" | "receive",
  place: string,
  conversions: Conversions,
): readonly Entry[] {
  return content.flatMap((mediaType): readonly Entry[] => {
    const kind = classifyMediaType(mediaType.mediaType);
    const isStream = findStreamFormat(mediaType.mediaType) !== undefined;
    const schema = isStream ? describeStreamItem(mediaType).schema : mediaType.schema;
    if (schema === undefined || (!isStream && (kind === "text" || kind === "binary"))) {
      return [];
    }
    const sent: ConversionMode = kind === "form" || kind === "multipart" ? "write" : "encode";
    const mode = direction === "receive" ? "decode" : sent;
    const converter = conversions.convert(schema, mode, `${place}_body`);
    return converter === undefined
      ? []
      : [[mediaType.mediaType, isStream ? `runtime.convertEach(${converter})` : converter]];
  });
}

function listHeaders(
  { name: operation, responses }: Operation,
  direction: "send" | "receive",
  conversions: Conversions,
): readonly Entry[] {
  const mode = direction === "receive" ? "decode" : "write";
  const found = new Map<string, string>();
  for (const [name, { value }] of [...responses.values()].flatMap((each) => [
    ...each.value.headers,
  ])) {
    const converter = conversions.convert(value.schema, mode, `${operation}_${name}`);
    if (converter !== undefined) {
      found.set(name, converter);
    }
  }
  return [...found];
}

function listExactParameters(
  { parameters }: Operation,
  { isExact }: Conversions,
): readonly Entry[] {
  const byLocation = new Map<string, readonly string[]>();
  for (const { value } of parameters) {
    if (value.contentType === undefined && isExact(value.schema)) {
      byLocation.set(value.in, [...(byLocation.get(value.in) ?? []), escapeString(value.name)]);
    }
  }
  return [...byLocation].map(([location, names]) => [location, `[${names.join(", ")}]`]);
}
