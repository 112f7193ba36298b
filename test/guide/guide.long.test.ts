import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { run } from "../packages/support/run.ts";
import { compilerOptions } from "./compiler-options.ts";
import { notRun } from "./not-run.ts";
import { findProof, type Page, planSteps, preparePage, readPages, workFolder } from "./pages.ts";
import type { Ran } from "./steps.ts";
import { toPattern } from "./to-pattern.ts";

const pages = readPages();
const results = new Map<string, readonly Ran[]>();
let compiled: string;

beforeAll(async () => {
  mkdirSync(workFolder, { recursive: true });
  for (const page of pages) {
    await preparePage(page);
  }
  await runPages();
  // Compile the pages after running them, because some commands write files that other blocks import.
  compiled = await compilePages();
}, 300_000);

/** All pages in one process of Node. */
async function runPages(): Promise<void> {
  const execArgv = ["--disable-warning=ExperimentalWarning", "-C", "source"];
  const runner = fork(join(import.meta.dirname, "runner.ts"), { execArgv });
  const ended = once(runner, "exit").then(() => {
    throw new Error(`The runner ended at ${pages[results.size]?.name}.`);
  });
  ended.catch(() => undefined);
  for (const page of pages) {
    runner.send({ folder: page.folder, steps: planSteps(page) });
    const [ran] = await Promise.race([once(runner, "message"), ended]);
    results.set(page.name, ran as readonly Ran[]);
  }
  runner.kill();
}

/** The projects of `init` have their own compiler options. The tests of `init` compile them. */
const startedProjects = ["getting-started/notes", "readme-of-specwright/my-api"];

/** All pages at once. */
async function compilePages(): Promise<string> {
  const include = pages.map(({ name }) => `${name}/**/*`);
  writeFileSync(
    join(workFolder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include, exclude: ["**/node_modules", ...startedProjects] }),
  );
  const tsc = resolveInRoot("node_modules/typescript/bin/tsc");
  const { output } = await run(workFolder, process.execPath, [tsc, "-p", ".", "--pretty", "false"]);
  return output;
}

describe.each(pages)("the page $name", (page: Page) => {
  test("its TypeScript compiles against what is generated", () => {
    expect(compiled.split("\n").filter((line) => line.startsWith(`${page.name}/`))).toEqual([]);
  });

  test("its excerpts of generated files are in them, in this order", () => {
    for (const { file, code } of page.blocks) {
      if (file?.startsWith("generated/")) {
        const lines = code
          .split("\n")
          .slice(1)
          .map(withoutSpace)
          .filter((line) => line !== "" && line !== "…");
        const real = readFileSync(join(page.folder, file), "utf8").split("\n").map(withoutSpace);
        let from = 0;
        for (const line of lines) {
          const pattern = toPattern(line);
          const at = real.findIndex((each, index) => index >= from && pattern.test(each));
          expect(at, `${file}: ${line}`).toBeGreaterThanOrEqual(0);
          from = at + 1;
        }
      }
    }
  });

  test("its blocks run and print what it says", () => {
    const ran = results.get(page.name) ?? [];
    expect(ran.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    const printed = Object.assign({}, ...ran.map((each) => each.printed));
    for (const { expected, line, code } of page.blocks) {
      if (expected !== undefined && !code.startsWith("// generated/")) {
        expect(printed[line], `line ${line}`).toMatch(toPattern(expected));
      }
    }
  });

  test("each of its blocks is run, read or compared, or listed with a reason", () => {
    const others = page.blocks.filter((block) => findProof(block, page) === undefined);
    expect(others.map(({ line, code }) => `line ${line}: ${code.split("\n")[0]}`)).toEqual([]);
  });
});

test("the index has a line for each page", () => {
  const index = readFileSync(resolveInRoot("docs/guide/README.md"), "utf8");
  const missing = pages.filter(
    ({ name }) => !/^(?:README|readme-of-.*)$/.test(name) && !index.includes(`](${name}.md)`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each(notRun)("code that is not run is in a page: $reason", ({ block, line }) => {
  const blocks = pages.flatMap((page) => page.blocks);
  expect(
    blocks.some(
      ({ code }) => block?.test(code) || code.split("\n").some((each) => line?.test(each)),
    ),
  ).toBe(true);
});

function withoutSpace(line: string): string {
  return line.trim();
}
