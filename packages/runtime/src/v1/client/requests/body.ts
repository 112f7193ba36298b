import {
  type ArrayFormat,
  encodeBracketQuery,
  encodeQuery,
  type ParameterDefinition,
} from "../../parameters.ts";
import type { BodyEncoder, RequestBody } from "../operation.ts";

/** Bytes or text that are sent as they are. A call whose body is a stream is never repeated. */
export type BinaryBody = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

/** `application/json` and its relatives. */
export const jsonBody: BodyEncoder = (body) => JSON.stringify(body);

/** Text and binary media types. */
export const rawBody: BodyEncoder = (body) =>
  // The declared types of the operation allow only such bodies.
  body as RequestBody;

/**
 * `application/x-www-form-urlencoded` for fields without `encoding`: a list repeats its field, an object is written as
 * JSON.
 */
export const formBody: BodyEncoder = (body) => encodeForm(body, []);

/** `formBody` for a document whose `encoding` sets the styles of some fields. */
export function formBodyWith(fields: readonly ParameterDefinition[]): BodyEncoder {
  return (body) => encodeForm(body, fields);
}

/**
 * Forms with brackets: a list is written in its format, an object as `name[key]=text`, and both may be inside each other.
 * A field whose name has brackets already, such as `ids[]`, repeats its name.
 *
 * @param fields the fields that are written in another way
 */
export function bracketFormBody(
  arrayFormat: ArrayFormat,
  fields: readonly ParameterDefinition[] = [],
): BodyEncoder {
  return (body) => {
    if (!isFormObject(body)) {
      return body as RequestBody;
    }
    const definitions = Object.keys(body).map(
      (name): ParameterDefinition =>
        fields.find((candidate) => candidate.name === name) ?? {
          name,
          in: "query",
          style: "deepObject",
          ...(!name.includes("[") && { arrayFormat }),
        },
    );
    return encodeBracketQuery(definitions, body);
  };
}

/** Returns whether a form is an object that is not encoded yet. */
function isFormObject(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && !(body instanceof URLSearchParams);
}

function encodeForm(body: unknown, fields: readonly ParameterDefinition[]): RequestBody {
  if (!isFormObject(body)) {
    return body as RequestBody;
  }
  return Object.entries(body)
    .map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field === undefined
        ? encodeQuery([{ name, in: "query" }], { [name]: simplifyValue(value) })
        : encodeQuery([field], { [name]: value });
    })
    .filter((text) => text !== "")
    .join("&");
}

function simplifyValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(encodeUnlessPrimitive) : encodeUnlessPrimitive(value);
}

function encodeUnlessPrimitive(value: unknown): unknown {
  return typeof value === "object" && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value;
}
