import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Service } from "./readmes.ts";

/** An environment in which this version of Node is used. */
export function withNode(node: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_OPTIONS: "",
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
}

/**
 * Runs `npm start` in a project made by `specwright init`, and waits until it prints its address.
 *
 * @throws Error with the output when it ends before.
 */
export async function startWithNpm(folder: string, node: string): Promise<Service> {
  const child = spawn("npm", ["start"], {
    cwd: folder,
    // npm, its shell and the server are one process group, which is ended as a whole.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...withNode(node), PORT: "0" },
  });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    const [, url] = /Try: curl (\S+)$/.exec(line) ?? [];
    if (url !== undefined) {
      return {
        url,
        stop: () =>
          new Promise((resolve) => {
            child.once("close", () => resolve());
            process.kill(-(child.pid ?? 0));
          }),
      };
    }
  }
  throw new Error(`npm start ended:\n${printed.join("\n")}`);
}
