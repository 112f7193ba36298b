import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import type { MediaType, Operation, Parameter } from "../../../document/model/model.ts";
import { buildSentPath } from "../../../document/model/path-key.ts";
import { classifyMediaType, getMediaEssence } from "../../shared/bodies/media-kind.ts";
import { describeStreamItem, findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { listSuccesses } from "../../shared/bodies/successes.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { repeatsItemsWithCommas } from "../../shared/parameters/encoded-commas.ts";
import { readParameterStyle } from "../../shared/parameters/parameter-style.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { printList } from "../../shared/print/print-list.ts";
import { chooseAccept, isBodyless } from "../answers.ts";
import { choosesContentType, findIdempotencyKey } from "../input-layout.ts";
import type { ClientOperationPlan } from "../plan.ts";
import { printBodyEncoder } from "./body-encoder.ts";
import { useImport } from "./imported.ts";
import { listRequestEncoders } from "./request-encoders.ts";

/** The parts of an operation's description that refer to other parts of the output. */
export interface ClientOperationParts {
  /** The name of the function that reads the documented headers of its responses. */
  readonly readHeaders?: string | undefined;
  /** The document's base URL, as a literal. */
  readonly baseUrl: string;
  /** The media types of bodies whose JSON has numbers that `JSON.stringify` would round. */
  readonly exactBodies?: readonly string[] | undefined;
}

/**
 * The runtime's description of an operation, as an object literal. Adds the names that it needs from the runtime to
 * `imports`.
 */
export function printClientOperation(
  { operation, parameters, security }: ClientOperationPlan,
  imports: Set<string>,
  { readHeaders, baseUrl, exactBodies = [] }: ClientOperationParts,
): string {
  const members = [
    `name: ${escapeString(operation.name)}`,
    `method: ${escapeString(getMethodName(operation))}`,
    `path: ${escapeString(buildSentPath(operation))}`,
  ];
  if (operation.server !== undefined) {
    const list = [`url: ${escapeString(operation.server)}`, `insteadOf: ${baseUrl}`];
    members.push(printLineOrList("server", list));
  }
  if (security !== undefined) {
    members.push(`security: ${security.constant}`);
  }
  if (parameters.length > 0) {
    const list = parameters.map(({ parameter, grouped }) =>
      printClientParameter(parameter, grouped),
    );
    members.push(`parameters: ${printMembers("[", list)}`);
  }
  const content = operation.requestBody?.value.content ?? [];
  if (content.length > 0) {
    const encoders = putPreferredFirst(content).map(
      (mediaType) =>
        `${escapePropertyKey(mediaType.mediaType)}: ${printBodyEncoder(mediaType, imports, exactBodies.includes(mediaType.mediaType))}`,
    );
    members.push(`body: ${printMembers("{", encoders)}`);
    if (choosesContentType(operation)) {
      members.push("choosesContentType: true");
    }
  }
  const encoders = listRequestEncoders(operation, parameters).map(
    ([part, encoder]) => `${part}: ${useImport(encoder, imports)}`,
  );
  if (encoders.length > 0) {
    members.push(printLineOrList("encoders", encoders));
  }
  const key = findIdempotencyKey(parameters);
  if (key !== undefined) {
    members.push(`idempotencyKey: ${escapeString(key.name)}`);
  }
  const accept = chooseAccept(operation);
  if (accept !== undefined) {
    members.push(`accept: ${escapeString(accept)}`);
  }
  const answers = answerSources(operation);
  if (answers.length > 0) {
    members.push(`answers: ${printMembers("{", answers)}`);
  }
  const streams = streamSources(operation, imports);
  if (streams.length > 0) {
    members.push(`streams: ${printMembers("{", streams)}`);
  }
  if (hasText(operation)) {
    members.push(`readText: ${useImport("readEncodedText", imports)}`);
  }
  if (readHeaders !== undefined) {
    members.push(`readHeaders: ${readHeaders}`);
  }
  return `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
}

/** A member whose value is an object, on one line if it fits. */
function printLineOrList(name: string, members: readonly string[]): string {
  return `${name}: ${printList("{", members, "  ", (line) => name.length + line.length <= 95)}`;
}

/** The members of a literal: a single member on the same line if it fits, several members on one line each. */
function printMembers(open: "[" | "{", members: readonly string[]): string {
  const [first = ""] = members;
  return printList(open, members, "  ", () => members.length === 1 && first.length <= 76);
}

/** A parameter as an object literal on one line. Members with their default value are left out. */
export function printClientParameter(parameter: Parameter, grouped = false): string {
  const { name, contentType, allowReserved } = parameter;
  return printLiteral({
    name,
    in: parameter.in,
    contentType,
    ...readParameterStyle(parameter),
    splitEncoded: repeatsItemsWithCommas(parameter) || undefined,
    allowReserved: (contentType === undefined && allowReserved) || undefined,
    grouped: grouped || undefined,
  });
}

/** The media types of a body with the default first: JSON if the document has it, otherwise its first media type. */
export function putPreferredFirst(content: readonly MediaType[]): readonly MediaType[] {
  const first = content.find(({ mediaType }) => classifyMediaType(mediaType) === "json");
  return first === undefined ? content : [first, ...content.filter((other) => other !== first)];
}

/** The media types of the successful responses, by status. Empty for HEAD, whose responses have no body. */
function answerSources(operation: Operation): readonly string[] {
  return operation.method === "head"
    ? []
    : listSuccesses(operation).map(([status, { content }]) => {
        const types = isBodyless(status) ? [] : content.map(({ mediaType }) => mediaType);
        return `${escapePropertyKey(status)}: ${printStringList([...new Set(types)])}`;
      });
}

/** Returns whether an answer can be text that is not JSON, so that its `charset` matters. */
function hasText({ responses }: Operation): boolean {
  return [...responses.values()].some(({ value }) =>
    value.content.some(
      ({ mediaType }) =>
        classifyMediaType(mediaType) === "text" && findStreamFormat(mediaType) === undefined,
    ),
  );
}

/** The readers for streams of items in successful responses, by media type. */
function streamSources(operation: Operation, imports: Set<string>): readonly string[] {
  const found = new Map<string, string>();
  for (const [, { content }] of listSuccesses(operation)) {
    for (const mediaType of content) {
      const key = escapePropertyKey(getMediaEssence(mediaType.mediaType));
      const source = streamSource(mediaType, imports);
      if (source !== undefined && !found.has(key)) {
        found.set(key, `${key}: ${source}`);
      }
    }
  }
  return [...found.values()];
}

function streamSource(mediaType: MediaType, imports: Set<string>): string | undefined {
  switch (findStreamFormat(mediaType.mediaType)) {
    case undefined:
      return undefined;
    case "json-lines":
      return useImport("jsonLines", imports);
    case "json-sequence":
      return useImport("jsonSequence", imports);
    case "events": {
      const { json, terminator } = describeStreamItem(mediaType);
      if (json === undefined && terminator === undefined) {
        return useImport("eventStream", imports);
      }
      const names = typeof json === "object" ? printStringList([...new Set(json)]) : undefined;
      const first = names ?? (json === true ? undefined : "[]");
      const words =
        terminator === undefined ? [first ?? ""] : [first ?? "undefined", escapeString(terminator)];
      return `/* @__PURE__ */ ${useImport("eventStreamWith", imports)}(${words.join(", ")})`;
    }
  }
}

/** A list's pagination as an object literal. */
export function printPagination(pagination: PaginationDefinition): string {
  const members = Object.entries(pagination).map(
    ([name, value]) =>
      `  ${name}: ${typeof value === "number" ? value : printStringList(value)},\n`,
  );
  return `{\n${members.join("")}}`;
}

/** A list of string literals. It serves as a value or as a tuple type. */
export function printStringList(texts: readonly string[]): string {
  return `[${texts.map(escapeString).join(", ")}]`;
}
