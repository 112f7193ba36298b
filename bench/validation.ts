import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleDocument } from "../scripts/support/document.ts";
import { resolveInRoot } from "../scripts/support/paths.ts";
import { runCommand } from "../scripts/support/run.ts";
import { locateGithubDocument, workshop } from "./generation.ts";
import { formatRatio, type Section } from "./report/report.ts";

/**
 * Measures validation by the generated schemas: of a page of 100 tools, compared with Ajv and plain Zod, and of the ten
 * largest schemas of GitHub's document, compared with Ajv.
 */
export async function benchValidation(): Promise<Section> {
  const github = locateGithubDocument();
  return {
    title: "Validation",
    text: `The time to validate one valid value. The first four lines are for a page of 100 tools from our own API (mean of one second), with the time to parse its JSON for comparison. The others are for values of the ten largest schemas of GitHub's document, made by json-schema-faker (median). The ratio is to Ajv with the same value: below 1× is faster than Ajv.${github === undefined ? " GitHub's document is not on this machine." : ""}`,
    columns: ["Measured", "Time", "Ratio"],
    rows: [
      ...(await benchToolPage()),
      ...(github === undefined ? [] : await benchLargestSchemas(github)),
    ],
  };
}

async function benchToolPage(): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, (await bundleDocument()).json);
    const figures = await runFigures<{ name: string; microseconds: number }>("validation", [file]);
    const base = figures[0]?.microseconds ?? Number.NaN;
    return figures.map(({ name, microseconds }) => [
      name,
      `${microseconds.toFixed(1)} µs`,
      formatRatio(microseconds, base),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchLargestSchemas(document: string): Promise<string[][]> {
  const out = `${workshop}/github-validators`;
  const specwright = resolveInRoot("packages/specwright/bin/specwright.js");
  await runCommand(process.execPath, [
    specwright,
    ...["generate", document, "--out", out, "--targets", "types,validators"],
  ]);
  const figures = await runFigures<LargestFigures>("validation-github", [
    document,
    `${out}/validators/index.js`,
  ]);
  return figures.map(({ name, bytes, ajv, specwright }) => [
    `GitHub's \`${name}\`, ${(bytes / 1000).toFixed(0)} kB: specwright`,
    `${specwright.toFixed(1)} µs`,
    formatRatio(specwright, ajv),
  ]);
}

/** Microseconds a validation. */
interface LargestFigures {
  readonly name: string;
  readonly bytes: number;
  readonly ajv: number;
  readonly specwright: number;
}

/** Runs one of our programs, which prints its figures as JSON in its last line. */
async function runFigures<Figures>(program: string, args: readonly string[]): Promise<Figures[]> {
  const path = `bench/programs/${program}.ts`;
  const printed = await runCommand(process.execPath, [path, ...args]);
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "[]");
}
