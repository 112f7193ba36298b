import type { IncomingMessage, ServerResponse } from "node:http";

export { createNodeServer, type NodeServerOptions } from "./node-server/create-node-server.ts";
export type { Refusal } from "./node-server/refusal.ts";

import { serveNode } from "./node-server/serve-node.ts";
import type { ContextArguments, Service } from "./server/call.ts";
import { NodeCall } from "./server/http/node-call.ts";

/**
 * A listener for `http.createServer` (and `https`, and the compatibility interface of `http2`). It does not create web
 * requests and responses, so it costs little more than `node:http` itself.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createNodeListener } from "@specwright/runtime/v1/node";
 * import { createRouter } from "./generated/server/index.js";
 * import { handlers } from "./handlers.ts";
 *
 * const router = createRouter({ handlers });
 * createServer(createNodeListener(router)).listen(3000);
 * ```
 */
export function createNodeListener<Context>(
  service: Service<Context>,
  ...[context]: ContextArguments<Context, [IncomingMessage, ServerResponse]>
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    // Without the function the context is void.
    const value = context?.(incoming, outgoing) as Context;
    serveNode(
      service,
      new NodeCall(incoming, outgoing, value, incoming.url ?? "/"),
      incoming,
      outgoing,
    );
  };
}
