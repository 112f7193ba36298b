import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findNeed } from "../support/needs.ts";
import { compile, makeWorkspaceFolder, strictOptions } from "./support/compile.ts";
import { generateGroups, type Placement } from "./support/generated-suite.ts";
import { readGroups } from "./support/suite.ts";

const suite = findNeed("json-schema-test-suite");
const folder = makeWorkspaceFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(suite === undefined)(
  "the types of every schema of the official suite compile, strictly and without skipLibCheck",
  async () => {
    const groups = readGroups(suite ?? "", "draft2020-12");
    const remotes = join(suite ?? "", "remotes");
    for (const placement of ["a file", "a component"] satisfies Placement[]) {
      await generateGroups(groups, placement, { folder, remotes, formats: "annotate" });
    }
    const include = ["**/types/*.d.ts"];
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...strictOptions, include }));
    expect(compile(folder)).toBe("");
  },
);
