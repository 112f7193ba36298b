import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { listen } from "../../../test/support/raw-connection.ts";
import {
  createNodeServer,
  type NodeServerOptions,
} from "../src/v1/node-server/create-node-server.ts";

/** Starts a server. */
export async function start(
  listener: RequestListener,
  options?: NodeServerOptions,
): Promise<Server> {
  return await listen(createNodeServer(listener, options));
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A listener that answers when the test says so. */
export function createHeld(): {
  readonly held: readonly Exchange[];
  readonly listener: RequestListener;
} {
  const held: Exchange[] = [];
  const handleRequest: RequestListener = (incoming, outgoing) =>
    void held.push({ incoming, outgoing });
  return { held, listener: handleRequest };
}
