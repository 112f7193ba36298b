import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Server } from "node:net";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { collect } from "../../scripts/support/collect.ts";
import { type Ran, type Step, splitByMarker } from "./steps.ts";

// Runs the blocks of pages. The parent process sends them and gets the results over its channel. One process runs all
// pages, so that the packages are loaded only once.

/** The address that pages name. */
const pageUrl = "localhost:3000";

let url = pageUrl;
let starting: Promise<unknown>[] = [];
let servers: Server[] = [];

const listen = Server.prototype.listen;
/** Servers of pages listen on a free port instead of 3000. */
Server.prototype.listen = function (this: Server, ...given: unknown[]): Server {
  const args = given.map((each) =>
    each === 3000
      ? 0
      : typeof each === "object" && each !== null && "port" in each && each.port === 3000
        ? { ...each, port: 0 }
        : each,
  );
  servers.push(this);
  const isFirst = starting.length === 0;
  starting.push(
    new Promise<void>((resolve, reject) => {
      this.once("error", reject);
      this.once("listening", () => {
        const address = this.address();
        if (isFirst && typeof address === "object") {
          url = `localhost:${address?.port}`;
        }
        resolve();
      });
    }),
  );
  // Its overloads accept the same arguments.
  return (listen as (...all: unknown[]) => Server).apply(this, args);
};

async function runPage(folder: string, steps: readonly Step[]): Promise<readonly Ran[]> {
  process.chdir(folder);
  url = pageUrl;
  const results: Ran[] = [];
  for (const step of steps) {
    results.push(await (step.kind === "module" ? runModule(folder, step) : runShell(folder, step)));
  }
  for (const server of servers) {
    (server as Server & { closeAllConnections?(): void }).closeAllConnections?.();
    server.close();
  }
  servers = [];
  return results;
}

async function runModule(
  folder: string,
  { file, line }: { readonly file: string; readonly line: number },
): Promise<Ran> {
  const path = join(folder, file);
  // The generated client contains the server of its document.
  const files = [path, join(folder, "generated/client/index.js")].filter(existsSync);
  const texts = files.map((each) => readFileSync(each, "utf8"));
  const write = (rewrite: (text: string) => string): void =>
    files.forEach((each, index) => {
      writeFileSync(each, rewrite(texts[index] ?? ""));
    });
  write((text) => text.replaceAll(pageUrl, url));
  starting = [];
  const { stdout, stderr } = process;
  const writeOut = stdout.write;
  let output = "";
  const keep = (text: unknown): boolean => {
    output += String(text);
    return true;
  };
  stdout.write = keep;
  stderr.write = keep;
  try {
    await import(pathToFileURL(path).href);
    await Promise.all(starting);
    return { printed: splitByMarker(line, output) };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { printed: splitByMarker(line, output), failure };
  } finally {
    stdout.write = writeOut;
    stderr.write = writeOut;
    write((text) => text);
  }
}

async function runShell(
  folder: string,
  { script, line }: { readonly script: string; readonly line: number },
): Promise<Ran> {
  const child = spawn("sh", ["-ec", script.replaceAll(pageUrl, url)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      FORCE_COLOR: "0",
      // Imports of this repository's packages resolve to their sources.
      NODE_OPTIONS: "--conditions=source",
      PATH: `${join(import.meta.dirname, "bin")}${delimiter}${process.env.PATH}`,
    },
  });
  const { code, output } = await collect(child);
  const printed = { [line]: output };
  return code === 0 ? { printed } : { printed, failure: `ended with ${code}:\n${output}` };
}

process.on("message", async ({ folder, steps }: { folder: string; steps: readonly Step[] }) => {
  process.send?.(await runPage(folder, steps));
});
