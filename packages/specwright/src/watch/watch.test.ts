import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { makeTargetProject, routesTarget } from "../../../../test/support/own-target.ts";
import { createSeededRandom } from "../../test/random-edits.ts";
import { run, smallDocument } from "../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../test/temporary-folder.ts";

const bin = join(import.meta.dirname, "../../bin/specwright.js");

interface Watcher {
  readonly child: ChildProcess;
  /** The output so far, of both streams. */
  readonly printed: () => string;
}

const watchers: Watcher[] = [];

afterEach(() => {
  for (const { child } of watchers.splice(0)) {
    child.kill();
  }
});

async function startWatching(folder: string, document: string): Promise<Watcher> {
  return startGenerating(folder, [document, "--out", "out", "--targets", "types", "--watch"]);
}

async function startGenerating(folder: string, given: readonly string[]): Promise<Watcher> {
  const args = ["-C", "source", bin, "generate", ...given];
  const child = spawn(process.execPath, args, { cwd: folder });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const watcher = { child, printed: () => text };
  watchers.push(watcher);
  await pollUntil(() => text.includes("Watching"));
  return watcher;
}

async function pollUntil(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await delay(2);
  }
}

/** A document that is still valid when it is cut off after any line. */
function writeVersion(version: number): string {
  const paths = Array.from(
    { length: 20 },
    (_, index) => `  /v${version}/${index}: {get: {responses: {"204": {description: done}}}}\n`,
  );
  return `openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths:\n${paths.join("")}`;
}

/** Counts the paths of the output by their version. A complete document has 20 paths of a single version. */
function countPaths(folder: string): string {
  const text = readFileSync(join(folder, "out/types/index.d.ts"), "utf8");
  const counts = new Map<string, number>();
  for (const [, version = ""] of text.matchAll(/^ {2}"\/v(\d+)\//gm)) {
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts].map(([version, count]) => `${count} of version ${version}`).join(", ");
}

/** Saves a string in steps. Each step has changed the file. */
type Save = (path: string, text: string, random: () => number) => Iterable<void>;

/** How editors save a file: in place or by replacing it, at once or in parts. */
const saves: Readonly<Record<string, Save>> = {
  *"truncates the file and writes it in parts"(path, text, random) {
    const file = openSync(path, "r+");
    yield ftruncateSync(file);
    for (let from = 0; from < text.length; ) {
      const to = text.indexOf("\n", from + random() * text.length * 0.5) + 1 || text.length;
      yield void writeSync(file, text.slice(from, to));
      from = to;
    }
    closeSync(file);
  },
  *"renames it over the old one, and saves it twice"(path, text) {
    for (const part of [text.split("\n").slice(0, 9).join("\n"), text]) {
      writeFileSync(`${path}~`, `${part}\n`);
      yield renameSync(`${path}~`, path);
    }
  },
};

test.each(Object.entries(saves))(
  "an editor that %s never causes a wrong error or half a document",
  async (_, save) => {
    const random = createSeededRandom(3);
    const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
    const { printed } = await startWatching(folder, "api.yaml");
    let before = countPaths(folder);
    // Steps with long pauses between them, as on a busy machine, look like several saves, so such a run does not count.
    for (let version = 1, counted = 0; counted < 8; version += 1) {
      const reported = printed().length;
      const seen = new Set<string>();
      const steps = save(join(folder, "api.yaml"), writeVersion(version), random)[
        Symbol.iterator
      ]();
      let previous = performance.now();
      let longest = 0;
      for (;;) {
        const begins = performance.now();
        const { done } = steps.next();
        // Measured from before the previous step, because this process may have been paused during it.
        longest = Math.max(longest, performance.now() - previous);
        if (done === true) {
          break;
        }
        previous = begins;
        await delay(random() * 30);
        seen.add(countPaths(folder));
      }
      const whole = `20 of version ${version}`;
      await pollUntil(() => seen.add(countPaths(folder)).has(whole));
      if (longest < 50) {
        counted += 1;
        expect([before, whole]).toEqual(expect.arrayContaining([...seen]));
        expect(printed().slice(reported)).not.toContain("error");
      }
      before = whole;
    }
  },
);

test("a file that is referred to before it is whole is read again", async () => {
  const item = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: {type: string}\n`).join("");
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  await startWatching(folder, "api.yaml");
  const schemas = ["One", "Two", "Three"];
  for (const [index, name] of schemas.entries()) {
    const refs = schemas.slice(0, index + 1).map((each) => `${each}: {$ref: ${each}.yaml}`);
    const write = (count: number): void => {
      const text = `type: object\nproperties:\n${item(count).replace(/^/gm, "  ")}\n`;
      writeFiles(folder, { [`${name}.yaml`]: text });
    };
    write(5);
    writeFiles(folder, {
      "api.yaml": `${writeVersion(index)}components: {schemas: {${refs.join(", ")}}}\n`,
    });
    for (const count of [10, 20]) {
      await delay(15);
      write(count);
    }
    await pollUntil(() => {
      const file = join(folder, "out/types/schemas.d.ts");
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      return (text.match(/^ {2}a19\?: string/gm) ?? []).length === index + 1;
    });
  }
});

test.each([
  ["has a mistake", "[", "error invalid-yaml"],
  ["is not there yet", undefined, "error unresolved-reference"],
])("a file that is referred to first and %s is waited for", async (_, text, reported) => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const { printed } = await startWatching(folder, "api.yaml");
  writeFiles(folder, text === undefined ? {} : { "parts/One.yaml": text });
  const refs = "components: {schemas: {One: {$ref: parts/One.yaml}}}";
  writeFiles(folder, { "api.yaml": `${writeVersion(1)}${refs}\n` });
  await pollUntil(() => printed().includes("The output was not changed."));
  expect(printed()).toContain(reported);
  writeFiles(folder, { "parts/One.yaml": "type: string\n" });
  await pollUntil(() => countPaths(folder) === "20 of version 1");
});

test("one edit causes one run, and a mistake is reported once and corrected", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const { printed } = await startWatching(folder, "api.yaml");
  writeFiles(folder, { "api.yaml": writeVersion(1) });
  await pollUntil(() =>
    printed().includes("2 unchanged, 0 removed. ", printed().indexOf("Watching")),
  );
  writeFiles(folder, { "api.yaml": "openapi: [" });
  await pollUntil(() => printed().includes("The output was not changed."));
  writeFiles(folder, { "api.yaml": writeVersion(2) });
  await pollUntil(() => countPaths(folder) === "20 of version 2");
  // Waits for output that may still arrive.
  await delay(300);
  expect(printed().match(/\d+ files? written|error [\w-]+|Up to date/g)).toEqual([
    "3 files written",
    "1 file written",
    "error invalid-yaml",
    "1 file written",
  ]);
});

test.each([
  ["has a mistake", "openapi: [", "error invalid-yaml"],
  ["does not exist yet", undefined, "error file-not-readable"],
])("a document that %s at the start is waited for", async (_, text, reported) => {
  const folder = makeTemporaryFolder(text === undefined ? {} : { "api.yaml": text });
  const { printed } = await startWatching(folder, "api.yaml");
  expect(printed()).toContain(reported);
  writeFiles(folder, { "api.yaml": writeVersion(1) });
  await pollUntil(() => existsSync(join(folder, "out/types/index.d.ts")));
  await pollUntil(() => countPaths(folder) === "20 of version 1");
});

test("a change of redocly.yaml is followed, a mistake in it is reported, and flags still win", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const configure = (settings: string): void =>
    writeFiles(folder, {
      "redocly.yaml": `apis: {a: {root: api.yaml, x-specwright: {${settings}}}}\n`,
    });
  configure("out: out, targets: [types]");
  const { printed } = await startGenerating(folder, ["--factory", "createMine", "--watch"]);
  const has = (file: string): boolean => existsSync(join(folder, file));
  configure("out: out, targets: [client], factory: createTheirs");
  await pollUntil(() => has("out/client/index.js"));
  expect(readFileSync(join(folder, "out/client/index.js"), "utf8")).toContain("createMine");
  configure("out: out, tragets: [types]");
  await pollUntil(() => printed().includes("The output was not changed."));
  expect(printed()).toMatch(/error invalid-configuration[\s\S]*Did you mean `targets`/);
  configure("docs: {out: site}");
  await pollUntil(() => printed().includes("redocly.yaml no longer has an output folder for a."));
  configure("out: second, targets: [types]");
  await pollUntil(() => has("second/types/index.d.ts"));
  writeFiles(folder, { "api.yaml": writeVersion(1) });
  const first = join(folder, "second/types/index.d.ts");
  await pollUntil(() => readFileSync(first, "utf8").includes('"/v1/'));
});

test("--watch with an output folder of someone else ends with its error", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": smallDocument, "out/mine.txt": "mine" });
  expect(await run(folder, ["generate", "api.yaml", "--out", "out", "--watch"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("error output-not-ours"),
  });
});

test.each(["--check", "--json"])("--watch is refused together with %s", async (flag) => {
  const folder = makeTemporaryFolder({ "api.yaml": smallDocument });
  const words = ["generate", "api.yaml", "--out", "out", "--watch", flag];
  expect(await run(folder, words)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`'--watch' cannot be used with option '${flag}'`),
  });
});

test("a change of a target of one's own, or of a file that it imports, generates again, also after a mistake", async () => {
  const folder = makeTargetProject({
    "routes.target.ts": routesTarget,
    "ending.ts": 'export const ending = "1\\n";\n',
  });
  const flags = ["--out", "out", "--targets", "types,./routes.target.ts", "--watch"];
  const { printed } = await startGenerating(folder, ["api.yaml", ...flags]);
  const readRoutes = (): string => readFileSync(join(folder, "out/routes/routes.txt"), "utf8");
  expect(readRoutes()).toBe('Routes\n"/pets"1\n');
  writeFiles(folder, { "ending.ts": 'export const ending = "2\\n";\n' });
  await pollUntil(() => readRoutes().endsWith("2\n"));
  writeFiles(folder, { "routes.target.ts": "export default (;\n" });
  await pollUntil(() => printed().includes("cannot be loaded"));
  writeFiles(folder, { "routes.target.ts": routesTarget.replace('"Routes"', '"Paths"') });
  await pollUntil(() => readRoutes() === 'Paths\n"/pets"2\n');
});
