import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { variables } from "../../packages/platform/src/config/variables.ts";
import { typesSwitches } from "../../packages/specwright/src/commands/settings/types-switches.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

test("the README lists every environment variable of the platform with its description and default", async () => {
  const readme = await readFile(resolveInRoot("README.md"), "utf8");
  const missing = variables.filter(
    (one) => !readme.includes(`| \`${one.name}\` | ${one.description} | ${one.default ?? ""}`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("the README names every npm script", async () => {
  const readme = await readFile(resolveInRoot("README.md"), "utf8");
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(resolveInRoot("package.json"), "utf8"),
  );
  const common = new Set(["start", "test", "lint", "typecheck"]);
  const missing = Object.keys(scripts).filter(
    (name) => !common.has(name) && !readme.includes(`npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the page for users of openapi-typescript explains every flag", async () => {
  const page = await readFile(resolveInRoot("docs/migrating-from-openapi-typescript.md"), "utf8");
  const missing = Object.values(typesSwitches).filter(({ flag }) => !page.includes(`\`${flag}\``));
  expect(missing).toEqual([]);
});
