import { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import { isBlockedPort } from "./addresses/blocked-ports.ts";
import { connectionHeaders } from "./connection-headers.ts";
import { acceptedEncodings, decompress } from "./decompress.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressBody } from "./egress-request.ts";
import type { Deadlines } from "./limits/deadlines.ts";
import type { Hop } from "./next-hop.ts";
import { ReceivedBody } from "./received-body.ts";

/** An application's answer to one hop. */
export interface HopAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Still to be read. Null for an answer that cannot have a body. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** How a hop is sent. */
export interface HopWay {
  readonly deadlines: Pick<Deadlines, "onFailure">;
  readonly agent: Agent;
}

/**
 * Sends a request to one address. Redirects are returned as they are. It uses neither `fetch` nor `request`, whose streams,
 * headers and signals cost several times the processor time of the request.
 *
 * @throws EgressError `port-not-allowed` for a port of another protocol, `header-not-allowed` for a header of the
 *   connection
 */
export function sendHop(url: URL, hop: Hop, way: HopWay): Promise<HopAnswer> {
  return new Promise((resolve, reject) => {
    if (isBlockedPort(url.port)) {
      throw new EgressError("port-not-allowed");
    }
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      // The document allows only methods of this type.
      method: hop.method as Dispatcher.HttpMethod,
      headers: listHeaders(hop),
      body: toSentBody(hop.body),
    };
    way.agent.dispatch(options, receiveAnswer(hop.method, way.deadlines, resolve, reject));
  });
}

/** Receives the answer to a request with this method. */
function receiveAnswer(
  method: string,
  deadlines: HopWay["deadlines"],
  resolve: (answer: HopAnswer) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  let started: Dispatcher.DispatchController | undefined;
  let body: ReceivedBody | undefined;
  let failure: EgressError | undefined;
  deadlines.onFailure((reason) => {
    failure = reason;
    reject(reason);
    started?.abort(reason);
  });
  return {
    onRequestStart: (controller) => {
      started = controller;
      // It waited for a connection until its time was over.
      if (failure !== undefined) {
        controller.abort(failure);
      }
    },
    onResponseStart: (controller, status, received) => {
      if (status < 200) {
        return;
      }
      const headers = toHeaders(received);
      if (method === "HEAD" || statusesWithoutBody.has(status)) {
        resolve({ status, headers, body: null });
        return;
      }
      body = new ReceivedBody(controller);
      const decoded = decompress(body, headers.get("content-encoding"));
      resolve({ status, headers, body: decoded });
    },
    onResponseData: (_, piece) => body?.add(piece),
    onResponseEnd: () => body?.end(),
    onResponseError: (_, error) => {
      reject(error);
      body?.end(error);
    },
  };
}

/** Statuses for which a response does not have a body (Fetch, section 2.2.3). */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Names and values in turn. Fields that every request needs are added where the caller did not set them. */
function listHeaders({ headers, body }: Hop): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) {
    if (connectionHeaders.has(name)) {
      throw new EgressError("header-not-allowed");
    }
    list.push(name, value);
  }
  const addDefault = (name: string, value: string): void => {
    if (value !== "" && !headers.has(name)) {
      list.push(name, value);
    }
  };
  addDefault("user-agent", "integration-platform/0.1");
  addDefault("accept", "*/*");
  addDefault("accept-encoding", acceptedEncodings);
  if (body !== null) {
    addDefault("content-type", findMediaType(body));
  }
  if (body instanceof Blob) {
    // A stream has no length. With it, applications that refuse chunks can be called.
    addDefault("content-length", String(body.size));
  }
  return list;
}

/** The media type that `fetch` gives to such a body (Fetch, section 6.1). */
function findMediaType(body: EgressBody): string {
  if (typeof body === "string") {
    return "text/plain;charset=UTF-8";
  }
  if (body instanceof URLSearchParams) {
    return "application/x-www-form-urlencoded;charset=UTF-8";
  }
  return body instanceof Blob ? body.type : "";
}

function toSentBody(body: EgressBody | null): string | Uint8Array | Readable | null {
  if (body instanceof Blob) {
    return Readable.fromWeb(body.stream());
  }
  return body instanceof URLSearchParams ? body.toString() : body;
}

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(received)) {
    for (const each of typeof value === "string" ? [value] : value) {
      headers.append(name, each);
    }
  }
  return headers;
}
