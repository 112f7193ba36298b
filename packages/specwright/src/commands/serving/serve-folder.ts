import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createDiagnosticError } from "../../diagnostic.ts";
import { serveFile } from "./serve-file.ts";

/** A folder that is served on this machine. */
export interface ServedFolder {
  /** The address, with a slash at the end. */
  readonly url: string;
  /** Loads the pages again that browsers show. */
  readonly reload: () => void;
}

const host = "127.0.0.1";

/** The port that is taken if it is free. */
const usualPort = 4400;

/** Paths that no file of an output has. */
const scriptPath = "/.specwright/reload.js";
const changesPath = "/.specwright/changes";

/** After the server was started again, the connection opens a second time. */
const script = `let wasOpen = false;
const changes = new EventSource("${changesPath}");
changes.onmessage = () => location.reload();
changes.onopen = () => {
  if (wasOpen) location.reload();
  wasOpen = true;
};
`;
const tag = `<script src="${scriptPath}"></script>\n`;
const noPage = `<!doctype html><title>No page</title><p>There is no page here yet. The terminal says what is wrong.</p>${tag}`;

/**
 * Serves a folder on the loopback address. Its pages load a script that waits for `reload`. Requests under another name
 * of the host are refused, so that no page of another site can read the folder.
 *
 * @param find Returns the folder.
 * @param port 0 for any free one. Default: 4400, or any free one when it is in use.
 * @throws DiagnosticError when the port cannot be listened on
 */
export async function serveFolder(
  find: () => string,
  port: number | undefined,
): Promise<ServedFolder> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    answer(find(), waiting, request, response).catch((error: Error) => response.destroy(error));
  });
  await listen(server, port ?? usualPort).catch((error: NodeJS.ErrnoException) => {
    if (port === undefined && error.code === "EADDRINUSE") {
      return listen(server, 0);
    }
    throw createDiagnosticError({
      code: "port-not-available",
      message: `Cannot listen on ${host}:${port ?? usualPort}: ${error.message}.`,
      fix: "Choose another port with `--port`, or leave it out.",
    });
  });
  // A server that listens on a port has an address of this form.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${own}/`,
    reload: () => {
      for (const response of waiting) {
        response.write("data: changed\n\n");
      }
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function answer(
  folder: string,
  waiting: Set<ServerResponse>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const { host: asked = "" } = request.headers;
  if (!["127.0.0.1", "localhost"].includes(asked.replace(/:\d+$/, ""))) {
    response.writeHead(403, { "content-type": "text/plain" }).end("Use the address 127.0.0.1.\n");
  } else if (path === changesPath) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    waiting.add(response);
    response.on("close", () => waiting.delete(response));
  } else if (path === scriptPath) {
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
    response.end(script);
  } else {
    await serveFile(folder, path.slice(1), request, response, { endOfPages: tag, noPage });
  }
}
