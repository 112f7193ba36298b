import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Service } from "../server/call.ts";
import { writeAnswer } from "../server/http/node-answer.ts";
import { discardRest, type NodeCall } from "../server/http/node-call.ts";

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
