import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { backlog } from "../../../src/api/http/connections/limit-connections.ts";

/**
 * A server of Node's own in a process of its own, which closes its oldest connection when there are more than 1,000, as
 * many as the service keeps. It shows what a flood costs without any of our code.
 */
export interface BareServer {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts a server that answers every request at once. */
export async function startBareServer(): Promise<BareServer> {
  const child = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: ["-C", "source"] });
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The bare server ended with ${code}.`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "serve") {
  // `startBareServer` wrote it.
  const server = createServer((_, outgoing) => outgoing.end("ok"));
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    const [oldest] = open;
    if (open.size > 1_000) {
      oldest?.destroy();
    }
  });
  server.listen({ port: 0, host: "127.0.0.1", backlog }, () => {
    // A server that listens on a port has an address of this form.
    process.send?.((server.address() as AddressInfo).port);
  });
}
