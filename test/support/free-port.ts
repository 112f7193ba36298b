import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of this machine that is free, for a process that has to be given one.
 *
 * It is below those that Linux gives to connections and to servers that ask for any port (from 32768 on): one of these
 * could be taken by anybody between this look and the start of the process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    try {
      // `once` rejects when the port is taken.
      await once(server.listen(port, "127.0.0.1"), "listening");
    } catch {
      continue;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
