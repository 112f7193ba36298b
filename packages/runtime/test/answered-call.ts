import { type CallOptions, type ClientOperation, call, createTransport } from "../src/v1/client.ts";
import { startServer } from "./http-server.ts";

const getTool: ClientOperation = { name: "getTool", method: "GET", path: "/tool" };

/** An answer of the server: 200 without a media type or a body unless it says otherwise. */
export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
}

/** Calls an operation whose document has these answers, at a server that gives one. */
export async function callWith(
  answers: ClientOperation["answers"],
  { status = 200, type, body = "" }: Answer,
  more: { readonly streams?: ClientOperation["streams"]; readonly accept?: string } = {},
): Promise<unknown> {
  const { baseUrl } = await startServer((_, response) =>
    response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body),
  );
  return callAt(baseUrl, answers, more);
}

/** Calls the operation at a server that is there already. */
export function callAt(
  baseUrl: string,
  answers: ClientOperation["answers"],
  { streams, accept }: { streams?: ClientOperation["streams"]; accept?: string } = {},
  options: CallOptions = {},
): Promise<unknown> {
  const operation = { ...getTool, ...(answers && { answers }), ...(streams && { streams }) };
  return call(
    createTransport({ baseUrl, retries: 0 }),
    operation,
    {},
    {
      ...options,
      ...(accept !== undefined && { accept }),
    },
  );
}

/** An operation that answers with JSON. */
export const json: ClientOperation["answers"] = { 200: ["application/json"] };
