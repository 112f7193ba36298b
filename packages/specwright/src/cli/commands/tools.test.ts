import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { bin, run, runProgram } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = { "api.yaml": "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n" };

test.each([
  ["lint", "@redocly/cli"],
  ["mock", "@stoplight/prism-cli"],
])("%s says how to install %s where it is missing", async (command, name) => {
  const { code, err } = await run(makeTemporaryFolder(document), [command, "api.yaml"]);
  expect(code).toBe(1);
  expect(err).toContain(`npm install --save-dev ${name}`);
});

test.each(["lint", "mock"])("%s --help has a help where the tool is missing", async (command) => {
  const { code, out } = await run(makeTemporaryFolder(), [command, "--help"]);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: specwright ${command}`);
  expect(out).toContain("is not installed");
});

test("an unknown command with --help is wrong usage", async () => {
  const { code, err } = await run(makeTemporaryFolder(), ["generat", "--help"]);
  expect(code).toBe(2);
  expect(err).toContain("unknown command 'generat'");
});

test("a tool that is missing is not reported as something that was not written", async () => {
  const { err } = await run(makeTemporaryFolder(document), ["mock", "api.yaml"]);
  expect(err).toContain("1 problem. Nothing was run.");
});

test("lint runs the project's Redocly with the arguments, and ends with its exit code", async () => {
  const folder = makeTemporaryFolder({
    "api.yaml": "openapi: 3.1.0\ninfo: {title: A}\npaths: {}\n",
    "node_modules/@redocly/x": "",
  });
  symlinkSync(
    join(import.meta.dirname, "../../../../../node_modules/@redocly/cli"),
    join(folder, "node_modules/@redocly/cli"),
  );
  const { code, out } = await runProgram(folder, ["lint", "api.yaml", "--format", "json"]);
  expect(code).toBe(1);
  // The document has no version, and only Redocly reports that.
  expect(out).toContain('"ruleId": "struct"');
});

test("lint finds nothing in the API that init begins", async () => {
  const folder = makeTemporaryFolder({ "node_modules/@redocly/x": "" });
  symlinkSync(
    join(import.meta.dirname, "../../../../../node_modules/@redocly/cli"),
    join(folder, "node_modules/@redocly/cli"),
  );
  expect(await run(folder, ["init", "api"])).toMatchObject({ code: 0 });
  const { code, out } = await runProgram(join(folder, "api"), ["lint", "--format", "json"]);
  expect(out).toContain('"problems": []');
  expect(code).toBe(0);
});

test("mock runs the project's Prism", async () => {
  const folder = makeTemporaryFolder({ "node_modules/@stoplight/x": "" });
  symlinkSync(
    join(import.meta.dirname, "../../../../../node_modules/@stoplight/prism-cli"),
    join(folder, "node_modules/@stoplight/prism-cli"),
  );
  const { code, out } = await runProgram(folder, ["mock", "--help"]);
  expect(code).toBe(0);
  expect(out).toContain("prism mock <document>");
});

test("a signal ends the tool together with the command", async () => {
  const program = `process.on("SIGTERM", () => process.exit(7));
    setInterval(() => {}, 1000);
    console.log(process.pid);`;
  const folder = makeTemporaryFolder({
    ...document,
    "node_modules/@stoplight/prism-cli/package.json": '{"bin": {"prism": "prism.cjs"}}',
    "node_modules/@stoplight/prism-cli/prism.cjs": program,
  });
  const command = spawn(process.execPath, ["-C", "source", bin, "mock", "api.yaml"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => command.once("exit", resolve));
  const lines = createInterface(command.stdout)[Symbol.asyncIterator]();
  const tool = Number((await lines.next()).value);
  command.kill("SIGTERM");
  expect(await ended).toBe(7);
  expect(() => process.kill(tool, 0)).toThrow("ESRCH");
});
