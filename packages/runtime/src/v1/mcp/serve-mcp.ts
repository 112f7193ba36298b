import type { Server as HttpServer } from "node:http";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createNodeListener, createNodeServer } from "../node.ts";
import type { Answer, Call, Service } from "../server/call.ts";

/** The bytes of one message. Arguments with files are the largest. */
const largestMessage = 4 * 1024 * 1024;

/** The path at which the server answers. */
const path = "/mcp";

/**
 * Serves over the standard input and output of the process, until the input ends.
 *
 * @example
 * ```ts
 * import { createToolServer, serveMcpOverStdio } from "@specwright/runtime/v1/mcp";
 * import { api, createTools } from "./generated/tools/index.js";
 *
 * const set = createTools({ write: true });
 * await serveMcpOverStdio(() => createToolServer(api, set));
 * ```
 */
export function serveMcpOverStdio(create: () => Server): Promise<void> {
  return new Promise((resolve) => {
    serveStdio(create);
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
  });
}

/**
 * Serves over Streamable HTTP at `http://127.0.0.1:<port>/mcp`. Only programs of this machine reach it. Requests whose
 * `Host` or `Origin` is not this machine are refused, because they come from web pages (DNS rebinding).
 *
 * @param port 0 for any free one
 * @returns the address
 * @example
 * ```ts
 * import { createToolServer, serveMcpOverHttp } from "@specwright/runtime/v1/mcp";
 * import { api, createTools } from "./generated/tools/index.js";
 *
 * const set = createTools();
 * const { url, server } = await serveMcpOverHttp(() => createToolServer(api, set), 0);
 * console.log(url);
 * server.close();
 * ```
 */
export async function serveMcpOverHttp(
  create: () => Server,
  port: number,
): Promise<{ readonly url: string; readonly server: HttpServer }> {
  const handler = createMcpHandler(create, { maxRequestBodySize: largestMessage });
  const listener = createNodeListener(toService(handler.fetch));
  const server = createNodeServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.once("close", () => void handler.close());
  const address = server.address();
  const used = typeof address === "object" && address !== null ? address.port : port;
  return { url: `http://127.0.0.1:${used}${path}`, server };
}

/** A function of web requests as a service for Node's listener, which needs no framework. */
function toService(handle: (request: Request) => Promise<Response>): Service {
  const serve = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    (new URL(request.url).pathname === path
      ? handle(request)
      : new Response(null, { status: 404 }));
  const answer = async (call: Call<void>): Promise<Answer> => {
    try {
      return await responseToAnswer(await serve(await toWebRequest(call)));
    } catch {
      // The body was too large or did not arrive.
      return { status: 400, headers: {}, body: null };
    }
  };
  return Object.assign(serve, { answer, report: () => undefined });
}

/** The request with its body. That of the call has none. */
async function toWebRequest(call: Call<void>): Promise<Request> {
  const { request, method, hasBody } = call;
  const { url, headers, signal } = request;
  return new Request(url, {
    method,
    headers,
    signal,
    // The bytes were read from a socket, so they are not in shared memory.
    ...(hasBody && { body: (await call.readBody(largestMessage)) as Uint8Array<ArrayBuffer> }),
  });
}

function responseToAnswer({ status, headers, body }: Response): Answer {
  return { status, headers: Object.fromEntries(headers), body };
}
