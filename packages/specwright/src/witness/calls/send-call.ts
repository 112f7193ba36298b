import type { Answer } from "@specwright/runtime/v1/server";
import type { HttpRequest } from "../../verify/requests/build-request.ts";
import type { CallRouter, CallState, Outcome } from "./open-router.ts";

/** A request, and what its sender may do. */
export interface SentCall extends Pick<CallState, "granted" | "respond"> {
  readonly request: Omit<HttpRequest, "body"> & { readonly body: string | undefined };
}

/** Lets a router answer a call, without a connection. */
export function sendCall(router: CallRouter, { request, granted, respond }: SentCall): Outcome {
  const { method, url, body } = request;
  const [path = "", ...query] = url.split("?");
  const headers = new Headers(request.headers.map(([name, value]) => [name, value]));
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  const state: CallState = { granted, ...(respond && { respond }), outcome: {} };
  const answer = router.answer({
    ...{ method, path, query: query.join("?"), headers, context: state },
    hasBody: bytes !== undefined,
    bytes,
    readBody: async () => bytes ?? new Uint8Array(),
    readChunks: async (_, onChunk) => bytes && onChunk(bytes),
    streamBody: () => new Blob(bytes === undefined ? [] : [bytes]).stream(),
    request: new Request(`http://localhost${path}`),
  });
  return answer instanceof Promise ? {} : { ...state.outcome, answer: answer as Answer };
}

/** The request as HTTP writes it: its line, its headers, and its body after an empty line. */
export function writeCall({ method, url, headers, body }: SentCall["request"]): string {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", body.replaceAll("\r\n", "\n").trimEnd()]),
  ].join("\n");
}
