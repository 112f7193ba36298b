import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import {
  networkTool,
  printClientLines,
  printCurlLine,
  renderWelcome,
} from "../../src/process/cli/welcome.ts";
import { prepareDataDirectory } from "../../src/testing/pglite-snapshot.ts";
import {
  buildEnvironment,
  type PlatformProcess,
  runPlatform,
  startProcess,
} from "../running/support/platform-process.ts";
import { runHere } from "../running/support/run-here.ts";
import { startWorld } from "./world.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const data = mkdtempSync(join(tmpdir(), "platform-cli-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe("the command line", () => {
  test("a first start prints keys that work, keys create prints how to get others, a second start prints none, and SIGTERM ends both in order", async () => {
    const PORT = String(await findFreePort());
    const own = { PLATFORM_DATA: data, PORT };
    const start = async (): Promise<PlatformProcess> => {
      const service = await startProcess(own, { asInstalled: true });
      await expect.poll(service.text).toContain("Ctrl+C stops it.");
      return service;
    };
    const fetchStatus = async ({ url }: PlatformProcess): Promise<number> => {
      const headers = { "x-api-key": key };
      return (await fetch(`${url}/api/v3/auth/session/info`, { headers })).status;
    };
    const first = await start();
    const key = /ak_[\w-]{32}/.exec(first.text())?.[0] ?? "";
    expect(await fetchStatus(first)).toBe(200);
    // The command that makes a project is pasted while the service runs.
    const made = await runPlatform(["keys", "create"], own);
    const line = /^curl .*$/m.exec(made.stdout)?.[0] ?? "";
    const { stdout } = await run("bash", ["-c", line]);
    expect(JSON.parse(stdout).api_key).toMatch(/^ak_[\w-]{32}$/);
    const other = { PLATFORM_DATA: data, PORT: String(await findFreePort()) };
    const locked = await runPlatform(["serve"], other, { asInstalled: true });
    expect([locked.code, locked.stderr]).toEqual([
      1,
      expect.stringContaining("is in use by another process"),
    ]);
    const taken = await runHere(["serve"], { PORT, PLATFORM_DATA: `${data}-2` });
    expect([taken.code, taken.stderr]).toEqual([
      1,
      expect.stringMatching(/^Port \d+ on .* is in use/),
    ]);
    first.send("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(first.text()).toContain('"stopped"');
    const second = await start();
    expect(second.text()).not.toMatch(/ak_[\w-]{32}/);
    expect(await fetchStatus(second)).toBe(200);
    second.send("SIGINT");
    expect(await second.ended).toBe(0);
  }, 90_000);

  test("keys are made, toolkits listed and checked, and mistakes are reported", async () => {
    // A directory for this test only. If the test before left its directory locked, this test would fail too.
    const own = { PLATFORM_DATA: join(data, "keys") };
    await prepareDataDirectory(own.PLATFORM_DATA);
    const made = await runPlatform(["keys", "create", "--name", "Acme"], own);
    expect(made.stdout).toMatch(/^Organization +org_[\w-]+\nOrganization key +oak_[\w-]{32}\n/);
    const organization = /org_[\w-]+/.exec(made.stdout)?.[0] ?? "";
    const further = await runHere(["keys", "create", "--organization", organization], own);
    expect(further.stdout).toMatch(/^Organization key +oak_[\w-]{32}$/m);
    const unknown = await runHere(["keys", "create", "--organization", "org_000000000000"], own);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("does not exist")]);
    expect((await runHere(["migrate"], own)).stdout).toBe("The schema is up to date.\n");
    expect((await runHere(["toolkits", "list"])).stdout).toMatch(
      /^hackernews +\d{8}_\d\d +\d+ {2}Hacker News$/m,
    );
    expect((await runHere(["toolkits", "check"])).stdout).toMatch(
      /^\d+ documents, no problems\.\n$/,
    );
    const wrong = await runHere(["serve"], { PORT: "x", PLATFORM_RATE_LIMIT: "0" });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/PORT:[\s\S]*PLATFORM_RATE_LIMIT:/),
    ]);
    expect((await runPlatform(["serve", "--unknown"], own)).code).toBe(2);
  }, 90_000);
});

test("the lines that a first start prints execute a tool when they are pasted", async () => {
  const world = await startWorld();
  try {
    const text = renderWelcome(world.serving, false);
    const lines = [
      printCurlLine(world.serving.shownUrl, world.keys.project, networkTool),
      printClientLines(world.serving.shownUrl, world.keys.project, networkTool),
    ];
    for (const line of lines) {
      expect(text).toContain(line);
      const { stdout } = await run("bash", ["-c", line], { cwd: root, env: buildEnvironment({}) });
      expect(stdout).toMatch(/successful"?: ?true/);
      expect(stdout).toContain("My YC app");
    }
  } finally {
    await world.close();
  }
}, 90_000);
