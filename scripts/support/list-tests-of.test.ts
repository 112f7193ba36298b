import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listTestsOf } from "./list-tests-of.ts";

test("finds tests that import a file in any form, also through others and in a circle, unless one is not followed", () => {
  const root = mkdtempSync(join(tmpdir(), "list-tests-of-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = {
    "test/needs.ts": "",
    "test/direct.test.ts": 'import {\n  findNeed,\n} from "./needs.ts";',
    "test/effect.test.ts": 'import "./needs.ts";',
    "test/world.ts": 'export { findNeed } from "./needs.ts";\nimport "../packages/a/again.ts";',
    "packages/a/again.ts": 'import "../../test/world.ts";',
    "packages/a/src/later.test.ts": 'const { findNeed } = await import("../../../test/world.ts");',
    "packages/a/src/other.test.ts": 'import { needs } from "./needs.ts";',
    "test/suite.ts": 'import { findNeed } from "./needs.ts";',
    "test/suite.test.ts": 'import { testAll } from "./suite.ts";',
    "test/node_modules/b/b.test.ts": 'import "../../needs.ts";',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(listTestsOf("test/needs.ts", root, (file) => file !== "test/suite.ts")).toEqual([
    "packages/a/src/later.test.ts",
    "test/direct.test.ts",
    "test/effect.test.ts",
  ]);
});
