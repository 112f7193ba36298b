import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";
import { findRoot } from "../../commands/starter/pipelines/shell.ts";

const root = join(import.meta.dirname, "../../../../..");

/**
 * Runs a program in a folder that has the packages of this repository. Returns its output, or throws an error that
 * contains it.
 */
async function runWell(folder: string, program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join("");
  expect(await ended, printed).toBe(0);
  return printed;
}

/** Creates a project with `init`, then generates and compiles it. Returns its folder. */
async function buildProject(): Promise<string> {
  const folder = join(makeTemporaryFolder(), "api");
  expect(await run(join(folder, ".."), ["init", "api"])).toMatchObject({ code: 0, err: "" });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  await runWell(folder, join(root, "node_modules/.bin/tsc"), []);
  return folder;
}

test("init begins an API whose server answers, in which verify finds nothing, whose client calls it, whose tests pass, and which does not compile without a handler", async () => {
  const folder = await buildProject();
  const server = spawn(process.execPath, ["-C", "source", "dist/server.js"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    server.kill();
  });
  let address = "";
  for await (const line of createInterface(server.stdout)) {
    address = /Listening\. Try: curl (\S+)$/.exec(line)?.[1] ?? "";
    break;
  }
  const answer = await fetch(address);
  expect([answer.status, await answer.json()]).toEqual([200, []]);

  const client = spawn(process.execPath, ["-C", "source", "dist/client.js"], {
    cwd: folder,
    env: { ...process.env, API_URL: new URL("/", address).href.replace(/\/$/, "") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const called = await text(client.stdout);
  expect(called).toContain("Buy milk.");
  expect(called).toContain("Asked for another one: 404 { message: 'No note has this id.' }");

  const verified = await run(folder, ["verify", "openapi.yaml", new URL("/", address).href]);
  expect(verified.out).toMatch(/^0 findings in /m);

  const tests = await runWell(folder, process.execPath, [
    ..."-C source --test dist/api.test.js".split(" "),
  ]);
  expect(tests).toMatch(/pass 3\b/);

  // When an operation is added to the document, the compiler reports its missing handler.
  const path = join(folder, "openapi.yaml");
  const added =
    "    delete:\n      operationId: deleteNotes\n      responses: { '204': { description: x } }\n";
  writeFileSync(path, readFileSync(path, "utf8").replace("  /notes:\n", `  /notes:\n${added}`));
  await run(folder, ["generate"]);
  const child = spawn(join(root, "node_modules/.bin/tsc"), { cwd: folder });
  expect(await text(child.stdout)).toMatch(/^src\/app\.ts.*deleteNotes/s);
});

test("init ends with the commands that start what it wrote, as they can be pasted", async () => {
  const folder = makeTemporaryFolder();
  const { out } = await run(folder, ["init", "my api"]);
  expect(out).toContain("\nNext:\n  cd 'my api'\n  npm install\n  npm start\n");
  const { scripts } = JSON.parse(readFileSync(join(folder, "my api/package.json"), "utf8"));
  const commands = Object.keys(scripts).map((name) =>
    ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
  );
  const readme = readFileSync(join(folder, "my api/README.md"), "utf8");
  expect(commands.filter((command) => !readme.includes(`\`${command}\``))).toEqual([]);
});

test("init writes nothing into a folder that has a file, and says so", async () => {
  const folder = makeTemporaryFolder();
  writeFiles(folder, { "api/mine.txt": "mine" });
  const refused = await run(folder, ["init", "api"]);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("never overwrites");
  expect(readdirSync(join(folder, "api"))).toEqual(["mine.txt"]);
});

test("with --ci a project that has packages gets workflows only, and an existing one is not overwritten", async () => {
  const settings = "x-specwright: {out: generated, package: {scope: '@acme'}}";
  const folder = makeTemporaryFolder({
    "api/openapi.yaml": "openapi: 3.1.0",
    "redocly.yaml": `apis: {notes: {root: api/openapi.yaml, ${settings}}}`,
    ".git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/trunk\n",
  });
  expect(await run(folder, ["init", "--ci", "github"])).toMatchObject({ code: 0, err: "" });
  const workflows = join(folder, ".github/workflows");
  const names = ["api-check.yml", "api-plan.yml", "api-publish.yml"];
  expect(readdirSync(workflows)).toEqual(names);
  expect(readFileSync(join(workflows, "api-check.yml"), "utf8")).toContain("in api/openapi.yaml;");
  expect(readFileSync(join(workflows, "api-plan.yml"), "utf8")).toContain("branches: [trunk]");
  expect(readFileSync(join(workflows, "api-publish.yml"), "utf8")).not.toContain("specwright docs");

  writeFileSync(join(folder, ".gitlab-ci.yml"), "mine");
  const refused = await run(folder, ["init", "--ci", "gitlab"]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("error file-exists") });
  expect(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")).toBe("mine");
});

test("--ci is refused inside a repository, and for APIs without packages", async () => {
  const folder = makeTemporaryFolder({
    "redocly.yaml": "apis: {notes: {root: openapi.yaml}}",
    "other/file.txt": "",
  });
  const code = async (path: string): Promise<string | undefined> =>
    /^error ([\w-]+)/m.exec((await run(folder, ["init", path, "--ci", "github"])).err)?.[1];
  expect(await code(".")).toBe("no-packages");
  expect(await code("other")).toBe("folder-not-empty");
  mkdirSync(join(folder, ".git"));
  expect(await code("new")).toBe("not-repository-root");
});

test("several references are hosted from the folder that has all of them", () => {
  expect(findRoot(["site"])).toBe("site");
  expect(findRoot(["site/a", "site/b"])).toBe("site");
  expect(findRoot(["a", "b"])).toBe(".");
});
