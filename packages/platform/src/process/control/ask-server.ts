import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { StartError } from "../start-error.ts";
import type { Outcome } from "./administer.ts";
import { type ControlRequest, controlLine, locateControlSocket } from "./control-types.ts";

/**
 * Sends a command to the service that uses a data directory, which runs it.
 *
 * @returns undefined when no service uses the directory
 * @throws StartError with the message of the service
 */
export async function askServer(
  directory: string,
  body: ControlRequest,
  progress: (line: string) => void,
): Promise<Outcome | undefined> {
  const socketPath = locateControlSocket(directory);
  if (socketPath === undefined) {
    return undefined;
  }
  const answered = await send(socketPath, JSON.stringify(body));
  if (answered === undefined) {
    return undefined;
  }
  for await (const text of createInterface({ input: answered })) {
    const line = controlLine.parse(JSON.parse(text));
    if ("progress" in line) {
      progress(line.progress);
    } else if ("outcome" in line) {
      return line.outcome;
    } else if ("refused" in line) {
      throw new StartError(line.refused);
    } else {
      throw new StartError(
        "The running service could not carry out this command. Its log has the reason.",
      );
    }
  }
  throw new StartError(
    "The running service ended before the command was done. Run the command again: it continues where it stopped.",
  );
}

function send(socketPath: string, body: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: "/commands", method: "POST" });
    sent.once("response", (answered) => {
      if (answered.statusCode === 200) {
        resolve(answered);
      } else {
        reject(new StartError("The running service has another version. Restart it."));
      }
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      // The socket is missing, or no process listens on it.
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") {
        resolve(undefined);
      } else {
        reject(error);
      }
    });
    sent.end(body);
  });
}
