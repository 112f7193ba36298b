import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPackages } from "../../../packages/platform/test/schemathesis/python-environment.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { run } from "../../packages/support/run.ts";
import { findNeed } from "../../support/needs.ts";
import { compilerOptions } from "../compiler-options.ts";
import { toPattern } from "../to-pattern.ts";
import { platformWork, readPlatformPages, writePlatformPage } from "./platform-pages.ts";
import { type RanBlock, runPlatformPage } from "./run-page.ts";
import { type GuideService, startGuideService } from "./start-service.ts";

const pages = readPlatformPages();
const results = new Map<string, readonly RanBlock[]>();
const python = findNeed("python");
let service: GuideService;
let compiled: string;

beforeAll(async () => {
  service = await startGuideService();
  const withRequests = python === undefined ? undefined : await findPythonWithRequests(python);
  for (const page of pages) {
    writePlatformPage(page);
  }
  compiled = await compilePages();
  for (const page of pages) {
    results.set(page.name, await runPlatformPage(page, service, withRequests));
  }
}, 300_000);
afterAll(() => service?.stop());

/** The environment of schemathesis has `requests`. */
async function findPythonWithRequests(path: string): Promise<string> {
  const requirements = resolveInRoot("packages/platform/test/schemathesis/requirements.txt");
  return `${await installPackages(path, { name: "schemathesis", requirements })}/bin/python`;
}

async function compilePages(): Promise<string> {
  const include = pages.map(({ name }) => `${name}/**/*.ts`);
  writeFileSync(join(platformWork, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  const tsc = resolveInRoot("node_modules/typescript/bin/tsc");
  const words = [tsc, "-p", ".", "--pretty", "false"];
  return (await run(platformWork, process.execPath, words)).output;
}

describe.each(pages)("the page $name of the platform", ({ name, blocks }) => {
  test("its TypeScript compiles against the packages of the API", () => {
    expect(compiled.split("\n").filter((line) => line.startsWith(`${name}/`))).toEqual([]);
  });

  test("its blocks run and print what it says", () => {
    const ran = results.get(name) ?? [];
    const failures = ran.filter(({ failed }) => failed);
    expect(failures.map(({ block, output }) => `line ${block.line}: ${output}`)).toEqual([]);
    for (const { block, output } of ran) {
      if (block.expected !== undefined) {
        expect(output, `line ${block.line}`).toMatch(toPattern(block.expected));
      }
    }
    const others = blocks.filter((block) => !ran.some((each) => each.block === block));
    const left = others.filter(
      ({ language }) => !["console", "json", "yaml", "python"].includes(language),
    );
    expect(left.map(({ line }) => line)).toEqual([]);
  });
});
