import { ParameterError } from "@specwright/runtime/v1/parameters";
import type {
  MediaType,
  Model,
  Operation,
  Parameter,
  SecurityRequirement,
} from "../../document/model/model.ts";
import { classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { buildRequest } from "../../verify/requests/build-request.ts";
import { encodeBody } from "../../verify/requests/encode-body.ts";
import { listSamples } from "./list-samples.ts";
import { keyCredential } from "./open-router.ts";
import type { SentCall } from "./send-call.ts";
import { writeParts } from "./write-parts.ts";

/** A request before it is encoded. */
export interface PlannedCall {
  readonly parameters: ReadonlyMap<Parameter, unknown>;
  readonly body?: { readonly mediaType: MediaType; readonly value: unknown };
  /** The credentials that are sent. Undefined for none. */
  readonly way: SecurityRequirement | undefined;
  readonly accept?: string;
}

/** The shortest request that an operation allows. Undefined when no value of a part that is required can be made. */
export function planShortestCall(operation: Operation): PlannedCall | undefined {
  const required = operation.parameters
    .map(({ value }) => value)
    .filter((parameter) => parameter.required)
    .map((parameter) => [parameter, listSamples(parameter.schema)[0]] as const);
  const body = operation.requestBody?.value;
  const [first] = body?.required === true ? body.content.flatMap(planBody) : [];
  const ways = operation.security;
  const isWhole =
    required.every(([, value]) => value !== undefined) &&
    (body?.required !== true || first !== undefined);
  return isWhole
    ? {
        parameters: new Map(required),
        ...(first && { body: first }),
        way: ways.find(({ size }) => size === 0) ?? ways[0],
      }
    : undefined;
}

/** The shortest body of a media type. None when no value can be made. */
export function planBody(mediaType: MediaType): readonly NonNullable<PlannedCall["body"]>[] {
  const [value] =
    mediaType.schema === undefined
      ? [classifyMediaType(mediaType.mediaType) === "json" ? {} : "a"]
      : listSamples(mediaType.schema);
  return value === undefined ? [] : [{ mediaType, value }];
}

/** Writes a request as a client of the document does. Undefined when the style of a parameter cannot carry its value. */
export function writeClientCall(
  { assumedSecurity: _, ...model }: Model,
  operation: Operation,
  { parameters, body, way, accept }: PlannedCall,
): SentCall | undefined {
  const names = [...(way?.keys() ?? [])];
  const secrets = Object.fromEntries(
    names.map((name) => {
      const scheme = model.components.securitySchemes.get(name);
      const isBasic = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic";
      return [name, isBasic ? "user:password" : "secret"];
    }),
  );
  const isMultipart =
    body !== undefined && classifyMediaType(body.mediaType.mediaType) === "multipart";
  try {
    const encoded =
      body && (isMultipart ? writeParts(body.mediaType, body.value) : encodeBody(body));
    const request = buildRequest(
      {
        operation: { ...operation, security: way === undefined ? [] : [way] },
        ...{ title: "", expected: "success" as const, parameters },
        ...(encoded && { body: encoded }),
        credentials: names.length === 0 ? "none" : "given",
      },
      { model, url: "", secrets, headers: accept === undefined ? [] : [["accept", accept]] },
    );
    // Forms and other texts are encoded as text, and multipart bodies are written above.
    const text = request.body as string | undefined;
    const granted = [...(way ?? [])].map(([name, scopes]) => ({
      key: keyCredential(model, name),
      scopes,
    }));
    return { request: { ...request, body: text }, granted };
  } catch (error) {
    if (error instanceof ParameterError || error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}
