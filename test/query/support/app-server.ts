import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on 127.0.0.1 with the page of an application, and the API that it calls. */
export interface AppServer {
  readonly url: string;
  /** The API requests so far, such as `GET /pets?limit=2`. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** The API: sends the answer of a request, such as `GET /pets`. */
export type AnswerRequest = (
  request: string,
  query: URLSearchParams,
  response: ServerResponse,
) => void | Promise<void>;

// The icon keeps the browser from asking for one.
const page =
  "<!doctype html><link rel=icon href=data:,><body><script type=module src=/app.js></script>";

/** Starts the server. */
export async function startAppServer(script: string, answer: AnswerRequest): Promise<AppServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end(page);
    } else if (pathname === "/app.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    } else {
      requests.push(`${request.method} ${request.url}`);
      void answer(`${request.method} ${pathname}`, searchParams, response);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
