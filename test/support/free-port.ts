import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Finds a free port of this machine, for a process that needs one as an argument.
 *
 * The port is below 32768. From there on, Linux assigns ports to connections and to servers that ask for any port, so
 * such a port could be taken before the process starts.
 */
export async function findFreePort(): Promise<number> {
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
