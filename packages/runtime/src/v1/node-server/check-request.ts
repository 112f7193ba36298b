import type { IncomingMessage } from "node:http";
import { isHostField } from "../server/http/host-field.ts";

/**
 * Returns why a request is refused although Node's parser accepts it, as a line of an `invalid-request` failure. A
 * proxy and the server behind it could read such a request differently (request smuggling).
 */
export function findRequestProblem(incoming: IncomingMessage): string | undefined {
  const { httpVersion, rawHeaders, headers } = incoming;
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return "request: not HTTP/1.1 or HTTP/1.0";
  }
  // RFC 9112, section 3.2.
  const hosts = countFields(rawHeaders, "host");
  if (hosts > 1) {
    return "header.Host: sent more than once";
  }
  if (hosts === 0 && httpVersion === "1.1") {
    return "header.Host: required";
  }
  if (!isHostField(headers.host ?? "")) {
    return "header.Host: not a host with an optional port";
  }
  const coding = headers["transfer-encoding"];
  if (
    coding !== undefined &&
    (httpVersion === "1.0" || coding.trim().toLowerCase() !== "chunked")
  ) {
    // RFC 9112, section 6.1. HTTP/1.0 does not have transfer codings.
    return "header.Transfer-Encoding: only chunked is supported, in HTTP/1.1";
  }
  return undefined;
}

function countFields(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index] ?? "";
    if (field.length === name.length && field.toLowerCase() === name) {
      count += 1;
    }
  }
  return count;
}
