import { createServer } from "node:http";
import { serveFile } from "./static.ts";

/** A running server of a folder. */
export interface StaticServer {
  /** Its address, without a slash at the end. */
  readonly address: string;
  close(): void;
}

/** Serves a folder under `/docs/`, as any static host would: nothing of ours but the files. */
export function startStaticServer(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const file = path.startsWith("/docs/") ? path.slice("/docs/".length) : "missing";
    serveFile(folder, file, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const bound = server.address();
      const port = typeof bound === "object" && bound ? bound.port : 0;
      resolve({
        address: `http://127.0.0.1:${port}`,
        close() {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
