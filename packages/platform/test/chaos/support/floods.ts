import { connect, type Socket } from "node:net";

/** A kind of connection that holds a place without using it. */
export type FloodKind =
  | "silent"
  | "partial headers"
  | "partial body"
  | "unread answer"
  | "unread pipeline"
  | "kept alive"
  | "begun TLS";

/** The bytes that the connections of each kind send. */
export const floodKinds: Readonly<Record<FloodKind, string>> = {
  silent: "",
  "partial headers": "GET /api/v3/toolkits HTTP/1.1\r\nHost: a\r\nX-A: ",
  "partial body":
    "POST /api/v3/auth_configs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  "unread answer": "GET /api/v3/tools?limit=1000 HTTP/1.1\r\nHost: a\r\n\r\n",
  "unread pipeline": "GET /api/v3/tools?limit=1000 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50),
  "kept alive": "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
  // The beginning of a ClientHello (RFC 8446, section 4), which the service does not speak itself.
  "begun TLS": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
};

/** A flood of connections to a port of this machine. */
export interface FloodOptions {
  readonly kind: FloodKind;
  readonly port: number;
  /** Addresses of this machine (127.0.0.0/8), from which the connections come in turn. */
  readonly addresses: readonly string[];
  /** The number of connections that are held at the same time. */
  readonly count: number;
  /** Milliseconds after which a connection that the service has closed is opened again. Default: not at all. */
  readonly reopenAfterMs?: number;
  /** Addresses that a proxy reports for the connections in turn. Default: none. */
  readonly forwardedFor?: readonly string[];
  /** The key of the requests. Default: none. */
  readonly apiKey?: string;
}

/** Connections that are held open. */
export interface Flood {
  /** The number of connections that were begun, and of those that are closed again. */
  readonly counts: () => { readonly opened: number; readonly closed: number };
  /** Resolves when every connection was opened, or refused, for the first time. */
  readonly begun: Promise<void>;
  readonly stop: () => void;
}

const writeMs = 500;

/** Opens connections that hold places and do not use them, until it is stopped. */
export function startFlood(options: FloodOptions): Flood {
  const { kind, port, addresses, count, reopenAfterMs, forwardedFor, apiKey } = options;
  const isRead = !kind.startsWith("unread");
  const sockets = new Set<Socket>();
  let isStopped = false;
  let opened = 0;
  let closed = 0;
  const open = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const localAddress = addresses[index % addresses.length] ?? "127.0.0.1";
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      if (isRead) {
        socket.resume();
      } else {
        socket.pause();
      }
      opened += 1;
      socket.once("connect", () => {
        if (isStopped) {
          socket.destroy();
          return;
        }
        sockets.add(socket);
        const fields = {
          "x-forwarded-for": forwardedFor?.[index % forwardedFor.length],
          "x-api-key": apiKey,
        };
        socket.write(addFields(floodKinds[kind], fields), "latin1");
        resolve();
      });
      socket.once("close", () => {
        closed += 1;
        sockets.delete(socket);
        resolve();
        if (!isStopped && reopenAfterMs !== undefined) {
          setTimeout(() => !isStopped && open(index), reopenAfterMs).unref();
        }
      });
    });
  // A socket that is not read does not notice that it was closed, until it writes.
  const writing = setInterval(() => {
    for (const socket of isRead ? [] : sockets) {
      socket.write("G");
    }
  }, writeMs).unref();
  const begun = Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  return {
    counts: () => ({ opened, closed }),
    begun: begun.then(() => {}),
    stop: () => {
      isStopped = true;
      clearInterval(writing);
      for (const socket of sockets) {
        socket.resetAndDestroy();
      }
    },
  };
}

function addFields(text: string, fields: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return text.replaceAll("Host: a\r\n", `Host: a\r\n${lines.join("")}`);
}
