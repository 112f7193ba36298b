import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../../../../test/support/free-port.ts";
import { startCli } from "../../../test/start-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

/** A folder in which Prism is installed, with these files. */
function makeFolderWithPrism(files: Readonly<Record<string, string>>): string {
  const folder = makeTemporaryFolder({ ...files, "node_modules/@stoplight/x": "" });
  symlinkSync(
    join(import.meta.dirname, "../../../../../node_modules/@stoplight/prism-cli"),
    join(folder, "node_modules/@stoplight/prism-cli"),
  );
  return folder;
}

/** Starts `specwright mock` on a free port, and sends a request when it listens. */
async function ask(
  folder: string,
  args: readonly string[],
  path: string,
): Promise<{ readonly status: number; readonly body: unknown; readonly err: string }> {
  const port = await findFreePort();
  const mock = startCli(folder, ["mock", ...args, "-p", String(port)]);
  onTestFinished(async () => {
    mock.kill();
    await mock.ended;
  });
  await mock.waitFor(/Prism is listening/);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, body: await answer.json(), err: mock.printed() };
}

/** Schemas that each refer to four others, with many circles. Prism alone does not come to an end with them. */
function writeCircles(length: number): string {
  const schemas = Array.from({ length }, (_, at) => {
    const properties = [0, 1, 2, 3].map((by) => [
      `p${by}`,
      { $ref: `#/components/schemas/S${(at * 7 + by * 3 + 1) % length}` },
    ]);
    const own = { id: { type: "string", example: `id ${at}` }, ...Object.fromEntries(properties) };
    return [`S${at}`, { type: "object", required: ["id"], properties: own }];
  });
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S0" } } };
  return JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "A", version: "1" } },
    paths: { "/a": { get: { responses: { 200: { description: "ok", content } } } } },
    components: { schemas: Object.fromEntries(schemas) },
  });
}

test("a document whose references form many circles is served from a copy without them", async () => {
  const folder = makeFolderWithPrism({ "api.json": writeCircles(12) });
  const { status, body, err } = await ask(folder, ["--cors", "false", "api.json"], "/a");
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: "id 0", p0: { id: "id 1" } });
  expect(err).toMatch(/it gets a copy, in which \d+ references end early/);
});

test("another document is served from its own file, also without our reading it", async () => {
  const document = `swagger: "2.0"
info: {title: A, version: "1"}
paths: {/a: {get: {produces: [application/json], responses: {200: {description: ok, examples: {application/json: {a: 1}}}}}}}
`;
  const folder = makeFolderWithPrism({ "api.yaml": document });
  const { body, err } = await ask(folder, ["api.yaml"], "/a");
  expect(body).toEqual({ a: 1 });
  expect(err).not.toContain("copy");
});

test("Prism that does not listen in time is ended, with the reason and a way out", async () => {
  const folder = makeTemporaryFolder({
    "node_modules/@stoplight/prism-cli/package.json": '{"bin": {"prism": "prism.cjs"}}',
    // It computes, so that a signal that it could handle would not end it.
    "node_modules/@stoplight/prism-cli/prism.cjs": "process.on('SIGTERM', () => {}); for (;;);",
    "api.yaml": "openapi: 3.1.0",
  });
  const mock = startCli(folder, [
    "mock",
    "api.yaml",
    "-p",
    String(await findFreePort()),
    "--start-limit",
    "1",
  ]);
  expect(await mock.ended).toBe(1);
  expect(mock.printed()).toMatch(
    /error mock-not-listening {2}Prism does not listen after 1 seconds/,
  );
  expect(mock.printed()).toContain("--start-limit 5");
});

test("a document that does not exist is the error that every command has", async () => {
  const folder = makeFolderWithPrism({ "openapi.json": "{}" });
  const mock = startCli(folder, ["mock", "opanapi.json"]);
  expect(await mock.ended).toBe(1);
  expect(mock.printed()).toMatch(/file-not-readable[\s\S]*openapi\.json/);
});
