import { STATUS_CODES } from "node:http";
import type { FailureResponse } from "../server/answers/failure.ts";

/**
 * Why a connection is closed before the router has seen a request: the bytes are not a valid request, or arrived too
 * slowly.
 */
export interface Refusal {
  /** 408: too slow. 413: too large chunk extensions. 431: too large header fields. */
  readonly status: 400 | 408 | 413 | 431;
  /** Lines like those of an `invalid-request` failure, without values; empty unless the status is 400. */
  readonly errors: readonly string[];
}

/** The refusal for an error of Node's parser; undefined when the client is gone. */
export function toRefusal({ code = "" }: NodeJS.ErrnoException): Refusal | undefined {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, errors: [] };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, errors: [] };
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, errors: [] };
    // The client hung up within a request.
    case "HPE_INVALID_EOF_STATE":
      return undefined;
    default:
      return code.startsWith("HPE_")
        ? { status: 400, errors: ["request: not valid HTTP/1.1"] }
        : undefined;
  }
}

/** A refusal as Problem Details (RFC 9457). */
export function refusalToProblem({ status, errors }: Refusal): FailureResponse {
  const problem = { type: "about:blank", title: getStatusTitle(status), status };
  return {
    mediaType: "application/problem+json",
    body: errors.length === 0 ? problem : { ...problem, errors },
  };
}

/** The whole answer as it is sent, with `Connection: close`. */
export function refusalToText(refusal: Refusal, response: FailureResponse): string {
  const { status = refusal.status, headers = {}, body, mediaType = "application/json" } = response;
  const text = body === undefined ? "" : JSON.stringify(body);
  const fields = Object.entries({
    ...headers,
    ...(body === undefined ? {} : { "content-type": mediaType }),
    "content-length": String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: "close",
  }).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}\r\n`));
  return `HTTP/1.1 ${status} ${getStatusTitle(status)}\r\n${fields.join("")}\r\n${text}`;
}

function getStatusTitle(status: number): string {
  return STATUS_CODES[status] ?? "";
}
