import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

/** The commands that a run ends with. */
function readCommands(out: string): readonly string[] {
  const [, commands = ""] = out.split("\nNext:\n");
  return commands.split("\n").flatMap((line) => (line === "" ? [] : [line.trim()]));
}

test("generate ends with the commands that come next, which run as they are pasted", async () => {
  const folder = makeTemporaryFolder({ "my api.yaml": smallDocument });
  const { out } = await run(folder, ["generate", "my api.yaml", "--out", "out"]);
  const commands = readCommands(out);
  expect(commands).toEqual([
    "npm install @specwright/runtime zod@4",
    "npx specwright scaffold 'my api.yaml' --out out --handlers src/handlers",
  ]);
  const words = ["scaffold", "my api.yaml", "--out", "out", "--handlers", "src/handlers"];
  expect(await run(folder, words)).toMatchObject({ code: 0, err: "" });
  expect(existsSync(join(folder, "src/handlers/index.ts"))).toBe(true);
});

test("installed packages are not installed again, and no commands follow a run of a script", async () => {
  const files = {
    "api.yaml": smallDocument,
    "package.json": '{"dependencies": {"@specwright/runtime": "1"}}',
    // Installed because something else needs it.
    "node_modules/zod/package.json": "{}",
  };
  const folder = makeTemporaryFolder(files);
  const client = ["generate", "api.yaml", "--targets", "client", "--out"];
  expect(readCommands((await run(folder, [...client, "client"])).out)).toEqual([]);
  const all = ["generate", "api.yaml", "--out"];
  expect(readCommands((await run(folder, [...all, "a"])).out)[0]).toBe("npm install zod@4");
  const script = await run(folder, [...all, "b"], { npm_lifecycle_event: "build" });
  expect(readCommands(script.out)).toEqual([]);
});

test("the versions are those that the code works with, and an option may name another package", async () => {
  const install = async (option?: string): Promise<string | undefined> => {
    const folder = makeTemporaryFolder({ "api.yaml": smallDocument });
    const words = ["generate", "api.yaml", "--out", "out", "--targets", "query,mocks"];
    const options = JSON.stringify({ query: { package: option } });
    const { out } = await run(folder, [...words, ...(option ? ["--options", options] : [])]);
    expect(out).toContain("Generated as well: types and client, which");
    return readCommands(out)[0];
  };
  expect(await install()).toBe("npm install @specwright/runtime @tanstack/query-core@5 msw@2");
  expect(await install("@tanstack/vue-query")).toBe(
    "npm install @specwright/runtime @tanstack/vue-query msw@2",
  );
});

test("a second run ends without them", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": smallDocument });
  await run(folder, ["generate", "api.yaml", "--out", "out"]);
  const { out } = await run(folder, ["generate", "api.yaml", "--out", "out"]);
  expect(readCommands(out)).toEqual([]);
});
