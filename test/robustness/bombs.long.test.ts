import { spawn } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../scripts/support/collect.ts";
import { chooseAmount } from "../support/samples.ts";
import type { Bomb } from "./bombs/bomb.ts";
import { bombs } from "./bombs/index.ts";

/**
 * The limit of the JavaScript heap, in megabytes. The target for the whole process is 300; Node itself and buffers take
 * the rest.
 */
const heap = 220;

/** Milliseconds of the processor that a run may take. All bombs take far fewer. */
const processorLimit = 60_000;

/** Milliseconds after which a run is ended: it hangs, however busy the machine is. */
const hardLimit = 180_000;

/**
 * A folder in which Node caches our compiled sources between the runs, so that compiling TypeScript is not measured.
 */
const compiled = mkdtempSync(join(tmpdir(), "specwright-compiled-"));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

type ListArguments = (roots: readonly [string, string]) => readonly string[];

const generate: ListArguments = ([root]) => ["generate", root, "--out", "out", "--json"];

/** The other commands that read documents. They end with any result. */
const commands: Readonly<Record<string, ListArguments>> = {
  "generate --package": ([root]) => [
    ...["generate", root, "--out", "out", "--json"],
    ...["--package", JSON.stringify({ scope: "@acme", name: "bomb", version: "1.0.0" })],
  ],
  docs: ([root]) => ["docs", root, "--out", "out", "--json"],
  diff: ([root, edited]) => ["diff", root, edited, "--format", "json"],
  "overlay diff": ([root, edited]) => ["overlay", "diff", root, edited, "--json"],
  fix: ([root]) => ["fix", root, "--json"],
  paginate: ([root]) => ["paginate", root, "-o", "pages.yaml", "--yes", "--json"],
  verify: ([root]) => ["verify", root, "http://127.0.0.1:9", "--format", "json"],
};

test.each(chooseBombs(generate))(
  "$name: a clear error or output, within bounds",
  { timeout: hardLimit + 10_000 },
  async (bomb) => {
    const { code, output } = await run(bomb, generate);
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

describe.each(Object.entries(commands))("%s", (_, list) => {
  test.each(chooseBombs(list))(
    "$name: an end within bounds",
    { timeout: hardLimit + 10_000 },
    async (bomb) => {
      const { code } = await run(bomb, list);
      expect([0, 1]).toContain(code);
    },
  );
});

/**
 * All bombs in the soak. Elsewhere `generate` for those that are refused, because all commands refuse them at the same
 * place, and one command for every second of the others.
 */
function chooseBombs(list: ListArguments): readonly Bomb[] {
  const all = [generate, ...Object.values(commands)];
  return bombs.filter(({ code }, index) =>
    chooseAmount(all[code === undefined ? (index % (2 * all.length)) / 2 : 0] === list, true),
  );
}

async function run({ name, files, prepare, arguments: more = [] }: Bomb, list: ListArguments) {
  const folder = mkdtempSync(join(tmpdir(), "specwright-bomb-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = files();
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  prepare?.(folder);
  const [root = ""] = Object.keys(all);
  // Most of the settings are those of `generate`.
  const own = list === generate || more[0] === "--remotes" ? more : [];
  const args = [...list([root, writeEdited(folder, root)]), ...own];
  // A package holds the document as indented text. Memory for large but honest documents is not limited (ADR 25).
  const isLarge = args.includes("--package") && name === "examples of 50 MB in a media type";
  const program = join(import.meta.dirname, "programs/measured-cli.ts");
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${isLarge ? 4 * heap : heap}`, "-C", "source", program, ...args],
    {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: hardLimit,
      killSignal: "SIGKILL",
    },
  );
  const { code, stdout, stderr } = await collect(child);
  const output = stdout + stderr;
  const used = /used (.*)/.exec(stderr)?.[1] ?? "killed";
  if (process.env.SPECWRIGHT_MEASURE === "1") {
    process.stderr.write(`  ${args[0]}, ${name}: ${used}, exit code ${code}\n`);
  }
  expect(output.slice(-2000)).not.toMatch(/call stack|heap out of memory|^\s+at .*:\d+:\d+\)?$/m);
  expect(Number(/(\d+) ms of the processor/.exec(used)?.[1])).toBeLessThan(processorLimit);
  return { code, output };
}

/** Writes the document again with other types. */
function writeEdited(folder: string, root: string): string {
  const path = join(folder, root);
  if (!lstatSync(path).isFile() || lstatSync(path).size > 64 * 1024 * 1024) {
    return root;
  }
  const edited = `edited-${root}`;
  writeFileSync(
    join(folder, edited),
    readFileSync(path, "utf8")
      .replaceAll('"string"', '"integer"')
      .replaceAll("type: string", "type: integer"),
  );
  return edited;
}
