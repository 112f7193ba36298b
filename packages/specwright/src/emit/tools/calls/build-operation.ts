import {
  authorization,
  type BodyEncoder,
  basic,
  bearer,
  bracketFormBody,
  type ClientOperation,
  type ClientParameter,
  type CredentialPlace,
  cookieKey,
  encodeBody,
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  eventStream,
  eventStreamWith,
  formBody,
  formBodyWith,
  headerKey,
  joinQuery,
  jsonBody,
  jsonLines,
  jsonLinesBody,
  jsonSequence,
  jsonSequenceBody,
  multipartBodyWith,
  type OperationSecurity,
  queryKey,
  type RequestEncoders,
  randomKey,
  rawBody,
  type StreamReader,
  secured,
} from "@specwright/runtime/v1/client";
import { dropUndefined } from "../../../defined.ts";
import type { MediaType, Model, Operation } from "../../../document/model/model.ts";
import { buildSentPath } from "../../../document/model/path-key.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";
import { findBaseAddress } from "../../../document/model/server-address.ts";
import { chooseAccept, isBodyless } from "../../client/answers.ts";
import {
  choosesContentType,
  findIdempotencyKey,
  layOutInput,
  type PlacedParameter,
} from "../../client/input-layout.ts";
import { getSchemePlace, listSentAlternatives } from "../../client/security/plan-security.ts";
import { putPreferredFirst } from "../../client/source/operation-source.ts";
import { nameQueryEncoder } from "../../client/source/request-encoders.ts";
import { findBrackets, listStyledFields, readFieldStyle } from "../../shared/bodies/form-fields.ts";
import { classifyMediaType, getMediaEssence } from "../../shared/bodies/media-kind.ts";
import { describeStreamItem, findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { listSuccesses } from "../../shared/bodies/successes.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { repeatsItemsWithCommas } from "../../shared/parameters/encoded-commas.ts";
import { readParameterStyle } from "../../shared/parameters/parameter-style.ts";

/**
 * The runtime's description of an operation, as a value. The generated client has the same one as source, and a test
 * compares their requests.
 */
export function buildClientOperation(operation: Operation, model: Model): ClientOperation {
  const parameters = layOutInput(operation);
  const content = putPreferredFirst(operation.requestBody?.value.content ?? []);
  const key = findIdempotencyKey(parameters);
  const accept = chooseAccept(operation);
  const security = buildSecurity(operation, model);
  const { server } = operation;
  return {
    name: operation.name,
    method: getMethodName(operation),
    path: buildSentPath(operation),
    ...(server !== undefined && {
      server: { url: server, insteadOf: findBaseAddress(model.servers) ?? "" },
    }),
    ...(security !== undefined && { security }),
    parameters: parameters.map(toClientParameter),
    encoders: chooseEncoders(parameters),
    body: Object.fromEntries(content.map((each) => [each.mediaType, chooseBodyEncoder(each)])),
    choosesContentType: choosesContentType(operation),
    ...(key !== undefined && { idempotencyKey: key.name }),
    ...(accept !== undefined && { accept }),
    answers: Object.fromEntries(operation.method === "head" ? [] : listAnswers(operation)),
    streams: Object.fromEntries(listStreams(operation)),
  };
}

function toClientParameter({ parameter, grouped }: PlacedParameter): ClientParameter {
  const { name, in: location, contentType, allowReserved } = parameter;
  return {
    name,
    in: location,
    ...(contentType !== undefined && { contentType }),
    ...dropUndefined(readParameterStyle(parameter)),
    ...(repeatsItemsWithCommas(parameter) && { splitEncoded: true }),
    ...(contentType === undefined && allowReserved && { allowReserved }),
    ...(grouped && { grouped }),
  };
}

function chooseEncoders(parameters: readonly PlacedParameter[]): RequestEncoders {
  const inQuery = parameters
    .map(({ parameter }) => parameter)
    .filter((parameter) => parameter.in === "query" || parameter.in === "querystring");
  const hasBrackets = nameQueryEncoder(inQuery) === "encodeBracketQuery";
  return {
    path: encodePath,
    query: hasBrackets ? encodeBracketQuery : encodeQuery,
    header: encodeHeaders,
    cookie: encodeCookies,
    key: randomKey,
    target: joinQuery,
    body: encodeBody,
  };
}

function chooseBodyEncoder(content: MediaType): BodyEncoder {
  const { mediaType, encoding } = content;
  switch (findStreamFormat(mediaType)) {
    case "json-lines":
      return jsonLinesBody;
    case "json-sequence":
      return jsonSequenceBody;
    default:
  }
  switch (classifyMediaType(mediaType)) {
    case "json":
      return jsonBody;
    case "form":
      return chooseFormEncoder(content);
    case "multipart": {
      const parts = [...encoding].flatMap(([name, { contentType }]) =>
        contentType === undefined ? [] : [[name, { contentType }] as const],
      );
      const subtype = getMediaEssence(mediaType).slice("multipart/".length);
      return multipartBodyWith(
        Object.fromEntries(parts),
        ...(subtype === "form-data" || subtype === "*" ? [] : [subtype]),
      );
    }
    default:
      return rawBody;
  }
}

function chooseFormEncoder(form: MediaType): BodyEncoder {
  const brackets = findBrackets(form);
  if (brackets !== undefined) {
    return bracketFormBody(brackets, listStyledFields(form));
  }
  const fields = [...form.encoding.keys()].map((name) => ({
    name,
    in: "query" as const,
    ...readFieldStyle(form, name),
  }));
  return fields.length === 0 ? formBody : formBodyWith(fields);
}

function listAnswers(operation: Operation): (readonly [string, readonly string[]])[] {
  return listSuccesses(operation).map(([status, { content }]) => {
    const types = isBodyless(status) ? [] : content.map(({ mediaType }) => mediaType);
    return [status, [...new Set(types)]] as const;
  });
}

function listStreams(operation: Operation): (readonly [string, StreamReader])[] {
  return listSuccesses(operation).flatMap(([, { content }]) =>
    content.flatMap((mediaType) => {
      const reader = chooseStreamReader(mediaType);
      return reader === undefined ? [] : [[getMediaEssence(mediaType.mediaType), reader] as const];
    }),
  );
}

function chooseStreamReader(mediaType: MediaType): StreamReader | undefined {
  switch (findStreamFormat(mediaType.mediaType)) {
    case undefined:
      return undefined;
    case "json-lines":
      return jsonLines;
    case "json-sequence":
      return jsonSequence;
    case "events": {
      const { json, terminator } = describeStreamItem(mediaType);
      if (json === undefined && terminator === undefined) {
        return eventStream;
      }
      const names = typeof json === "object" ? json : json === true ? undefined : [];
      return eventStreamWith(names, terminator);
    }
  }
}

const places: Readonly<Record<string, CredentialPlace>> = {
  authorization,
  basic,
  bearer,
  cookieKey,
  headerKey,
  queryKey,
};

function buildSecurity(operation: Operation, model: Model): OperationSecurity | undefined {
  const alternatives = listSentAlternatives(findSentSecurity(model, operation), model);
  if (alternatives.every((names) => names.length === 0)) {
    return undefined;
  }
  return secured(
    alternatives.map((names) =>
      names.flatMap((name) => {
        const scheme = model.components.securitySchemes.get(name);
        if (scheme === undefined || scheme.type === "mutualTLS") {
          return [];
        }
        const place = places[getSchemePlace(scheme)];
        return place === undefined
          ? []
          : [{ scheme: name, place, ...(scheme.type === "apiKey" && { name: scheme.name }) }];
      }),
    ),
  );
}
