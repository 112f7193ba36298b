import { expect, test } from "vitest";
import { run, smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = { "api.yaml": smallDocument };
const types = ["generate", "api.yaml", "--targets", "types", "--out"];
const all = ["generate", "api.yaml", "--out"];

test("generate says that a project of CommonJS cannot load its modules, and names the setting", async () => {
  const folder = makeTemporaryFolder({ ...document, "package.json": '{"type": "commonjs"}' });
  const { code, out } = await run(folder, [...all, "src/api"]);
  expect(code).toBe(0);
  expect(out).toContain(
    'Node cannot load these ES modules: package.json says `"type": "commonjs"`. Write `"type": "module"` there, or put a package.json with `{ "type": "module" }` into src.\n',
  );
  const { outputs } = JSON.parse((await run(folder, [...all, "src/api", "--json"])).out);
  expect(outputs[0].notes).toEqual([expect.stringMatching(/^Node cannot load .* into src\.$/)]);
  // As long as it is so.
  expect((await run(folder, [...all, "src/api"])).out).toContain("cannot load");
  expect((await run(folder, [...all, "api"])).out).toContain(
    'there, or generate into a folder below one that has a package.json with `{ "type": "module" }`.\n',
  );
});

test.each([
  ["modules", '{"type": "module"}'],
  ["no type, for which Node looks at the code", "{}"],
  ["a mistake in it", '{"type": '],
])("a package.json with %s is not mentioned", async (_, manifest) => {
  const folder = makeTemporaryFolder({ ...document, "package.json": manifest });
  expect((await run(folder, [...all, "out"])).out).not.toContain("cannot load");
  expect((await run(folder, [...all, "out", "--json"])).out).not.toContain("notes");
});

test("the nearest package.json counts, and types alone are not loaded", async () => {
  const folder = makeTemporaryFolder({
    ...document,
    "package.json": '{"type": "commonjs"}',
    "src/package.json": '{"type": "module"}',
  });
  expect((await run(folder, [...all, "src/api"])).out).not.toContain("cannot load");
  expect((await run(folder, [...types, "types"])).out).not.toContain("cannot load");
});
