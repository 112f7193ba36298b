import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { smallDocument as document, run } from "../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../test/temporary-folder.ts";

test("redocly.yaml says what to generate, by name, by document or all", async () => {
  const folder = makeTemporaryFolder({
    "api.yaml": document,
    "redocly.yaml":
      "apis:\n  one: {root: api.yaml, x-specwright: {out: out, targets: [types]}}\n  two: {root: api.yaml, x-openapi-ts: {output: two.d.ts}}\n",
  });
  for (const args of [["generate"], ["generate", "one"], ["generate", "api.yaml"]]) {
    expect(await run(folder, args)).toMatchObject({ code: 0 });
  }
  expect(readdirSync(join(folder, "out/types"))).toEqual([
    "components.d.ts",
    "index.d.ts",
    "operations.d.ts",
  ]);
  expect(await run(folder, ["types"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "two.d.ts"), "utf8")).toContain("export interface paths");
});

test("a wrong setting of redocly.yaml is reported with its line", async () => {
  const folder = makeTemporaryFolder({
    "redocly.yaml":
      "apis:\n  one:\n    root: a.yaml\n    x-specwright:\n      out: 1\n      output: 2\n      factory: not-a-name\n",
  });
  const reported = await run(folder, ["generate"]);
  expect(reported.code).toBe(1);
  expect(reported.err).toContain("redocly.yaml:5:7");
  expect(reported.err).toContain("redocly.yaml:6:7");
  expect(reported.err).toContain("redocly.yaml:7:7");
  expect(reported.err).toContain("Did you mean `out`? Choose from out, ");
});

test("--remotes gives copies of network documents, and is refused without a folder", async () => {
  const schema = "components: {schemas: {A: {$ref: 'https://schemas.example.com/a.json'}}}";
  const folder = makeTemporaryFolder({
    "api.yaml": `${document}${schema}\n`,
    "vendored/a.json": '{"type":"object","properties":{"b":{"$ref":"parts/b.json"}}}',
    "vendored/parts/b.json": '{"type":"string"}',
    "redocly.yaml":
      "apis: {main: {root: api.yaml, x-specwright: {out: out, targets: [types], remotes: {'https://schemas.example.com/': vendored}}}}\n",
  });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const given = await run(folder, [...args, "--remotes", "https://schemas.example.com/=vendored"]);
  expect(given).toMatchObject({ code: 0, err: "" });
  const text = readFileSync(join(folder, "out/types/schemas.d.ts"), "utf8");
  expect(text).toContain("b?: B;");
  expect((await run(folder, ["generate", "--check"])).code).toBe(0);
  expect((await run(folder, [...args, "--remotes", "vendored"])).code).toBe(2);

  rmSync(join(folder, "redocly.yaml"));
  const without = await run(folder, args);
  expect(without.code).toBe(1);
  expect(without.err).toContain("--remotes https://schemas.example.com/=<folder>");
});

const two = (second: string): string => `apis:
  one@v1: {root: api.yaml, x-specwright: {out: one, targets: [types]}}
  two: {root: ${second}, x-specwright: {out: two, targets: [types]}}
`;

test("when one of several documents is wrong, the others are generated, and the wrong one is reported", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document, "redocly.yaml": two("gone.yaml") });
  const reported = await run(folder, ["generate"]);
  expect(reported.code).toBe(1);
  expect(reported.out).toContain("api.yaml → one\n");
  expect(reported.err).toContain("1 problem. 1 of 2 outputs were not changed.");
  expect(readdirSync(folder).sort()).toEqual(["api.yaml", "one", "redocly.yaml"]);
  expect(JSON.parse((await run(folder, ["generate", "--json"])).out)).toMatchObject({
    ok: false,
    diagnostics: [{ code: "file-not-readable" }],
    outputs: [{ isUpToDate: true }],
  });
});

const packaged = (version: string): string => `apis:
  it's:
    root: api.yaml
    x-specwright: {out: out, handlers: handlers, package: {scope: '@acme', name: a, version: ${version}}}
`;

test("files of configured packages name the API, so that another version changes none but package.json", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document, "redocly.yaml": packaged("1.0.0") });
  const first = await run(folder, ["generate"]);
  expect(first.out).toContain("Next:\n  npx specwright scaffold 'it'\\''s'\n");
  const command = "// To write it again: specwright generate 'it'\\''s'\n";
  expect(readFileSync(join(folder, "out/server/index.js"), "utf8")).toContain(command);
  expect(await run(folder, ["scaffold", "it's"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "handlers/index.ts"), "utf8")).toContain(
    command.replace("generate", "scaffold"),
  );

  writeFiles(folder, { "redocly.yaml": packaged("1.1.0") });
  const json = JSON.parse((await run(folder, ["generate", "it's", "--json"])).out);
  expect(json.outputs[0].files.written).toEqual(
    ["types", "client", "validators", "server"].map((target) => `${target}/package.json`),
  );
});

test("a version that no package can have is reported with its line", async () => {
  const folder = makeTemporaryFolder({ "a b/api.yaml": document });
  const settings = JSON.stringify({ scope: "@acme", name: "a" });
  const args = ["generate", "a b/api.yaml", "--out", "a b/out", "--package", settings];
  expect((await run(folder, args)).err).toContain("  a b/api.yaml:2:18  #/info/version\n");
});

test("a folder called redocly.yaml is not a configuration", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  mkdirSync(join(folder, "redocly.yaml"));
  expect(await run(folder, args)).toMatchObject({ code: 0 });
  execFileSync("mkfifo", [join(folder, ".redocly.yaml")]);
  expect(await run(folder, args)).toMatchObject({ code: 0 });
});

test.each([
  ["links in a circle", "circle", "circle/out"],
  ["a name that is too long", `${"a".repeat(300)}.yaml`, "b".repeat(300)],
])("%s is a problem of the document and of the output", async (_, source, out) => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  symlinkSync("circle", join(folder, "circle"));
  const reported = await run(folder, ["generate", source, "--out", out]);
  expect(reported.code).toBe(1);
  expect(reported.err).toContain("error file-not-readable");
  expect(reported.err).toContain("error output-not-a-folder");
});

test("scaffold without a document writes the handlers of every API that has a folder for them", async () => {
  const settings = (name: string): string =>
    `{root: api.yaml, x-specwright: {out: ${name}, handlers: src/${name}}}`;
  const folder = makeTemporaryFolder({
    "api.yaml": document,
    "redocly.yaml": `apis: {one: ${settings("one")}, two: ${settings("two")}, three: {root: api.yaml}}\n`,
  });
  const first = await run(folder, ["scaffold"]);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("src/one: 3 files written, 0 kept as they are.\n");
  expect(first.out).toContain("Next: give `handlers` of src/two/index.ts to createRouter");
  const again = await run(folder, ["scaffold"]);
  expect(again.out).toBe(
    "src/one: 0 files written, 3 kept as they are.\nsrc/two: 0 files written, 3 kept as they are.\n",
  );
  const { outputs } = JSON.parse((await run(folder, ["scaffold", "--json"])).out);
  expect(outputs).toMatchObject([{ folder: "src/one", written: [] }, { folder: "src/two" }]);
  // The handlers already exist, so the next steps do not mention `scaffold`.
  expect((await run(folder, ["generate", "one"])).out).not.toContain("scaffold");
});
