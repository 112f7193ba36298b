import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { collect } from "../../scripts/support/collect.ts";
import type { Bomb } from "./bombs/bomb.ts";
import { bombs } from "./bombs/index.ts";

/**
 * The limit of the JavaScript heap, in megabytes. The target for the whole process is 300; Node itself and buffers take
 * the rest.
 */
const heap = 220;

/** Milliseconds after which a run is ended. All bombs finish far earlier unless they hang. */
const hardLimit = 60_000;

/**
 * A folder in which Node caches our compiled sources between the runs, so that compiling TypeScript is not measured.
 */
const compiled = mkdtempSync(join(tmpdir(), "specwright-compiled-"));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

test.each(bombs)(
  "$name: a clear error or output, within bounds",
  { timeout: hardLimit + 10_000 },
  async (bomb) => {
    const { code, output, used } = await generate(bomb);
    if (process.env.SPECWRIGHT_MEASURE === "1") {
      process.stderr.write(`  ${bomb.name}: ${used}, exit code ${code}\n`);
    }
    expect(output.slice(-2000)).not.toMatch(/call stack|heap out of memory|^\s+at .*:\d+:\d+\)?$/m);
    if (bomb.code === undefined) {
      expect(output.slice(0, 2000)).toContain('"ok": true');
      expect(output).toContain(bomb.warning === undefined ? "" : `"code": "${bomb.warning}"`);
      expect(code).toBe(0);
    } else {
      expect(output).toContain(`"code": "${bomb.code}"`);
      expect(code).toBe(1);
    }
  },
);

async function generate({ files, prepare, arguments: more = [] }: Bomb) {
  const folder = mkdtempSync(join(tmpdir(), "specwright-bomb-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = files();
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  prepare?.(folder);
  const [root = ""] = Object.keys(all);
  const program = join(import.meta.dirname, "programs/measured-cli.ts");
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heap}`,
      "-C",
      "source",
      program,
      "generate",
      root,
      "--out",
      "out",
      "--json",
      ...more,
    ],
    {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: hardLimit,
      killSignal: "SIGKILL",
    },
  );
  const { code, stdout, stderr } = await collect(child);
  return { code, output: stdout + stderr, used: /used (.*)/.exec(stderr)?.[1] ?? "killed" };
}
