import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The port of a database server. It can be cut off. */
export interface DatabaseProxy {
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy between a service and its database, so that a test can make the server unreachable without stopping it. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Broken connections are the purpose of this proxy.
    socket.on("error", () => {});
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isCut) {
      incoming.destroy();
      return;
    }
    const outgoing = keep(connect(Number(target.port), target.hostname));
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  // A server that listens on a port has an address of this form.
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destroyAll = (): void => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      destroyAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
