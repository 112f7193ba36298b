import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import { describeError } from "../../api/http/errors/describe-error.ts";
import type { OpenPlatform } from "../open-platform.ts";
import { StartError } from "../start-error.ts";
import { adminCommands } from "./administer.ts";
import {
  type ControlLine,
  type ControlRequest,
  controlRequest,
  locateControlSocket,
} from "./control-types.ts";

/** In characters. A command is a few words, and the document of `toolkits import`, whose 64 MiB grow by escapes in JSON. */
const longestRequest = 128 * 1024 * 1024;

/**
 * Accepts the operator's commands for a data directory that this process has locked. The socket is a file that only
 * the owner of the directory can open (0600). This authenticates the operator: a user who can open it can also read
 * the database and its master keys.
 *
 * @returns a function that stops accepting commands; undefined where a socket is impossible
 */
export async function serveControl(
  directory: string,
  opened: OpenPlatform,
  log: Logger,
): Promise<(() => Promise<void>) | undefined> {
  const path = locateControlSocket(directory);
  if (path === undefined) {
    return undefined;
  }
  // A killed process may have left the file behind. The directory is locked, so nobody listens on it.
  rmSync(path, { force: true });
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, opened, log).catch((error: unknown) => {
      log.error({ err: describeError(error) }, "command failed");
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // The mode of a new socket depends on the process's mask. For this moment the mask removes all permissions of
    // others.
    const mask = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(mask);
    }
  });
  chmodSync(path, 0o600);
  return () =>
    new Promise((resolve) => {
      // Node removes the file.
      server.close(() => resolve());
      server.closeIdleConnections();
    });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  opened: OpenPlatform,
  log: Logger,
): Promise<void> {
  const request = await readRequest(incoming);
  if (incoming.method !== "POST" || incoming.url !== "/commands" || request === undefined) {
    outgoing.writeHead(400).end();
    return;
  }
  const { command, options } = request;
  log.info({ command }, "command");
  outgoing.writeHead(200, { "content-type": "application/x-ndjson" });
  const send = (line: ControlLine): void => void outgoing.write(`${JSON.stringify(line)}\n`);
  try {
    const sendProgress = (text: string): void => send({ progress: text });
    send({ outcome: await adminCommands[command]({ opened, options, progress: sendProgress }) });
  } catch (error) {
    if (!(error instanceof StartError)) {
      log.error({ err: describeError(error) }, "command failed");
    }
    send(error instanceof StartError ? { refused: error.message } : { failed: true });
  }
  outgoing.end();
}

async function readRequest(incoming: IncomingMessage): Promise<ControlRequest | undefined> {
  let text = "";
  for await (const piece of incoming.setEncoding("utf8")) {
    text += piece;
    if (text.length > longestRequest) {
      return undefined;
    }
  }
  try {
    return controlRequest.safeParse(JSON.parse(text)).data;
  } catch {
    // The line is not JSON.
    return undefined;
  }
}
