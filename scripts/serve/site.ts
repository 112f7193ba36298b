import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { serveFile } from "../../packages/specwright/src/commands/serving/serve-file.ts";
import { Failure } from "../support/failure.ts";
import { buildValidationAnswer } from "./validation-answer.ts";

/** The content of a site. */
export interface SiteOptions {
  /** The folder of the built reference, shown at `/docs/`. */
  readonly docsFolder: string;
  /** The mock that answers the API's paths. Without it, these paths are answered with 404. */
  readonly mockUrl?: string;
  readonly host?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
}

/** A running site. */
export interface Site {
  /** Its address, without a slash at the end. */
  readonly address: string;
  close(): void;
}

/** Matches the paths of the document. All other paths belong to the site. */
const mocked = /^\/(api\/v3|link|mcp|tool_router)(\/|$|\?)/;

/**
 * Serves the reference, the document and the mock on one port.
 *
 * @throws Failure when the port cannot be listened on
 */
export function startSite(options: SiteOptions): Promise<Site> {
  const { host = "127.0.0.1", port = 0 } = options;
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: Error) => response.destroy(error));
  });
  return new Promise((resolve, reject) => {
    server.once("error", ({ message }) => {
      reject(new Failure(`Cannot listen on ${host}:${port}: ${message}`));
    });
    server.listen(port, host, () => {
      const bound = server.address();
      // The address of a server that listens on a port is an object, not a string.
      const own = typeof bound === "object" && bound ? bound.port : port;
      resolve({
        address: `http://${host}:${own}`,
        close() {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

async function answer(
  { docsFolder, mockUrl }: SiteOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? "/";
  const path = url.split("?", 1)[0] ?? "/";
  if (mockUrl !== undefined && mocked.test(url)) {
    proxy(new URL(url, mockUrl), request, response);
  } else if (path === "/" || path === "/docs") {
    response.writeHead(302, { location: "/docs/" }).end();
  } else if (path === "/openapi.yaml" || path === "/openapi.json") {
    await serveFile(docsFolder, path.slice(1), request, response);
  } else if (path.startsWith("/docs/")) {
    await serveFile(docsFolder, path.slice("/docs/".length), request, response);
  } else {
    const text = "There is nothing here. The reference is at /docs/.\n";
    response.writeHead(404, { "content-type": "text/plain" }).end(text);
  }
}

function proxy(target: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const forward = httpRequest(target, { method, headers: { ...headers, host: target.host } });
  forward.on("response", (answered) => {
    const invalid = buildValidationAnswer(
      answered.statusCode ?? 0,
      answered.headers["sl-violations"],
    );
    if (invalid !== undefined) {
      answered.resume();
      response.writeHead(400, { "content-type": "application/json" }).end(invalid);
      return;
    }
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  forward.on("error", ({ message }) => {
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(502).end(`The mock did not answer: ${message}\n`);
    }
  });
  request.pipe(forward);
}
