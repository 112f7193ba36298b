import { createServer } from "node:net";
import { Failure } from "../support/failure.ts";

/**
 * Checks that a port is free, by listening on it for a moment. `another` is a command that uses another port, for the
 * message.
 *
 * @throws Failure when it cannot be listened on, with what to do.
 */
export function assertPortFree(host: string, port: number, another: string): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} on ${host} is in use.
Stop what uses it (it may be an earlier run of this command), or choose another port: ${another}`;
      reject(
        new Failure(
          error.code === "EADDRINUSE"
            ? inUse
            : `Cannot listen on ${host}:${port}: ${error.message}`,
        ),
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
