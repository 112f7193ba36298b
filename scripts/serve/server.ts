import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Failure } from "../support/failure.ts";
import { serveFile } from "./static.ts";

/** What the server shows. Until both are there it answers 503. */
export interface Site {
  docsFolder?: string;
  mockUrl?: string;
}

/** The paths that the mock answers; the document has no others. */
const mocked = /^\/(api\/v3|link|mcp|tool_router)(\/|$|\?)/;

/**
 * Serves the reference, the document and the mock on one port.
 *
 * @throws Failure when the port cannot be used.
 */
export function startServer(site: Site, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(site, request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? portInUse(host, port)
          : new Failure(`Cannot listen on ${host}:${port}: ${error.message}`),
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

function portInUse(host: string, port: number): Failure {
  return new Failure(
    `Port ${port} on ${host} is in use.
What to do: stop what uses it (it may be an earlier "npm start"), or choose another port: PORT=${port + 1} npm start`,
  );
}

async function answer(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? "/";
  const path = url.split("?", 1)[0] ?? "/";
  if (site.docsFolder === undefined || site.mockUrl === undefined) {
    response
      .writeHead(503, { "retry-after": "1", "content-type": "text/plain" })
      .end("Starting.\n");
  } else if (mocked.test(url)) {
    proxy(new URL(url, site.mockUrl), request, response);
  } else if (path === "/" || path === "/docs") {
    response.writeHead(302, { location: "/docs/" }).end();
  } else if (path === "/openapi.yaml" || path === "/openapi.json") {
    await serveFile(site.docsFolder, path.slice(1), request, response);
  } else if (path.startsWith("/docs/")) {
    await serveFile(site.docsFolder, path.slice("/docs/".length), request, response);
  } else {
    response
      .writeHead(404, { "content-type": "text/plain" })
      .end("There is nothing here. The reference is at /docs/.\n");
  }
}

function proxy(target: URL, request: IncomingMessage, response: ServerResponse): void {
  const forward = httpRequest(
    target,
    { method: request.method, headers: { ...request.headers, host: target.host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  forward.on("error", (error) => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(502, { "content-type": "text/plain" })
        .end(`The mock did not answer: ${error.message}\n`);
  });
  request.pipe(forward);
}
