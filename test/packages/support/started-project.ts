import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Service } from "./readmes.ts";

/** The environment of a person who has this version of Node. */
export function withNode(node: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_OPTIONS: "",
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
}

/**
 * Runs `npm start` in a project that `specwright init` began, until it prints its address.
 *
 * @throws Error with the output when it ends before.
 */
export async function npmStart(folder: string, node: string): Promise<Service> {
  const child = spawn("npm", ["start"], {
    cwd: folder,
    // Npm, its shell and the server are one group, which ends as a whole.
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
