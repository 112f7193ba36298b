import { keepNumber, parseExactly, stringifyExactly } from "../../conversions/exact-json.ts";
import {
  convertNamed,
  findBodyConversion,
  findByMediaType,
  type OperationConversions,
} from "../../conversions/operation-conversions.ts";
import { ConversionError } from "../../conversions/single-values.ts";
import { getOwnValue } from "../../parameters/pieces.ts";
import { setMember } from "../../parameters/typed-text.ts";
import { MalformedItemError } from "../../streams/json-texts.ts";
import type { ApiPromise, ApiResponse } from "../api-promise.ts";
import type { AuthOptions } from "../auth/credential.ts";
import { isApiError } from "../failures/api-error.ts";
import { UnexpectedAnswerError } from "../failures/call-errors.ts";
import { invoke } from "../invoke.ts";
import type { BodyEncoder, CallInput, ClientOperation, StreamReader } from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";

/**
 * `invoke` with conversions: the input is encoded before it is sent, and answers, errors and items of streams are
 * decoded.
 *
 * @throws as `invoke`; ConversionError for input that cannot be encoded; UnexpectedAnswerError for an answer that
 * cannot be decoded
 */
export function invokeConverted(
  transport: Transport,
  operation: ClientOperation,
  conversions: OperationConversions,
  input?: CallInput,
  options?: CallOptions<AuthOptions>,
): ApiPromise<unknown> {
  const exact = withExactJson(operation, conversions);
  return convertCall(exact, conversions, input, options?.contentType, (encoded) =>
    invoke(transport, exact, encoded, options),
  );
}

/** `application/json` with numbers that a double cannot hold. */
export const exactJsonBody: BodyEncoder = (body) => stringifyExactly(body);

/** @throws MalformedItemError when the text is not JSON */
function parseExactItem(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw new MalformedItemError(text, error);
  }
}

/** The operation, with JSON that is parsed exactly if its conversions need that. */
export function withExactJson(
  operation: ClientOperation,
  { isExact }: OperationConversions,
): ClientOperation {
  const streams = Object.entries(operation.streams ?? {}).map(
    ([type, read]): [string, StreamReader] => [
      type,
      (body, connection) => read(body, connection, parseExactItem),
    ],
  );
  return isExact === true
    ? { ...operation, parse: parseExactly, streams: Object.fromEntries(streams) }
    : operation;
}

/**
 * Encodes the input of a call and decodes its answer.
 *
 * @param contentType the media type of the body, if the call names it
 * @throws as `invokeConverted`
 */
export function convertCall(
  operation: ClientOperation,
  conversions: OperationConversions,
  input: CallInput | undefined,
  contentType: string | undefined,
  call: (input: CallInput | undefined) => ApiPromise<unknown>,
): ApiPromise<unknown> {
  const convert = async (): Promise<ApiResponse<unknown>> => {
    const encoded = input && encodeInput(operation, conversions, input, contentType);
    try {
      return decodeAnswer(operation, conversions, await call(encoded).withResponse());
    } catch (error) {
      throw decodeError(conversions, error);
    }
  };
  const whole = convert();
  const body = whole.then((answer) => answer.body);
  return Object.assign(body, {
    withResponse: () => {
      // A caller that uses `withResponse` sees the failure there, so `body` must not report it as unhandled.
      body.catch(() => undefined);
      return whole;
    },
  });
}

function encodeInput(
  { parameters = [], body: encoders = {} }: ClientOperation,
  conversions: OperationConversions,
  input: CallInput,
  wanted: string | undefined,
): CallInput {
  const encoded: Record<string, unknown> = { ...input };
  for (const { name, in: location, grouped } of parameters) {
    const ofLocation = conversions.parameters?.[location] ?? {};
    const convert = Object.hasOwn(ofLocation, name) ? ofLocation[name] : undefined;
    const group = grouped ? input[location] : input;
    if (convert !== undefined && typeof group === "object" && group !== null) {
      // The checks above have shown that it is an object.
      const value = convert(getOwnValue(group as CallInput, name), `/${name}`);
      if (grouped) {
        encoded[location] = { ...(encoded[location] as CallInput), [name]: value };
      } else {
        setMember(encoded, name, value);
      }
    }
  }
  const { contentType } = input;
  const mediaType = typeof contentType === "string" ? contentType : wanted;
  const type = mediaType ?? Object.keys(encoders)[0] ?? "";
  const convert = conversions.body && findByMediaType(conversions.body, type);
  return convert === undefined || input.body === undefined
    ? encoded
    : { ...encoded, body: convert(input.body, "/body") };
}

function decodeAnswer(
  { name }: ClientOperation,
  conversions: OperationConversions,
  answer: ApiResponse<unknown>,
): ApiResponse<unknown> {
  const { status, headers, response, body, typedHeaders } = answer;
  const decode = findBodyConversion(conversions, status, headers.get("content-type") ?? "");
  try {
    return {
      ...answer,
      typedHeaders: decodeHeaders(conversions, typedHeaders),
      body: decode === undefined || body === undefined ? body : decode(body, ""),
    };
  } catch (error) {
    if (error instanceof ConversionError) {
      throw new UnexpectedAnswerError(name, response, error.message, "", error);
    }
    throw error;
  }
}

function decodeHeaders({ headers }: OperationConversions, typedHeaders: unknown): unknown {
  return headers === undefined || typeof typedHeaders !== "object" || typedHeaders === null
    ? typedHeaders
    : convertNamed(keepTexts(typedHeaders), headers, "/headers");
}

/** Headers with integers that a double cannot hold have their texts. */
function keepTexts(typedHeaders: object): Record<string, unknown> {
  const headers: Record<string, unknown> = { ...typedHeaders };
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string" && /^-?\d{16,}$/.test(value)) {
      keepNumber(headers, name, value);
    }
  }
  return headers;
}

/** The same error, with its body decoded if that is possible: its status matters more. */
function decodeError(conversions: OperationConversions, error: unknown): unknown {
  if (isApiError(error)) {
    const { status, headers, body } = error;
    const decode = findBodyConversion(conversions, status, headers.get("content-type") ?? "");
    try {
      Object.assign(error, {
        typedHeaders: decodeHeaders(conversions, error.typedHeaders),
        body: decode === undefined || body === undefined ? body : decode(body, ""),
      });
    } catch (problem) {
      if (!(problem instanceof ConversionError)) {
        throw problem;
      }
    }
  }
  return error;
}
