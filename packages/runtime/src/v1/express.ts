import type { IncomingMessage, ServerResponse } from "node:http";
import { serveNode } from "./node-server/serve-node.ts";
import type { ContextArguments, Service } from "./server/call.ts";
import { NodeCall } from "./server/http/node-call.ts";

/** The part of Express's request that the handler uses: Node's request, and the `body` that a body parser has set. */
export type ExpressRequest = IncomingMessage & { body?: unknown };

/**
 * Middleware for Express 4 and 5: `app.use(createExpressHandler(router))`. It answers every request that reaches it, so
 * add other routes before it. It does not need body parsers. When one has read the body already, its result is used.
 *
 * @example
 * ```ts
 * import { createExpressHandler } from "@specwright/runtime/v1/express";
 * import express from "express";
 * import { createRouter } from "./generated/server/index.js";
 * import { handlers } from "./handlers.ts";
 *
 * const router = createRouter({ handlers });
 * const app = express();
 * app.get("/health", (_, response) => void response.send("ok"));
 * app.use(createExpressHandler(router));
 * app.listen(3000);
 * ```
 */
export function createExpressHandler<Context>(
  service: Service<Context>,
  ...[context]: ContextArguments<Context, [ExpressRequest, ServerResponse]>
): (request: ExpressRequest, response: ServerResponse) => void {
  return (request, response) => {
    // Without the function the context is void.
    const value = context?.(request, response) as Context;
    const call = new NodeCall(request, response, value, request.url ?? "/", request.body);
    serveNode(service, call, request, response);
  };
}
