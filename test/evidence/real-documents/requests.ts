import { loadModel } from "../../../packages/specwright/src/commands/load/load-model.ts";
import type {
  MediaType,
  Model,
  Operation,
  Schema,
} from "../../../packages/specwright/src/document/model/model.ts";
import {
  choosesContentType,
  layOutInput,
} from "../../../packages/specwright/src/emit/client/input-layout.ts";
import { classifyMediaType } from "../../../packages/specwright/src/emit/shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../../packages/specwright/src/emit/shared/bodies/multipart-parts.ts";
import type { Comparison } from "../../../scripts/evidence/real-documents.ts";
import { isObject } from "../../../scripts/support/document.ts";
import { Failure } from "../../../scripts/support/failure.ts";
import { componentsToJsonSchema, schemaToJson } from "../../conformance/support/json-schema.ts";
import { createRandom } from "../../support/samples.ts";
import { baseUrl, type Input, type Peer } from "./peer-clients.ts";
import { fakeValues } from "./samples.ts";
import { captureSent, type Sent } from "./sent.ts";

const requestsOfADocument = 100;
/** Makes the same calls with our client and with that of another generator, and compares what they send. */
export async function compareRequests(
  document: string,
  folder: string,
  peer: Peer,
): Promise<Comparison> {
  const { model } = loadModel(document);
  const theirs = await peer.load(document, folder).catch((error: unknown) => {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return undefined;
  });
  if (theirs === undefined) {
    return { same: 0, all: 0, differences: [`${peer.name} makes no client of this document`] };
  }
  const api = await import(`${folder}/out/client/index.js`);
  const random = createRandom(1);
  const operations = model.operations.filter((operation) =>
    theirs.has(renderOperationPlace(operation)),
  );
  const differences: string[] = [];
  let same = 0;
  for (let index = 0; index < requestsOfADocument && operations.length > 0; index += 1) {
    const chosen = operations[Math.floor(random() * operations.length)];
    const call = chosen && theirs.get(renderOperationPlace(chosen));
    if (chosen === undefined || call === undefined) {
      continue;
    }
    const input = buildCallInput(chosen, model, random);
    const ours = await captureSent((fetch) => callOurs(api, chosen, input, fetch));
    const other = await captureSent((fetch) => call(input, fetch));
    const found = findDifference(ours, other, peer.name);
    same += found === undefined ? 1 : 0;
    if (found !== undefined) {
      differences.push(`${renderOperationPlace(chosen)} ${found}`);
    }
  }
  return { same, all: requestsOfADocument, differences };
}

function renderOperationPlace({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

function findDifference(
  ours: Sent | string,
  theirs: Sent | string,
  name: string,
): string | undefined {
  if (typeof ours === "string" || typeof theirs === "string") {
    return ours === theirs ? undefined : `ours ${show(ours)}, ${name} ${show(theirs)}`;
  }
  const parts = (["method", "url", "mediaType", "body"] as const).flatMap((part) =>
    ours[part] === theirs[part] ? [] : [`${part}: ours ${ours[part]}, ${name} ${theirs[part]}`],
  );
  return parts.length === 0 ? undefined : parts.join("; ");
}

function show(sent: Sent | string): string {
  return typeof sent === "string" ? sent : sent.url;
}

function callOurs(
  api: Readonly<Record<string, (...input: readonly unknown[]) => Promise<unknown>>>,
  operation: Operation,
  input: Input,
  fetch: typeof globalThis.fetch,
): Promise<unknown> | undefined {
  const groups: Record<string, Record<string, unknown>> = {};
  const members: Record<string, unknown> = {};
  for (const { parameter, grouped } of layOutInput(operation)) {
    const { name, in: location } = parameter;
    const value = location === "querystring" ? undefined : input[location][name];
    if (value !== undefined && grouped) {
      groups[location] = { ...groups[location], [name]: value };
    } else if (value !== undefined) {
      members[name] = value;
    }
  }
  const flat: Record<string, unknown> = { ...members, ...groups };
  if (input.mediaType !== undefined) {
    flat.body = input.body;
    if (choosesContentType(operation)) {
      flat.contentType = input.mediaType;
    }
  }
  const transport = api.createTransport?.({ baseUrl, fetch, retries: 0 });
  return api[operation.name]?.(transport, flat);
}

function buildCallInput(operation: Operation, model: Model, random: () => number): Input {
  const input: Input = { path: {}, query: {}, header: {}, cookie: {} };
  for (const { parameter } of layOutInput(operation)) {
    const { name, in: location, required, schema } = parameter;
    const isGiven = required || (random() < 0.5 && location !== "header" && location !== "cookie");
    if (isGiven && location !== "querystring") {
      const value = fake(schema, model, random).find(isSendable);
      // If no value could be generated, send a string.
      input[location][name] = value ?? "text";
    }
  }
  const mediaType = chooseMediaType(operation);
  if (mediaType === undefined) {
    return input;
  }
  const body = buildCallBody(mediaType, model, random);
  return body === undefined ? input : { ...input, body, mediaType: mediaType.mediaType };
}

/** Values that say something on the wire. */
function isSendable(value: unknown): boolean {
  return (
    value !== null &&
    value !== "" &&
    !(Array.isArray(value) && !(value.length > 0 && value.every(isSendable))) &&
    !(isObject(value) && !(Object.keys(value).length > 0 && Object.values(value).every(isSendable)))
  );
}

/** Prefers JSON, then forms, then others. */
function chooseMediaType({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.value.content ?? [];
  const kinds = ["json", "form", "multipart", "text", "binary"];
  return [...content].sort(
    (left, right) =>
      kinds.indexOf(classifyMediaType(left.mediaType)) -
      kinds.indexOf(classifyMediaType(right.mediaType)),
  )[0];
}

function buildCallBody(mediaType: MediaType, model: Model, random: () => number): unknown {
  const kind = classifyMediaType(mediaType.mediaType);
  if (kind === "binary") {
    return new Blob(["bytes"]);
  }
  if (mediaType.schema === undefined) {
    return undefined;
  }
  const [value] = fake(mediaType.schema, model, random);
  const members: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const { name, isFile, isList } of listMultipartParts(mediaType) ?? []) {
    if (isFile && name !== undefined && Object.hasOwn(members, name)) {
      const file = new Blob(["bytes"]);
      members[name] = isList ? [file] : file;
    }
  }
  return kind === "multipart" ? members : value;
}

function fake(schema: Schema, model: Model, random: () => number): readonly unknown[] {
  const definitions = buildDefinitions(model);
  const values = fakeValues(pointToComponents(schemaToJson(schema)), definitions, 4);
  const start = Math.floor(random() * values.length);
  return [...values.slice(start), ...values.slice(0, start)];
}

const known = new WeakMap<Model, Readonly<Record<string, unknown>>>();

function buildDefinitions(model: Model): Readonly<Record<string, unknown>> {
  const found = known.get(model);
  if (found !== undefined) {
    return found;
  }
  const made: unknown = pointToComponents(componentsToJsonSchema(model).$defs);
  const definitions = isObject(made) ? made : {};
  known.set(model, definitions);
  return definitions;
}

/**
 * Rewrites the references `#/$defs/…`, which the JSON Schema of the tests has, to `#/components/schemas/…`, as in a
 * document.
 */
function pointToComponents(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
