import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A request that a proxy received. */
export interface SeenConnect {
  readonly authority: string;
  readonly authorization: string | undefined;
}

/** A real CONNECT proxy on loopback. */
export interface ConnectProxy {
  readonly url: string;
  readonly seen: SeenConnect[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that connects to any address that a client names. With a key, it serves only clients that send the
 * key.
 */
export async function startConnectProxy(key?: string): Promise<ConnectProxy> {
  const seen: SeenConnect[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, outgoing) => outgoing.writeHead(405).end());
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (incoming: IncomingMessage, client: Socket) => {
    const authority = incoming.url ?? "";
    const authorization = incoming.headers["proxy-authorization"];
    seen.push({ authority, authorization });
    client.on("error", () => {});
    if (key !== undefined && authorization !== key) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const { hostname, port } = new URL(`http://${authority}`);
    const target = connect(Number(port), hostname.replace(/^\[|\]$/g, ""), () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
