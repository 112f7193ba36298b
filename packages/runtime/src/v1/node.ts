import type { IncomingMessage, ServerResponse } from "node:http";

export { createNodeServer, type NodeServerOptions } from "./node-server/create-node-server.ts";
export type { Refusal } from "./node-server/refusal.ts";

import type { Answer, ContextArguments, Service } from "./server/call.ts";
import { writeAnswer } from "./server/http/node-answer.ts";
import { discardRest, NodeCall } from "./server/http/node-call.ts";

/**
 * A listener for `http.createServer` (and `https`, and the compatibility interface of `http2`). It does not create web
 * requests and responses, so it costs little more than `node:http` itself.
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

/** Answers one request of `node:http`; for adapters of frameworks that use Node's requests. Never throws. */
export function serveNode<Context>(
  service: Service<Context>,
  call: NodeCall<Context>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const answer = service.answer(call);
  if (answer instanceof Promise) {
    answer.then((each) => finish(service, call, each, incoming, outgoing));
  } else {
    finish(service, call, answer, incoming, outgoing);
  }
}

function finish<Context>(
  service: Service<Context>,
  call: NodeCall<Context>,
  answer: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const report = (error: unknown): void => {
    service.report(error, call);
    outgoing.destroy();
  };
  try {
    writeAnswer(answer, outgoing)?.catch(report);
  } catch (error) {
    report(error);
  }
  if (incoming.method !== "GET" && !incoming.readableEnded && call.hasBody) {
    discardRest(incoming);
  }
}
