import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** A server on one address of loopback that records the requests it receives. */
export class LoopbackServer {
  readonly requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]> }[] =
    [];
  readonly #server: Server;
  readonly #address: string;

  constructor(address: string, answer: (url: string, response: ServerResponse) => void) {
    this.#address = address;
    this.#server = createServer((request, response) => {
      const { method = "", url = "", headers } = request;
      this.requests.push({ method, url, headers });
      request.resume().on("end", () => answer(url, response));
    });
  }

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, this.#address, resolve);
    });
  }

  get port(): number {
    // A server that listens on a host and port has an address of this form.
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Listens on the same port with each server. A port that is free at the first one's address may be taken at another. */
export async function listenOnOnePort(
  first: LoopbackServer,
  ...others: readonly LoopbackServer[]
): Promise<void> {
  for (;;) {
    await first.listen();
    const begun = await Promise.allSettled(others.map((other) => other.listen(first.port)));
    const failure = begun.find((each) => each.status === "rejected");
    if (failure === undefined) {
      return;
    }
    if (failure.reason?.code !== "EADDRINUSE") {
      throw failure.reason;
    }
    await Promise.all([first, ...others].map((server) => server.close()));
  }
}

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  "x-gzip": (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
};

/** Answers by the first segment of the path: with a status, a redirect, silence, an endless body or another fault. */
export function answer(url: string, response: ServerResponse): void {
  const [, kind = "", value = ""] = url.split("/");
  switch (kind) {
    case "status":
      response.writeHead(Number(value)).end();
      return;
    case "to":
      response.writeHead(Number(url.split("/")[3] ?? 302), { location: decodeURIComponent(value) });
      response.end("moved");
      return;
    case "silent":
      return;
    case "slow-body":
      response.writeHead(200).write("a");
      return;
    case "endless": {
      response.writeHead(200, { "content-type": "text/plain" });
      const piece = Buffer.alloc(64 * 1024, "a");
      const write = (): void => {
        while (!response.destroyed && response.write(piece)) {
          // Until the socket is full.
        }
        response.once("drain", write);
      };
      write();
      return;
    }
    case "drip": {
      response.writeHead(200);
      const timer = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "headers":
      response.writeHead(200, { "x-long": "a".repeat(Number(value)) }).end();
      return;
    case "coded": {
      // `value` names the codings in the order in which they were applied, a status, and if the body is empty.
      const [codings = "", status = "200", empty = ""] = decodeURIComponent(value).split(" ");
      const body = codings
        .split(",")
        .reduce<Buffer>(
          (bytes, coding) => (encoders[coding] ?? ((same) => same))(bytes),
          Buffer.from("hello"),
        );
      response.writeHead(Number(status), { "content-encoding": codings });
      response.end(empty === "" ? body : "");
      return;
    }
    case "break":
      response.writeHead(200, { "content-length": "100" }).write("a");
      setTimeout(() => response.destroy(), 20);
      return;
    default:
      response.writeHead(200, { "x-answer": "1", connection: "close" }).end(`hello ${url}`);
  }
}
