import { createServer } from "node:net";
import { Failure } from "../support/failure.ts";

/**
 * Tries a port and gives it free again.
 *
 * @throws Failure when it cannot be listened on, with what to do.
 */
export function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} on ${host} is in use.
What to do: stop what uses it (it may be an earlier "npm start"), or choose another port: PORT=${port + 1} npm start`;
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
