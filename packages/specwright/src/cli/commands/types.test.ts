import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Run, run as runHere, runProgram } from "../../../test/run-cli.ts";
import { serve } from "../../../test/serve-files.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

/** Runs `specwright types`. With standard input, it runs as a separate process. */
function run(
  folder: string,
  args: readonly string[],
  { input, env = {} }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  const words = ["types", ...args];
  return input === undefined
    ? runHere(folder, words, env)
    : runProgram(folder, words, { env, input });
}

const document = (schema: string): string => `openapi: 3.1.0
info: {title: a, version: "1"}
paths:
  /a/{id}:
    get:
      operationId: getA
      responses:
        "200": {description: ok, content: {application/json: {schema: ${schema}}}}
`;

const referring = document("{$ref: 'schemas/pet.yaml#/Pet'}");
const pet = "Pet: {type: object, properties: {owner: {$ref: 'owner.yaml'}}}\n";
const owner = "type: object\nproperties: {name: {type: string}}\n";

test("a document is read from standard input, its references from the working folder", async () => {
  const folder = makeTemporaryFolder({ "schemas/pet.yaml": pet, "schemas/owner.yaml": owner });
  const piped = await run(folder, ["-o", "piped.ts"], { input: referring });
  expect(piped).toMatchObject({ code: 0 });
  const named = await run(folder, ["-", "-o", "named.ts"], { input: referring });
  expect(named).toMatchObject({ code: 0 });
  const text = readFileSync(join(folder, "named.ts"), "utf8");
  expect(text).toContain('owner?: components["schemas"]["owner"]');
  expect(text).toContain("// To write it again: specwright types - -o named.ts\n");
  expect(await runProgram(folder, ["types"])).toMatchObject({ code: 2 });
});

test("mistakes on standard input are reported with their line", async () => {
  const folder = makeTemporaryFolder();
  const reported = await run(folder, ["-o", "a.ts"], { input: document("{$ref: '#/nope'}") });
  expect(reported.code).toBe(1);
  expect(reported.err).toContain("stdin:8:72");
  expect(existsSync(join(folder, "a.ts"))).toBe(false);
});

test("a document is read from a URL, with the files beside it", async () => {
  const url = await serve({
    "/api/openapi": { text: referring },
    "/api/schemas/pet.yaml": { text: pet },
    "/api/schemas/owner.yaml": { text: owner },
  });
  const folder = makeTemporaryFolder();
  expect(await run(folder, [`${url}/api/openapi`, "-o", "a.ts"])).toMatchObject({ code: 0 });
  const text = readFileSync(join(folder, "a.ts"), "utf8");
  expect(text).toContain("name?: string;");
  expect(text).toContain(`// To write it again: specwright types ${url}/api/openapi -o a.ts\n`);
});

test("documents that cannot be downloaded, or lie outside the document's folder, are reported", async () => {
  const url = await serve({
    "/api/a.yaml": { text: referring },
    "/api/b.yaml": { text: document("{$ref: '../secret.yaml'}") },
    "/api/c.yaml": { text: document("{$ref: '/../../../../../../../../etc/hosts'}") },
    "/secret.yaml": { text: "type: string" },
  });
  const folder = makeTemporaryFolder();
  const missing = await run(folder, [`${url}/nope.yaml`]);
  expect(missing.err).toContain(`url-not-readable  ${url}/nope.yaml answered 404 Not Found.`);
  expect((await run(folder, [`${url}/api/a.yaml`])).err).toContain(
    "/api/schemas/pet.yaml answered 404",
  );
  const outside = await run(folder, [`${url}/api/b.yaml`]);
  expect(outside.err).toContain("reference-outside");
  expect(outside.err).toContain("Download the document with the files that it refers to");
  expect(outside.err).toContain(`${url}/api/b.yaml:8:72`);
  expect((await run(folder, [`${url}/api/c.yaml`])).err).toContain("reference-outside");
  const refused = await run(folder, ["http://127.0.0.1:1/a.yaml"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain("cannot be downloaded");
});

test("redirections of the document are followed, those of its files within its folder only", async () => {
  const folder = makeTemporaryFolder();
  const elsewhere = await serve({ "/secret.yaml": { text: owner } });
  const url = await serve({
    "/start": { location: "/v1/api.yaml" },
    "/v1/api.yaml": { text: referring },
    "/v1/schemas/pet.yaml": { location: "moved.yaml" },
    "/v1/schemas/moved.yaml": { text: pet },
    "/v1/schemas/owner.yaml": { text: owner },
    "/v2/api.yaml": { text: document("{$ref: a.yaml}") },
    "/v2/a.yaml": { location: `${elsewhere}/secret.yaml` },
    "/v3/api.yaml": { text: document("{$ref: a.yaml}") },
    "/v3/a.yaml": { location: "file:///etc/hostname" },
    "/loop": { location: "/loop" },
  });
  expect(await run(folder, [`${url}/start`])).toMatchObject({ code: 0 });
  for (const version of ["v2", "v3"]) {
    const reported = await run(folder, [`${url}/${version}/api.yaml`]);
    expect(reported.code).toBe(1);
    expect(reported.err).toContain("which is outside the document's folder.");
  }
  expect((await run(folder, [`${url}/loop`])).err).toContain("redirects more than 5 times.");
});

test("a header for one host is not sent to the one that it redirects to", async () => {
  const other = await serve({ "/api.yaml": { text: referring, key: "secret" } });
  const url = await serve({ "/api.yaml": { location: `${other}/api.yaml` } });
  const headers = `[{matches: '${url}/**', name: x-key, value: secret}]`;
  const folder = makeTemporaryFolder({
    "redocly.yaml": `resolve: {http: {headers: ${headers}}}\n`,
  });
  expect((await run(folder, [`${url}/api.yaml`])).err).toContain("answered 401 Unauthorized.");
});

test("redocly.yaml names documents, outputs and headers, and may lie elsewhere", async () => {
  const url = await serve({ "/a.yaml": { text: document("{type: string}"), key: "k" } });
  const configuration = `
apis:
  one: {root: ${url}/a.yaml, x-openapi-ts: {output: out/one.ts}}
  two: {root: two.yaml, x-openapi-ts: {output: out/two.ts, export-type: true, rootTypes: true}}
resolve:
  http:
    headers: [{matches: "${url}/**", name: X-Key, envVariable: A_KEY}]
`;
  const folder = makeTemporaryFolder({
    "config/redocly.yaml": configuration,
    "config/two.yaml": document("{type: integer}"),
  });
  const env = { A_KEY: "k" };
  expect((await run(folder, ["-c", "config", "--immutable"], { env: {} })).err).toContain("401");
  expect(await run(folder, ["-c", "config", "--immutable"], { env })).toMatchObject({ code: 0 });
  for (const name of ["one", "two"]) {
    const text = readFileSync(join(folder, `config/out/${name}.ts`), "utf8");
    expect(text).toContain("readonly getA: {");
    expect(text.includes("export type paths = {")).toBe(name === "two");
  }
  expect(
    await run(folder, ["two", "--redocly", "config/redocly.yaml", "--check", "--immutable"]),
  ).toMatchObject({ code: 0 });
  expect(await run(folder, ["two", "-c", "config", "--check"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("Next: run the same command without --check.\n"),
  });
  expect((await run(folder, ["-c", "nowhere"])).err).toContain("no-configuration");
});

test("a missing path parameter is a warning, and none where it is made", async () => {
  const folder = makeTemporaryFolder({ "a.yaml": document("{type: string}") });
  const reported = await run(folder, ["a.yaml"]);
  expect(reported).toMatchObject({ code: 0 });
  expect(reported.err).toContain("warning missing-path-parameter");
  const made = await run(folder, ["a.yaml", "--generate-path-params"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toContain("id: string;");
});

test("values in a declaration file are warned of", async () => {
  const folder = makeTemporaryFolder({ "a.yaml": document("{enum: [a, b]}") });
  const reported = await run(folder, ["a.yaml", "--enum", "-o", "a.d.ts"]);
  expect(reported).toMatchObject({ code: 0 });
  expect(reported.err).toContain("warning values-in-declarations");
  expect((await run(folder, ["a.yaml", "--enum", "-o", "a.ts"])).err).not.toContain("values-in");
});

test("with nothing to work on, the setting that types have is named", async () => {
  const reported = await runProgram(makeTemporaryFolder({}), ["types"]);
  expect(reported).toMatchObject({ code: 2 });
  expect(reported.err).toContain("no API of redocly.yaml has `output` in `x-openapi-ts`");
});
