import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toFlag } from "../../packages/specwright/src/commands/settings/given-settings.ts";
import { packageTable } from "../../packages/specwright/src/commands/settings/package.ts";
import {
  docsTable,
  settingNames,
  settingTable,
} from "../../packages/specwright/src/commands/settings/table.ts";
import { openApiFields } from "../../packages/specwright/src/document/model/build/context/unknown-fields.ts";
import { checks } from "../../packages/specwright/src/verify/checks.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

const readPage = (name: string): string =>
  readFileSync(resolveInRoot(`docs/guide/${name}.md`), "utf8");

describe("the configuration page", () => {
  const text = readPage("configuration");

  test("has a heading for every setting, and no other", () => {
    const headings = [...text.matchAll(/^##+ (\w+)$/gm)].map(([, name]) => name ?? "");
    const names = headings.filter((name) => !/^[A-Z]/.test(name));
    expect(names.toSorted()).toEqual(settingNames.toSorted());
  });

  test("has a line for every setting of packages, and no other", () => {
    const table = text.slice(text.indexOf("## package"), text.indexOf("## Extensions"));
    const names = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(Object.keys(packageTable).toSorted());
  });

  test("names every flag of a setting, and those of generate", () => {
    const source = ["commands/generate", "options/add-output-command"]
      .map((name) => readFileSync(resolveInRoot(`packages/specwright/src/cli/${name}.ts`), "utf8"))
      .join("\n");
    const own = [...source.matchAll(/"(?:-\w, )?(--[\w-]+)/g)].map(([, flag]) => flag ?? "");
    const rows = Object.entries({ ...docsTable, ...settingTable });
    const ofSettings = rows.flatMap(([name, { help, off }]) => [
      ...(help === undefined ? [] : [toFlag(name)]),
      ...(off === undefined ? [] : [toFlag(name).replace("--", "--no-")]),
    ]);
    expect(own).toContain("--check");
    expect(ofSettings).toContain("--targets");
    const missing = [...own, ...ofSettings].filter((flag) => !text.includes(`\`${flag}\``));
    expect(missing).toEqual([]);
  });
});

describe("the page of diagnostics", () => {
  const headings = [...readPage("diagnostics").matchAll(/^### ([a-z0-9-]+)$/gm)].map(
    ([, code]) => code ?? "",
  );
  const losses = readFileSync(resolveInRoot("docs/losses.md"), "utf8");
  const inSource = listCodesInSource();

  test("has a heading for every code of the source, unless it is a loss with a reason of its own", () => {
    const missing = inSource.filter(
      (code) => !headings.includes(code) && !losses.includes(`| \`${code}\` |`),
    );
    expect(missing).toEqual([]);
  });

  test("has no code that the source does not have", () => {
    expect(headings.filter((code) => !inSource.includes(code))).toEqual([]);
  });
});

test("the page of verify has a line for every check, with its sentence", () => {
  const lines = readPage("verify").split("\n");
  const missing = Object.entries(checks).filter(
    ([check, sentence]) => !lines.includes(`| \`${check}\` | ${sentence} |`),
  );
  expect(missing).toEqual([]);
});

test("the page of OpenAPI's objects names every field that is known, under its object", () => {
  const sections = readPage("openapi-support").split(/^### /m);
  const missing = Object.entries(openApiFields).flatMap(([owner, fields]) => {
    const section = sections.find((each) => each.startsWith(`${owner}\n`)) ?? "";
    return [...fields]
      .filter((field) => field !== "$ref" && !section.includes(`\`${field}\``))
      .map((field) => `${owner}: ${field}`);
  });
  expect(missing).toEqual([]);
});

/** Every code of a diagnostic in the source: a member called `code`, or the argument for a parameter called `code`. */
function listCodesInSource(): readonly string[] {
  const folder = resolveInRoot("packages/specwright/src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .flatMap((source) => [...listMemberCodes(source), ...listArgumentCodes(source)])
    .filter((code, index, all) => all.indexOf(code) === index);
}

function listMemberCodes(source: string): readonly string[] {
  const values = source.matchAll(/\bcode(?::| =)\s*([^;{}]*?)(?:,\n|;\n| \}|\n\s*\})/g);
  return [...values].flatMap(([, value = ""]) =>
    findCodeTexts(value).filter((code) => code.includes("-") || value === `"${code}"`),
  );
}

function listArgumentCodes(source: string): readonly string[] {
  const declared = source.matchAll(/(\w+)(?: = )?\((?:\w+: \w+, )*code: string,/g);
  return [...declared].flatMap(([, name]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\(([^()\`]*)`, "g"))].flatMap(([, values = ""]) =>
      findCodeTexts(values).filter((code) => code.includes("-")),
    ),
  );
}

/** The string literals in a source that look like a code, such as `unknown-target`. */
function findCodeTexts(source: string): readonly string[] {
  return [...source.matchAll(/"([a-z]+(?:-[a-z0-9]+)*)"/g)].map(([, text = ""]) => text);
}
