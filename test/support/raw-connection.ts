import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection on which a test sends raw bytes, for requests that HTTP clients would never send. */
export interface RawConnection {
  readonly socket: Socket;
  send(...pieces: readonly string[]): void;
  /** Resolves to the received text as soon as it matches the pattern. */
  received(pattern: RegExp): Promise<string>;
  /** Resolves to all received text when the server has closed the connection. */
  closed(): Promise<string>;
}

/** Listens on a free port until the test ends. */
export async function listen(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return server;
}

/** Connects to a server that listens on a port. */
export function connectRaw(server: Server): RawConnection {
  // A server that listens on a port has an `AddressInfo`.
  return connectToPort((server.address() as AddressInfo).port);
}

/** Connects to a port of this machine, and collects everything that it receives. */
export function connectToPort(port: number): RawConnection {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) {
      look();
    }
  };
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    wake();
  });
  socket.on("close", () => {
    isClosed = true;
    wake();
  });
  const waitUntilThere = (isThere: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (isThere()) {
          waiting.delete(look);
          resolve(text);
        } else if (isClosed) {
          reject(new Error(`The connection was closed after: ${text}`));
        }
      };
      waiting.add(look);
      look();
    });
  return {
    socket,
    send: (...pieces) => {
      for (const piece of pieces) {
        socket.write(piece, "latin1");
      }
    },
    received: (pattern) => waitUntilThere(() => pattern.test(text)),
    closed: () => waitUntilThere(() => isClosed),
  };
}

/** The JSON body of the last answer on a connection. */
export function parseLastBody(text: string): unknown {
  return JSON.parse(text.slice(text.lastIndexOf("\r\n\r\n") + 4));
}
