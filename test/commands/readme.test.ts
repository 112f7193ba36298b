import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { variables } from "../../packages/platform/src/process/config/variables.ts";
import { toFlag } from "../../packages/specwright/src/commands/settings/given-settings.ts";
import { typesSwitches } from "../../packages/specwright/src/commands/settings/types-switches.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

test("the README has at most 120 lines", async () => {
  const readme = await readFile(resolveInRoot("README.md"), "utf8");
  expect(readme.split("\n").length - 1).toBeLessThanOrEqual(120);
});

test("the page of operators lists every environment variable of the platform with its description and default", async () => {
  const page = await readFile(resolveInRoot("docs/operations.md"), "utf8");
  const missing = variables.filter(
    (one) => !page.includes(`| \`${one.name}\` | ${one.description} | ${one.default ?? ""}`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("the page of operators has instructions only, and every file that it names exists", async () => {
  const page = await readFile(resolveInRoot("docs/operations.md"), "utf8");
  expect(page.match(/\bADRs? ?\d+|\/adr\/|npm run (?:soak|bench|test)/g)).toBeNull();
  const files = [...page.matchAll(/(?<![\w./])deploy\/[\w./-]*[\w-]/g)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(10);
  const made = new Set(["deploy/.env", "deploy/secrets/master_keys"]);
  expect(files.filter((file) => !made.has(file) && !existsSync(resolveInRoot(file)))).toEqual([]);
});

test("CONTRIBUTING.md names every npm script", async () => {
  const page = await readFile(resolveInRoot("CONTRIBUTING.md"), "utf8");
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(resolveInRoot("package.json"), "utf8"),
  );
  const common = new Set(["start", "test", "lint", "typecheck"]);
  const missing = Object.keys(scripts).filter(
    (name) => !common.has(name) && !page.includes(`npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the page for users of openapi-typescript explains every flag", async () => {
  const page = await readFile(resolveInRoot("docs/migrating-from-openapi-typescript.md"), "utf8");
  const flags = Object.keys(typesSwitches).map(toFlag);
  expect(flags).toContain("--enum-values");
  const missing = flags.filter((flag) => !page.includes(`\`${flag}\``));
  expect(missing).toEqual([]);
});

test("the README of specwright names every command, and links to every page of the guide", async () => {
  const readme = await readFile(resolveInRoot("packages/specwright/README.md"), "utf8");
  const files = await readdir(resolveInRoot("packages/specwright/src/cli/commands"));
  const commands = files
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => (file === "tools.ts" ? ["lint", "mock"] : [file.replace(".ts", "")]));
  const pages = await readdir(resolveInRoot("docs/guide"));
  expect(commands.filter((name) => !readme.includes(`\`specwright ${name}`))).toEqual([]);
  expect(pages.filter((page) => !readme.includes(`docs/guide/${page}`))).toEqual(["README.md"]);
});

test("the README of the platform names every table", async () => {
  const readme = await readFile(resolveInRoot("packages/platform/README.md"), "utf8");
  const source = await readFile(resolveInRoot("packages/platform/src/base/db/tables.ts"), "utf8");
  const [, list = ""] = /export interface Tables \{([^}]*)\}/.exec(source) ?? [];
  const tables = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(tables).toContain("organizations");
  expect(tables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
