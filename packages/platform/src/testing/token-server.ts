import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A token endpoint that a test controls. */
export interface TokenServer {
  readonly server: Server;
  readonly address: string;
  readonly calls: () => number;
  readonly delay: (ms: number) => void;
  /** Stops answering until the returned function is called. */
  readonly hold: () => () => void;
  /** Sets the lifetime of the tokens that it issues from now on. */
  readonly life: (seconds: number) => void;
}

/** A token endpoint with rotation: each refresh token is accepted once, as in oidc-provider and many applications. */
export function startTokenServer(): Promise<TokenServer> {
  let count = 0;
  let wait = 0;
  let held: Promise<void> | undefined;
  let expires_in = 3600;
  const used = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    count += 1;
    // A slow endpoint: callers that come in the meantime have to wait. Those that come later find the new tokens.
    await sleep(wait);
    await held;
    const token = new URLSearchParams(Buffer.concat(chunks).toString()).get("refresh_token") ?? "";
    const granted = !used.has(token) && token.startsWith("rt");
    used.add(token);
    // Close the connection: a kept one could be closed just when the next request is sent on it, which is likely on a
    // busy machine.
    response.writeHead(granted ? 200 : 400, {
      "content-type": "application/json",
      connection: "close",
    });
    const next = {
      access_token: `at-${count}`,
      refresh_token: `rt-${token}-${count}`,
      expires_in,
    };
    response.end(JSON.stringify(granted ? next : { error: "invalid_grant" }));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      // A listening server on TCP has an address of this kind (node:net, server.address).
      const { port } = server.address() as AddressInfo;
      const delay = (ms: number): void => {
        wait = ms;
      };
      const hold = (): (() => void) => {
        const { promise, resolve: release } = Promise.withResolvers<void>();
        held = promise;
        return release;
      };
      const setLifetime = (seconds: number): void => {
        expires_in = seconds;
      };
      const address = `http://127.0.0.1:${port}`;
      resolve({ server, address, calls: () => count, delay, hold, life: setLifetime });
    });
  });
}
