import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadModel } from "../../packages/specwright/src/commands/load/load-model.ts";
import type { Schema } from "../../packages/specwright/src/document/model/model.ts";
import {
  findMismatch,
  type Judge,
} from "../../packages/specwright/src/emit/mismatches/find-mismatch.ts";
import { createTestPattern } from "../../packages/specwright/src/text/test-pattern.ts";
import { findNeed } from "../support/needs.ts";
import { readGroups } from "./support/suite.ts";

const suite = findNeed("json-schema-test-suite");

/** Loads the schemas of the suite's groups. Each is a file, and a component of one document refers to it. */
function loadGroupSchemas(
  groups: readonly { readonly schema: unknown }[],
  remotes: string,
): Schema[] {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "groups"));
  for (const [index, { schema }] of groups.entries()) {
    writeFileSync(join(folder, `groups/${index}.json`), JSON.stringify(schema));
  }
  const schemas = Object.fromEntries(
    groups.map((_, index) => [`G${index}`, { $ref: `./groups/${index}.json` }]),
  );
  const document = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas },
  };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const { model } = loadModel("openapi.json", {
    folder,
    remotes: { "http://localhost:1234/": remotes },
  });
  return [...model.components.schemas.values()];
}

test.skipIf(suite === undefined)(
  "no example of the official suite that is valid is reported, and three in four of those that are invalid are",
  () => {
    const groups = readGroups(suite ?? "", "draft2020-12");
    const schemas = loadGroupSchemas(groups, join(suite ?? "", "remotes"));
    const wrong: string[] = [];
    let invalid = 0;
    let reported = 0;
    for (const [index, { file, description, tests }] of groups.entries()) {
      const schema = schemas[index];
      for (const { data, valid, description: name } of schema === undefined ? [] : tests) {
        const judge: Judge = {
          testPattern: createTestPattern(),
          assertsFormats: false,
          steps: { left: 100_000 },
        };
        const found = schema && findMismatch(data, schema, undefined, judge);
        invalid += valid ? 0 : 1;
        reported += !valid && found !== undefined ? 1 : 0;
        if (valid && found !== undefined) {
          wrong.push(`${file}: ${description}: ${name}: ${found.path.join("/")} ${found.reason}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(invalid).toBeGreaterThan(500);
    // Most others are about `unevaluated…` and `$dynamicRef`.
    expect(reported / invalid).toBeGreaterThan(0.75);
  },
);
