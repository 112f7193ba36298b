import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { clientLines, curlLine, welcome } from "../../src/cli/welcome.ts";
import { startWorld } from "./world.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = fileURLToPath(new URL("../../bin/platform.js", import.meta.url));
const data = mkdtempSync(join(tmpdir(), "platform-cli-"));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGTERM");
  rmSync(data, { recursive: true, force: true });
});

/** The environment of a command: ours without what vitest adds, and with a data directory of its own. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, PLATFORM_DATA: data, PLATFORM_METRICS_PORT: "off", ...more };
}

/** Runs a command to its end. */
async function platform(words: readonly string[], more?: Record<string, string>) {
  const options = { cwd: root, env: environment(more) };
  return await run(process.execPath, [program, ...words], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** Starts the service; `text` is what it printed until it said that it runs, `stop` ends it with a signal. */
async function start(port: number) {
  const env = environment({ PORT: String(port) });
  const child = spawn(process.execPath, [program, "serve"], { cwd: root, env });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  child.stderr.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000, interval: 20 }).toBe(true);
  await expect.poll(() => text, { timeout: 5_000 }).toContain("Ctrl+C stops it.");
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return await ended;
  };
  return { url, text: () => text, stop };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the command line", () => {
  test("a first start prints keys that work, a second one does not, and SIGTERM ends both in order", async () => {
    const port = await freePort();
    const first = await start(port);
    const key = /ak_[\w-]{32}/.exec(first.text())?.[0] ?? "";
    const info = await fetch(`${first.url}/api/v3/auth/session/info`, {
      headers: { "x-api-key": key },
    });
    expect(info.status).toBe(200);
    const locked = await platform(["serve"], { PORT: String(await freePort()) });
    expect([locked.code, locked.stderr]).toEqual([
      1,
      expect.stringContaining("is in use by another process"),
    ]);
    const taken = await platform(["serve"], { PORT: String(port), PLATFORM_DATA: `${data}-2` });
    expect([taken.code, taken.stderr]).toEqual([
      1,
      expect.stringMatching(/^Port \d+ on .* is in use/),
    ]);
    expect(await first.stop("SIGTERM")).toBe(0);
    expect(first.text()).toContain('"stopped"');
    const second = await start(port);
    expect(second.text()).not.toMatch(/ak_[\w-]{32}/);
    const again = await fetch(`${second.url}/api/v3/auth/session/info`, {
      headers: { "x-api-key": key },
    });
    expect(again.status).toBe(200);
    expect(await second.stop("SIGINT")).toBe(0);
  }, 90_000);

  test("keys are made, toolkits listed and checked, and mistakes are told", async () => {
    // Its own directory: one that the test before left locked would be told here as a second failure.
    const own = { PLATFORM_DATA: join(data, "keys") };
    const made = await platform(["keys", "create", "--name", "Acme"], own);
    const [organization = "", key] = made.stdout.split("\n");
    expect([organization, key]).toEqual([
      expect.stringMatching(/^org_/),
      expect.stringMatching(/^oak_/),
    ]);
    const further = await platform(["keys", "create", "--organization", organization], own);
    expect(further.stdout).toMatch(/^oak_[\w-]{32}\n$/);
    const unknown = await platform(["keys", "create", "--organization", "org_000000000000"], own);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("There is no organization"),
    ]);
    expect((await platform(["migrate"], own)).stdout).toBe("The schema is up to date.\n");
    expect((await platform(["toolkits", "list"])).stdout).toMatch(
      /^hackernews +\d{8}_\d\d +\d+ {2}Hacker News$/m,
    );
    expect((await platform(["toolkits", "check"])).stdout).toMatch(
      /^\d+ documents, no problems\.\n$/,
    );
    const wrong = await platform(["serve"], { PORT: "x", PLATFORM_RATE_LIMIT: "0" });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/PORT:[\s\S]*PLATFORM_RATE_LIMIT:/),
    ]);
    expect((await platform([])).code).toBe(2);
    expect((await platform(["serve", "--unknown"])).code).toBe(2);
  }, 90_000);
});

test("the lines that a first start prints execute a tool when they are pasted", async () => {
  const world = await startWorld();
  try {
    const text = welcome(world.serving, false);
    const lines = [
      curlLine(world.url, world.keys.project),
      clientLines(world.url, world.keys.project),
    ];
    for (const line of lines) {
      expect(text).toContain(line);
      const { stdout } = await run("bash", ["-c", line], { cwd: root, env: environment() });
      expect(stdout).toMatch(/successful"?: ?true/);
      expect(stdout).toContain("My YC app");
    }
  } finally {
    await world.close();
  }
}, 90_000);
