import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../support/failure.ts";
import { root } from "../support/paths.ts";
import type { Section } from "./report.ts";

/** The most that an embedded start may hold, in megabytes (2^20 bytes). */
const goal = 350;

/** Log line of a start that takes requests. */
const started = '"msg":"started"';

/** Resident memory of `platform serve` on the embedded database, as Linux counts it: at most, and once it takes requests. */
export async function benchServiceMemory(): Promise<Section> {
  const data = await mkdtemp(join(tmpdir(), "platform-bench-"));
  const rows: string[][] = [];
  try {
    for (const title of ["first start, which makes the database", "second start"]) {
      rows.push([title, ...(await measureStart(data))]);
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  return {
    title: "Memory of a start",
    text: `\`platform serve\` on the embedded database, in a process of its own; the goal is at most ${goal} MB. Reads /proc, which Linux has.`,
    columns: ["", "at most", "ready"],
    rows,
  };
}

async function measureStart(data: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["packages/platform/bin/platform.js", "serve"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PLATFORM_DATA: data, PORT: "0", PLATFORM_METRICS_PORT: "off" },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await ready(child);
    const pid = await childOf(child.pid);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return ["VmHWM", "VmRSS"].map((name) => {
      const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
      return `${(Number(kilobytes) / 1024).toFixed(0)} MB`;
    });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function ready(child: ChildProcess): Promise<void> {
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

/** The program starts itself again with the flags that it needs; that process is the service. */
async function childOf(pid: number | undefined): Promise<string> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.trim();
}
