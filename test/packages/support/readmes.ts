import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBlocks } from "../../guide/blocks.ts";
import { findFreePort } from "../../support/free-port.ts";

/** A program that keeps running. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** The TypeScript blocks of a README, one string per block. */
export function readSnippets(markdown: string): string[] {
  return readBlocks(markdown).flatMap(({ language, code }) => (language === "ts" ? [code] : []));
}

/** The address that snippets name. */
export const snippetUrl = "http://localhost:3000";

/** Starts a snippet that listens on port 3000, but on a free port, and waits until it answers. */
export async function startSnippet(folder: string, name: string, code: string): Promise<Service> {
  const port = await findFreePort();
  const listening = code.replace(".listen(3000)", `.listen(${port})`);
  writeFileSync(join(folder, name), listening);
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const url = `http://localhost:${port}`;
  await waitUntilAnswers(url, child);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.kill();
      }),
  };
}

async function waitUntilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) {
      throw new Error(`The snippet ended with ${child.exitCode}.`);
    }
    try {
      await fetch(url);
      return;
    } catch {
      // It does not listen yet.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
