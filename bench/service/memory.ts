import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../scripts/support/failure.ts";
import { root } from "../../scripts/support/paths.ts";
import { findFreePort } from "../../test/support/free-port.ts";
import type { Section } from "../report/report.ts";

/** The most memory that an embedded start may use, in megabytes (2^20 bytes). */
const goal = 350;

/**
 * A way to start the service: its arguments, and the text that it prints when it accepts requests.
 */
interface Start {
  readonly args: readonly string[];
  readonly started: string;
}

const serveCommand: Start = {
  args: ["-C", "source", "packages/platform/bin/platform.js", "serve"],
  started: '"msg":"started"',
};

/** The same arguments as in package.json. The address of the API is printed after the reference has been built too. */
const npmStart: Start = {
  args: ["-C", "source", "--max-semi-space-size=8", "scripts/run.js", "start"],
  started: "http://",
};

/**
 * Measures the resident memory of embedded starts, as Linux counts it: the peak, and the value when the service accepts
 * requests.
 */
export async function benchServiceMemory(): Promise<Section> {
  const data = await mkdtemp(join(tmpdir(), "platform-bench-"));
  const rows: string[][] = [];
  try {
    for (const title of ["first", "second", "third"]) {
      rows.push([
        `\`platform serve\`, ${title} start`,
        ...(await measureStart(serveCommand, data)),
      ]);
    }
    const other = join(data, "of-npm-start");
    for (const title of ["first", "second"]) {
      rows.push([`\`npm start\`, ${title} start`, ...(await measureStart(npmStart, other))]);
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  return {
    title: "Memory of a start",
    text: `The memory that processes with the embedded database need, from their start until they are ready; the goal is at most ${goal} MB. A first start makes the database, and \`npm start\` builds the reference in the same process. The figures are from \`/proc\`, so this part runs on Linux only.`,
    columns: ["Start", "Memory at most", "Memory when ready"],
    rows,
  };
}

async function measureStart({ args, started }: Start, data: string): Promise<readonly string[]> {
  const port = await findFreePort();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PLATFORM_DATA: data, PORT: String(port), PLATFORM_METRICS_PORT: "off" },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await waitUntilReady(child, started);
    const status = await readFile(`/proc/${child.pid}/status`, "utf8");
    return ["VmHWM", "VmRSS"].map((name) => {
      const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
      return `${(Number(kilobytes) / 1024).toFixed(0)} MB`;
    });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function waitUntilReady(child: ChildProcess, started: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      if (text.includes(started)) {
        resolve();
      }
    });
    child.once("close", () => reject(new Failure(`the service did not start: ${text}`)));
  });
}
