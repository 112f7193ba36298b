import { spawn } from "node:child_process";
import { join } from "node:path";

/** The command line, which runs in a process of its own. */
export interface StartedCli {
  /** Its output so far, of both streams. */
  readonly printed: () => string;
  /** @throws Error with the output when it ends before it printed this */
  readonly waitFor: (pattern: RegExp) => Promise<void>;
  readonly kill: () => void;
  /** Its exit code; undefined after a signal. */
  readonly ended: Promise<number | undefined>;
}

/** Starts a command of specwright, such as one that serves. */
export function startCli(folder: string, args: readonly string[]): StartedCli {
  const bin = join(import.meta.dirname, "../bin/specwright.js");
  const child = spawn(process.execPath, ["-C", "source", bin, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      for (const listen of listeners) {
        listen();
      }
    });
  }
  const ended = new Promise<number | undefined>((resolve) => {
    child.once("close", (code) => resolve(code ?? undefined));
  });
  const waitFor = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const listen = (): void => {
        if (pattern.test(printed)) {
          resolve();
        }
      };
      listeners.add(listen);
      listen();
      void ended.then(() => reject(new Error(`It ended with this output:\n${printed}`)));
    });
  return { printed: () => printed, waitFor, kill: () => child.kill(), ended };
}
