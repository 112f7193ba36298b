import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { findNeed } from "../support/needs.ts";
import { generateGroups } from "./support/generated-suite.ts";
import type { Group } from "./support/suite.ts";
import { readGroups } from "./support/suite.ts";
import { createSuiteJudges } from "./support/suite-judges.ts";

const suite = findNeed("json-schema-test-suite");
// ajv-formats is a CommonJS module, but its types declare only a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

const folder = mkdtempSync(join(tmpdir(), "formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The formats that are asserted by default. */
const asserted =
  "date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer " +
  "relative-json-pointer uri-template";

test.skipIf(suite === undefined)("no format is judged worse than by ajv-formats", async () => {
  const groups = readGroups(suite ?? "", "draft2020-12/optional/format");
  const remotes = join(suite ?? "", "remotes");
  const generated = await generateGroups(groups, "a file", { folder, remotes, formats: "assert" });
  const ours = createSuiteJudges(generated, "the schema");
  for (const format of asserted.split(" ")) {
    const own = ours.filter(({ group }) => group.file === `${format}.json`);
    const right = sum(own.map(({ group, verdict }) => countRight(group, verdict)));
    const ajvs = sum(own.map(({ group }) => countRight(group, createAjvVerdict(group))));
    const all = sum(own.map(({ group }) => group.tests.length));
    process.stdout.write(`${format}: specwright ${right}, ajv-formats ${ajvs} of ${all} tests\n`);
    expect(right, format).toBeGreaterThanOrEqual(ajvs);
    expect(right, format).toBeGreaterThan(0);
  }
});

function createAjvVerdict(group: Group): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  // The suite's schemas are objects.
  return ajv.compile(group.schema as object);
}

function countRight(group: Group, verdict: (value: unknown) => boolean): number {
  return group.tests.filter(({ data, valid }) => verdict(data) === valid).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
